import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { useLive } from '../../../lib/http/live.ts'
import { throttleAsync } from '../../../lib/throttle-async.ts'
import { type LeadList, type LeadListQuery, leadListQuery } from '../leads.api.ts'
import { onListsInvalidated, REFRESH_MS } from '../list-refresh.ts'

type LiveListOptions = {
  businessId: string
  campaignId: string | null
  query: LeadListQuery
  /** The reader hovers over a row, has selected rows or has scrolled: no row may move. */
  isBusy: () => boolean
}
/** `waiting`: how many of `created` belong to the list; `shown`: inserted just now. */
type Arrivals = { list: string; waiting: number; created: ReadonlySet<string>; shown: ReadonlySet<string> }

const NO_IDS: ReadonlySet<string> = new Set()
const emptyLog = () => ({ created: new Set<string>(), deleted: new Set<string>(), hasMissedEvents: false })
/** Identifies the list without its page. */
const listOf = ({ businessId, query }: LiveListOptions) => JSON.stringify([businessId, firstOf(query)])
const firstOf = (query: LeadListQuery): LeadListQuery => ({ ...query, page: 1, sort: '-date' })
const isFirstPage = ({ page, sort }: LeadListQuery) => page === 1 && sort === '-date'
const keyOf = ({ businessId, query }: LiveListOptions) => leadListQuery(businessId, query).queryKey

/** Fetches under another key, so that the result can be compared before it is shown. */
function peek(client: QueryClient, businessId: string, query: LeadListQuery) {
  const { queryKey, ...options } = leadListQuery(businessId, query)
  return client.fetchQuery({
    ...options,
    queryKey: [...queryKey, 'peek'] as unknown as typeof queryKey,
    staleTime: 0,
    gcTime: 0,
  })
}

/**
 * Keeps the shown list up to date. New leads are inserted at once (`arrived`, to be highlighted) while the reader is idle
 * at the top of the first page; otherwise they are counted (`waiting`) until `show` is called.
 */
export function useLiveList(options: LiveListOptions, showFirstPage: () => void) {
  const client = useQueryClient()
  const latest = useEffectEvent(() => options)
  const [arrivals, setArrivals] = useState<Arrivals>({ list: '', waiting: 0, created: NO_IDS, shown: NO_IDS })
  /** Ids from events since the list was last shown as on the server; `hasMissedEvents`: there may be more. */
  const eventLog = useRef({ ...emptyLog(), list: '' })
  const [refreshSoon] = useState(() => throttleAsync(() => refresh(), REFRESH_MS))

  const createdIn = (list: string) => {
    if (eventLog.current.list !== list) eventLog.current = { ...emptyLog(), list }
    return eventLog.current.created
  }

  const refresh = async () => {
    const requested = latest()
    const list = listOf(requested)
    const shown = client.getQueryData(keyOf(requested))?.leads ?? []
    for (const { _id } of shown) createdIn(list).delete(_id)
    const before = new Set(createdIn(list))
    const fresh = await peek(client, requested.businessId, requested.query)
    if (JSON.stringify(keyOf(requested)) !== JSON.stringify(keyOf(latest()))) return
    const created = createdIn(list)
    const { hasMissedEvents } = eventLog.current
    eventLog.current.hasMissedEvents = false
    if (hasMissedEvents && isFirstPage(requested.query)) for (const id of notShownYet(shown, fresh)) created.add(id)
    const mustWait = (created.size > 0 || hasMissedEvents) && (!isFirstPage(requested.query) || latest().isBusy())
    if (mustWait) return keepRowsInPlace(list, requested, fresh)
    client.setQueryData(keyOf(requested), fresh)
    setArrivals({ list, waiting: 0, created: NO_IDS, shown: new Set(created) })
    // Ids that came in during the request stay for the next refresh.
    for (const id of [...before, ...fresh.leads.map(({ _id }) => _id)]) created.delete(id)
  }

  const keepRowsInPlace = async (list: string, { businessId, query }: LiveListOptions, fresh: LeadList) => {
    const { created, deleted } = eventLog.current
    client.setQueryData<LeadList>(leadListQuery(businessId, query).queryKey, (shown) =>
      shown ? mergeInPlace(shown, fresh, deleted) : fresh,
    )
    const isFiltered = query.filters !== undefined || query.search !== undefined
    const first = !isFiltered || isFirstPage(query) ? fresh : await peek(client, businessId, firstOf(query))
    setArrivals({ list, waiting: countArrived(first, created, isFiltered), created: new Set(created), shown: NO_IDS })
  }

  useEffect(() => onListsInvalidated(refreshSoon), [refreshSoon])
  useLive((message) => {
    if (message.kind === 'resync') {
      createdIn(listOf(options))
      eventLog.current.hasMissedEvents = true
      refreshSoon()
    }
    if (message.kind !== 'change' || !message.event.name.startsWith('lead.')) return
    const { businessId, campaignId, leadId, name } = message.event
    if (businessId !== options.businessId || (options.campaignId && campaignId !== options.campaignId)) return
    const created = createdIn(listOf(options))
    if (leadId && name === 'lead.created') created.add(leadId)
    if (leadId && name === 'lead.deleted') eventLog.current.deleted.add(leadId)
    refreshSoon()
  })

  const list = listOf(options)
  const show = () => {
    eventLog.current = { ...emptyLog(), list: '' }
    setArrivals({ list, waiting: 0, created: NO_IDS, shown: NO_IDS })
    if (isFirstPage(options.query)) void client.refetchQueries({ queryKey: keyOf(options), exact: true })
    else showFirstPage()
  }
  const isCurrent = arrivals.list === list
  // After going back to the first page they may be shown already.
  const alreadyShown =
    client.getQueryData(keyOf(options))?.leads.filter(({ _id }) => arrivals.created.has(_id)).length ?? 0
  return {
    waiting: isCurrent ? arrivals.waiting - alreadyShown : 0,
    arrived: isCurrent ? arrivals.shown : NO_IDS,
    show,
  }
}

/**
 * Merges a fresh page into the shown one: rows keep their order, take changed values, and deleted rows are removed; the
 * totals are the fresh ones.
 */
function mergeInPlace(shown: LeadList, fresh: LeadList, deleted: ReadonlySet<string>): LeadList {
  const freshById = new Map<string, Lead>(fresh.leads.map((lead) => [lead._id, lead]))
  const leads = shown.leads
    .filter(({ _id }) => freshById.has(_id) || !deleted.has(_id))
    .map((lead) => freshById.get(lead._id) ?? lead)
  return { ...fresh, pagination: { ...fresh.pagination, page: shown.pagination.page }, leads }
}

/** How many of the created leads belong to the list; with filters, those on its first page. */
function countArrived(firstPage: LeadList, created: ReadonlySet<string>, isFiltered: boolean) {
  if (!isFiltered) return created.size
  return firstPage.leads.filter(({ _id }) => created.has(_id)).length
}

const notShownYet = (shown: readonly Lead[], fresh: LeadList) =>
  fresh.leads.map(({ _id }) => _id).filter((id) => !shown.some(({ _id }) => _id === id))
