import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../http/call.ts'
import { subscribeLive } from '../../http/live.ts'
import { queryKeys } from '../../query-keys.ts'
import { storage } from '../../storage.ts'
import { ownBuild } from './build.ts'
import { forgetKept } from './forget.ts'
import { excess, isKept, isOfLead, keptPart } from './kept-keys.ts'
import { changeKept, type Kept, readKept } from './kept-store.ts'
import { showKept } from './restoring.ts'
import { takenAway } from './rights-changed.ts'

const WRITE_AFTER_MS = 2_000
/** After these the lead is not kept any longer, so that nothing of a person stays who was erased. */
const ENDS = new Set<string>(['lead.deleted', 'lead.erased', 'lead.merged'])

/** What one write puts on the device and removes from it. */
type Change = { put: readonly Kept[]; gone: ReadonlySet<string>; endedLeads: ReadonlySet<string> }

/** Writes a change; returns the rows that are kept now, the newest first. */
async function written(before: readonly Kept[], { put, gone, endedLeads }: Change): Promise<Kept[]> {
  const isEnded = ({ key }: Kept) => [...endedLeads].some((leadId) => isOfLead(key, leadId))
  const removed = new Set([
    ...gone,
    ...put.flatMap((one) => takenAway(before, one)),
    ...before.filter(isEnded).map(({ hash }) => hash),
  ])
  const added = put.filter((one) => !gone.has(one.hash))
  const replaced = new Set(added.map(({ hash }) => hash))
  const others = before.filter(({ hash }) => !removed.has(hash) && !replaced.has(hash))
  const rows = [...added, ...others].sort((one, other) => other.at - one.at)
  const tooMany = new Set(excess(rows, Date.now()))
  const remove = [...removed].filter((hash) => !replaced.has(hash))
  await changeKept({ put: added, remove: [...remove, ...tooMany] })
  return rows.filter(({ hash }) => !tooMany.has(hash))
}

const isNetworkLost = (error: unknown) => error instanceof ApiError && error.code === 'network'
/** Whether the server says that the person may not read it: it is removed from the device. */
const isRefused = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

/**
 * Keeps on the device what pages of leads read, so that it can be read without a network, and shows it where the network
 * fails. Nothing is kept without a session.
 */
export async function startKeeping(client: QueryClient) {
  if (!('indexedDB' in window)) return
  const userId = () => client.getQueryData<{ user: { _id: string } }>(queryKeys.session)?.user._id
  let rows: Kept[] = []
  const changed = new Map<string, Query>()
  const gone = new Set<string>()
  const endedLeads = new Set<string>()
  let isSoon = false

  async function write() {
    isSoon = false
    const owner = userId()
    if (!storage.token.get() || !owner) return
    // Other tabs write, too.
    rows = await readKept()
    // Of another person or another build, which this page could not show.
    const foreign = rows.filter((row) => row.userId !== owner || row.build !== ownBuild())
    const put = [...changed.values()].flatMap(
      ({ queryHash: hash, queryKey: key, state: { data, dataUpdatedAt: at } }) =>
        data === undefined ? [] : [{ hash, key, data: keptPart(data), at, userId: owner, build: ownBuild() }],
    )
    const change = {
      put,
      gone: new Set([...gone, ...foreign.map(({ hash }) => hash)]),
      endedLeads: new Set(endedLeads),
    }
    for (const { hash } of put) change.gone.delete(hash)
    for (const one of [changed, gone, endedLeads]) one.clear()
    rows = await written(rows, change)
    // Signed out meanwhile, here or in another tab.
    if (!storage.token.get()) return forgetKept()
    keepFiles()
  }
  const soon = () => {
    if (!isSoon) setTimeout(() => void write().catch(console.warn), WRITE_AFTER_MS)
    isSoon = true
  }
  const note = (query: Query) => {
    if (!isKept(query.queryKey)) return
    changed.set(query.queryHash, query)
    soon()
  }
  const failed = ({ queryHash, state }: Query, error: unknown) => {
    const row = rows.find(({ hash }) => hash === queryHash)
    if (row && isNetworkLost(error) && state.data === undefined && row.userId === userId()) showKept(client, row)
    if (!isRefused(error)) return
    gone.add(queryHash)
    soon()
  }
  // Opening the database would create it for a person who is not signed in.
  if (storage.token.get()) rows = await readKept()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success' && !event.action.manual) note(event.query)
    if (event.action.type === 'error') failed(event.query, event.action.error)
  })
  subscribeLive((message) => {
    if (message.kind !== 'change' || !message.event.leadId || !ENDS.has(message.event.name)) return
    endedLeads.add(message.event.leadId)
    soon()
  })
  for (const query of client.getQueryCache().getAll()) if (query.state.status === 'success') note(query)
  navigator.serviceWorker?.addEventListener('controllerchange', keepFiles)
  // What was read before this code was loaded is kept at once.
  await write().catch(console.warn)
}

/** Asks the worker to keep the page and its files (web/worker), if it is of the same build. */
function keepFiles() {
  if (storage.token.get()) navigator.serviceWorker?.controller?.postMessage({ keep: ownBuild() })
}
