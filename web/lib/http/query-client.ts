import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Cancelled } from '../session/identity.ts'
import { sessionQuery } from '../session/session.ts'
import { ApiError } from './call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** silent: the screen itself shows what went wrong. */
    mutationMeta: { silent?: boolean }
    /** isLive: a list that refreshes itself (live-list.ts). */
    queryMeta: { silent?: boolean; isLive?: boolean }
  }
}

const RETRIES = 2
const STALE_MS = 30_000

/** What the server refused it will refuse again; what failed on the way may pass. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < RETRIES && (!(error instanceof ApiError) || error.status >= 500)

/**
 * Server state of the whole page. What fails is logged (specification, sections 7 and 8); a failed mutation also goes to
 * `showError`, unless its `meta.silent` says otherwise.
 */
export function createQueryClient(showError: (error: Error) => void) {
  // A business may begin to ask for a second factor while one works in it: who is signed in then says so.
  const onError = (error: Error) => {
    console.warn(error)
    if (error instanceof ApiError && error.code === 'two_factor_required')
      void client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (error instanceof Cancelled) return
        onError(error)
        if (!mutation.meta?.silent) showError(error)
      },
    }),
    // A browser may believe itself offline while the server is this very machine: always try.
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: isWorthRetrying, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
