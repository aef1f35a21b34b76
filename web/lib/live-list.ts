import { type QueryClient, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useRef, useState } from 'react'
import type { Pagination } from '#contract/common.ts'
import type { EventTopic } from '#contract/events/events.ts'
import { type LiveEvent, topicOf } from '#contract/events/live.ts'
import { deliverLive, useLive } from './http/live.ts'
import { useMaybeSession } from './session/session.ts'

/** Minimum interval between two requests for the same thing, however many events arrive. */
const REFRESH_MS = 1_000

/**
 * Runs `act` at once and, on repeated calls, at most every `ms` and never concurrently: a burst of a thousand events
 * causes one request a second.
 */
export function throttleAsync(act: () => Promise<unknown>, ms: number) {
  let isRunning = false
  let isAsked = false
  const run = async () => {
    isRunning = true
    while (isAsked) {
      isAsked = false
      const rest = new Promise((resolve) => setTimeout(resolve, ms))
      // Errors appear where the data is shown; the next event retries.
      await act().catch(() => undefined)
      await rest
    }
    isRunning = false
  }
  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}

type Scope = {
  businessId: string
  campaignId?: string | null
  /** Absent: all topics. */
  topics?: readonly EventTopic[]
  concerns?: (event: LiveEvent) => boolean | undefined
}
const isIn = ({ businessId, campaignId, topics, concerns }: Scope, event: LiveEvent) =>
  event.businessId === businessId &&
  (!campaignId || event.campaignId === campaignId) &&
  (!topics || topics.some((topic) => topic === topicOf(event))) &&
  (!concerns || concerns(event))

/** A change that takes longer, on a connection that may be dead, no longer keeps lists from being refreshed. */
const CHANGE_MS = 10_000
/**
 * How many changes that the cached data shows already are being sent. Their mutations bear the first parts of the query's
 * key, and invalidate the query once they have settled: until then the server may reply with the data from before.
 */
export const changesUnderWay = (client: QueryClient, queryKey: QueryKey) =>
  client.isMutating({
    predicate: ({ options: { mutationKey }, state: { submittedAt, context } }) =>
      !(context as Partial<Sending> | undefined)?.isSettled &&
      Date.now() - submittedAt < CHANGE_MS &&
      (mutationKey?.every((part, i) => part === queryKey[i]) ?? false),
  })
/** What `onMutate` of such a change returns: TanStack Query counts it as pending until `onSettled` has returned. */
export type Sending = { isSettled: boolean }

/** Invalidates queries when an event concerns them, at most once in `everyMs`. */
export function useLiveInvalidate(scope: Scope, queryKeys: readonly QueryKey[], everyMs = REFRESH_MS) {
  const client = useQueryClient()
  const invalidate = useEffectEvent(() =>
    Promise.all(
      queryKeys
        .filter((queryKey) => changesUnderWay(client, queryKey) === 0)
        .map((queryKey) => client.invalidateQueries({ queryKey })),
    ),
  )
  const [invalidateSoon] = useState(() => throttleAsync(() => invalidate(), everyMs))
  useLive((message) => {
    if (message.kind === 'change' && isIn(scope, message.event)) invalidateSoon()
  })
}

/**
 * The query of a live list. It is not refetched on invalidation, because rows would move under the pointer: the list on
 * the screen decides what to show (`useLiveList`). A cached one is shown at once and always refetched.
 */
export const liveListQuery = <D>(queryKey: QueryKey, fetch: (options: { signal: AbortSignal }) => Promise<D>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => fetch({ signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { isLive: true },
  })

/** Marks the lists below the key as stale, and makes the visible list refresh itself. */
export async function invalidateLiveLists(client: QueryClient, queryKey: QueryKey) {
  await client.invalidateQueries({ queryKey, refetchType: 'none' })
  deliverLive({ kind: 'invalidated', queryKey })
}

/** After missed events any query may be stale. The visible list handles `resync` itself. */
export const invalidateEverything = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ predicate: ({ meta }) => !meta?.isLive }),
    client.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true, refetchType: 'none' }),
  ])

type Row = { _id: string }
type PageQuery = { page?: unknown; rows?: unknown; sort?: unknown; filters?: unknown; search?: unknown }
type PageOf<K extends string> = { pagination: Pagination } & Record<K, Row[]>
export type LiveListOptions<K extends string, Q extends PageQuery, D extends PageOf<K>> = {
  businessId: string
  campaignId: string | null
  query: Q
  /** The reader hovers over a row, has selected rows or has scrolled: rows must not move. */
  isBusy: () => boolean
  pageOf: (businessId: string, query: Q) => ReturnType<typeof liveListQuery<D>>
  /** The field of the reply that holds the rows. */
  rows: K
  /**
   * Topic of the list's events, the events that add and remove a row, those of another topic that change a row, and the
   * field with the row's id.
   */
  events: {
    topic: EventTopic
    created: LiveEvent['name']
    deleted?: LiveEvent['name']
    alsoChanged?: readonly LiveEvent['name'][]
    rowId: 'leadId' | 'callId'
  }
  /** Not every created row belongs to the list, even without a filter: only those on its first page are counted. */
  isPartial?: boolean
  showFirstPage: () => void
}
/** `waiting`: how many of `created` belong to the list; `shown`: inserted just now. */
type Arrivals = { list: string; waiting: number; created: ReadonlySet<string>; shown: ReadonlySet<string> }

const NO_IDS: ReadonlySet<string> = new Set()
const emptyLog = (list: string) => ({
  list,
  created: new Set<string>(),
  deleted: new Set<string>(),
  hasMissedEvents: false,
})
const firstOf = <Q extends PageQuery>(query: Q): Q => ({ ...query, page: 1, rows: undefined, sort: '-date' })
const isFiltered = ({ filters, search }: PageQuery) => filters !== undefined || search !== undefined
const isFirstPage = ({ page, sort }: PageQuery) => page === 1 && sort === '-date'

/**
 * Keeps the shown list up to date. New rows are inserted at once (`arrived`, to be highlighted) while the reader is idle
 * at the top of the first page; otherwise they are counted (`waiting`) until `show` is called.
 */
export function useLiveList<K extends string, Q extends PageQuery, D extends PageOf<K>>(
  options: LiveListOptions<K, Q, D>,
) {
  const client = useQueryClient()
  const latest = useEffectEvent(() => options)
  const [arrivals, setArrivals] = useState<Arrivals>({ list: '', waiting: 0, created: NO_IDS, shown: NO_IDS })
  /** Ids from events since the shown list last equalled the server's. `hasMissedEvents`: there may be more. */
  const eventLog = useRef(emptyLog(''))
  const [refreshSoon] = useState(() =>
    throttleAsync(async () => {
      const requested = latest()
      const { list, key } = identify(requested)
      const isCurrent = () => identify(latest()).key === key
      const read = () => logOf(eventLog, list)
      const next = await refresh(client, { ...requested, isBusy: () => latest().isBusy() }, read, isCurrent)
      if (next) setArrivals({ ...next, list })
    }, REFRESH_MS),
  )
  const ownId = useMaybeSession()?.user._id
  const { list } = identify(options)
  const { queryKey } = options.pageOf(options.businessId, options.query)

  useLive((message) => {
    if (message.kind === 'invalidated' && message.queryKey[0] === queryKey[0]) refreshSoon()
    if (message.kind === 'resync') {
      logOf(eventLog, list).hasMissedEvents = true
      refreshSoon()
    }
    const { topic, created, deleted, alsoChanged, rowId } = options.events
    if (message.kind !== 'change' || !isIn(options, message.event)) return
    const id = message.event[rowId]
    if (topicOf(message.event) !== topic && !(id && alsoChanged?.includes(message.event.name))) return
    const log = logOf(eventLog, list)
    const { actor } = message.event
    // Rows that the reader created themselves are not announced as new.
    const isOwn = 'userId' in actor && actor.userId === ownId
    if (id && message.event.name === created && !isOwn) log.created.add(id)
    if (id && message.event.name === deleted) {
      log.deleted.add(id)
      log.created.delete(id)
    }
    refreshSoon()
  })

  const show = () => {
    eventLog.current = emptyLog('')
    setArrivals({ list, waiting: 0, created: NO_IDS, shown: NO_IDS })
    if (isFirstPage(options.query)) void client.refetchQueries({ queryKey, exact: true })
    else options.showFirstPage()
  }
  if (arrivals.list !== list) return { waiting: 0, arrived: NO_IDS, show }
  // If the reader returned to the first page, the rows may already be shown.
  const rows = client.getQueryData<D>(queryKey)?.[options.rows] ?? []
  const alreadyShown = rows.filter(({ _id }) => arrivals.created.has(_id)).length
  return { waiting: arrivals.waiting - alreadyShown, arrived: arrivals.shown, show }
}

type Log = ReturnType<typeof emptyLog>
function logOf(eventLog: { current: Log }, list: string): Log {
  if (eventLog.current.list !== list) eventLog.current = emptyLog(list)
  return eventLog.current
}

/** `list` identifies the list without its page, `key` with it. */
const identify = <Q extends PageQuery>({ businessId, query }: { businessId: string; query: Q }) => ({
  list: JSON.stringify([businessId, firstOf(query)]),
  key: JSON.stringify([businessId, query]),
})

/** Fetches the page; while rows must not move, merges it in place. Undefined if another page is shown by then. */
async function refresh<K extends string, Q extends PageQuery, D extends PageOf<K>>(
  client: QueryClient,
  { businessId, query, pageOf, rows, isBusy, isPartial = isFiltered(query) }: LiveListOptions<K, Q, D>,
  readLog: () => Log,
  isCurrent: () => boolean,
): Promise<Omit<Arrivals, 'list'> | undefined> {
  const { queryKey } = pageOf(businessId, query)
  const shown = client.getQueryData<D>(queryKey)?.[rows] ?? []
  for (const { _id } of shown) readLog().created.delete(_id)
  const before = new Set(readLog().created)
  const fresh = await peek(client, pageOf(businessId, query))
  if (!isCurrent()) return undefined
  const log = readLog()
  const { created, deleted, hasMissedEvents } = log
  log.hasMissedEvents = false
  if (hasMissedEvents && isFirstPage(query)) for (const id of newAbove(shown, fresh[rows])) created.add(id)
  const mustWait = (created.size > 0 || hasMissedEvents) && (!isFirstPage(query) || isBusy())
  if (mustWait) {
    client.setQueryData<D>(queryKey, (old) => (old ? mergeInPlace(rows, old, fresh, deleted) : fresh))
    const first = !isPartial || isFirstPage(query) ? fresh : await peek(client, pageOf(businessId, firstOf(query)))
    const counted = isPartial ? first[rows].map(({ _id }) => _id).filter((id) => created.has(id)) : created
    const waiting = new Set(counted)
    return { waiting: waiting.size, created: waiting, shown: NO_IDS }
  }
  client.setQueryData<D>(queryKey, fresh)
  const inserted = new Set(created)
  // Ids that arrived during the request are kept for the next refresh.
  for (const id of [...before, ...fresh[rows].map(({ _id }) => _id)]) created.delete(id)
  return { waiting: 0, created: NO_IDS, shown: inserted }
}

/** Ids above the first row that was shown; an unknown one below it moved up from the next page. */
function newAbove(shown: readonly Row[], fresh: readonly Row[]) {
  const known = new Set(shown.map(({ _id }) => _id))
  const first = fresh.findIndex(({ _id }) => known.has(_id))
  return (first === -1 ? fresh : fresh.slice(0, first)).map(({ _id }) => _id)
}

/** Fetches under another key, so that the result can be compared before it is shown. */
const peek = <D>(client: QueryClient, { queryKey, ...page }: ReturnType<typeof liveListQuery<D>>) =>
  client.fetchQuery({ ...page, queryKey: [...queryKey, 'peek'], staleTime: 0, gcTime: 0 })

/**
 * Merges a fresh page into the shown one: rows keep their order, take changed values, and deleted rows are removed; the
 * totals are the fresh ones.
 */
function mergeInPlace<K extends string, D extends PageOf<K>>(
  rows: K,
  shown: D,
  fresh: D,
  deleted: ReadonlySet<string>,
): D {
  const freshById = new Map(fresh[rows].map((row) => [row._id, row]))
  const kept = shown[rows]
    .filter(({ _id }) => freshById.has(_id) || !deleted.has(_id))
    .map((row) => freshById.get(row._id) ?? row)
  return { ...fresh, pagination: { ...fresh.pagination, page: shown.pagination.page }, [rows]: kept }
}
