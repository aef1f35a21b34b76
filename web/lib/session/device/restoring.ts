import type { QueryClient } from '@tanstack/react-query'
import type { authRoutes } from '#contract/auth/auth.ts'
import type { RouteReply } from '#contract/route.ts'
import { ApiError } from '../../http/call.ts'
import { queryKeys } from '../../query-keys.ts'
import { storage } from '../../storage.ts'
import { sessionQuery } from '../session.ts'
import { ownBuild } from './build.ts'
import { isSession } from './kept-keys.ts'
import { isKeptShown, setKeptShown } from './kept-shown.ts'
import { type Kept, readKept } from './kept-store.ts'
import { tokenUser } from './token-user.ts'

type Session = RouteReply<typeof authRoutes.getCurrentUser>
const ASK_AGAIN_MS = 5_000

/** What this build can show of what is kept of the person who is signed in. */
export async function listOwnKept(): Promise<Kept[]> {
  const userId = tokenUser()
  // Opening the database would create it for a person who is not signed in.
  if (!('indexedDB' in window) || !userId) return []
  const rows = await readKept().catch(() => [])
  return rows.filter((row) => row.build === ownBuild() && row.userId === userId)
}

/** Puts a kept reply on the screens, until the server answers again. */
export function showKept(client: QueryClient, { key, data, at }: Kept) {
  client.setQueryData(key, data, { updatedAt: at })
  if (isKeptShown()) return
  setKeptShown(true)
  void refresh(client)
}

/** Asks until the server answers; then everything on the screens is read again. */
async function refresh(client: QueryClient) {
  while (storage.token.get()) {
    await nextTry()
    try {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false })
      setKeptShown(false)
      return await client.invalidateQueries()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'network')) return setKeptShown(false)
    }
  }
}

const nextTry = () =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, ASK_AGAIN_MS)
    window.addEventListener('online', go)
  })

/** Puts what is kept into the cache, where no newer reply is; the session of the person, if it is kept. */
export async function restoreKept(client: QueryClient): Promise<Session | undefined> {
  const rows = await listOwnKept()
  if (!rows.some(({ key }) => isSession(key))) return undefined
  // What is not on the screen must stay while there is no network.
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, gcTime: Number.POSITIVE_INFINITY } })
  for (const row of rows) if (client.getQueryData(row.key) === undefined) showKept(client, row)
  return client.getQueryData(queryKeys.session)
}
