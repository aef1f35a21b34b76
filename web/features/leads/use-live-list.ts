import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LiveEvent } from '#contract/events.ts'
import { subscribeLive } from '../../lib/live.ts'
import { spacedOut } from '../../lib/spaced-out.ts'
import { countArrived, keepPlaces } from './arrivals.ts'
import { type LeadList, type LeadListQuery, leadListQuery } from './leads.api.ts'
import { onListsChanged } from './list-refresh.ts'

/** At most one request in this time, however many events come in. */
export const REFRESH_MS = 1_000

type Watched = {
  businessId: string
  campaignId: string | null
  query: LeadListQuery
  /** The reader points at a row, has chosen some or has scrolled: nothing may move. */
  isBusy: () => boolean
}
/** `waiting`: how many belong to the list, of those that are `created`; `shown`: put in just now. */
type Arrivals = { list: string; waiting: number; created: ReadonlySet<string>; shown: ReadonlySet<string> }

const nothing: ReadonlySet<string> = new Set()
/** The list whatever page of it is shown. */
const listOf = ({ businessId, query }: Watched) => JSON.stringify([businessId, { ...query, page: 1, sort: '-date' }])
const isFirstPage = ({ page, sort }: LeadListQuery) => page === 1 && sort === '-date'

/**
 * Keeps the list on the screen as it is on the server. Leads that arrive while the reader is at the top and points at
 * nothing are put in at once (`arrived`, to be highlighted); otherwise they wait (`waiting`) until `show` is called.
 */
export function useLiveList(watched: Watched, showFirstPage: () => void) {
  const client = useQueryClient()
  const [arrivals, setArrivals] = useState<Arrivals>({ list: '', waiting: 0, created: nothing, shown: nothing })
  const latest = useRef(watched)
  latest.current = watched
  const created = useRef({ list: '', ids: new Set<string>() })
  const deleted = useRef(new Set<string>())

  const createdIn = (list: string) => {
    if (created.current.list !== list) created.current = { list, ids: new Set() }
    return created.current.ids
  }

  const refresh = async () => {
    const now = latest.current
    const { businessId, query } = now
    const list = listOf(now)
    const key = leadListQuery(businessId, query).queryKey
    for (const { _id } of client.getQueryData(key)?.leads ?? []) createdIn(list).delete(_id)
    const known = new Set(createdIn(list))
    const fresh = await client.fetchQuery(peekQuery(businessId, query))
    if (list !== listOf(latest.current)) return
    const ids = createdIn(list)
    const isHeld = ids.size > 0 && (!isFirstPage(query) || latest.current.isBusy())
    if (!isHeld) {
      client.setQueryData(key, fresh)
      setArrivals({ list, waiting: 0, created: nothing, shown: new Set(ids) })
      // Those that came in while this answer was on its way belong to the next one.
      for (const id of ids) if (known.has(id) || fresh.leads.some(({ _id }) => _id === id)) ids.delete(id)
      return
    }
    client.setQueryData<LeadList>(key, (shown) => (shown ? keepPlaces(shown, fresh, deleted.current) : fresh))
    const isFiltered = query.filters !== undefined || query.search !== undefined
    const first = !isFiltered || isFirstPage(query) ? fresh : await client.fetchQuery(peekQuery(businessId, firstOf(query)))
    setArrivals({ list, waiting: countArrived(first, ids, isFiltered), created: new Set(ids), shown: nothing })
  }

  const run = useRef(refresh)
  run.current = refresh
  useEffect(() => {
    const ask = spacedOut(() => run.current(), REFRESH_MS)
    const onEvent = (event: LiveEvent) => {
      const { businessId, campaignId } = latest.current
      if (event.businessId !== businessId || !event.name.startsWith('lead.')) return
      if (campaignId && event.campaignId !== campaignId) return
      if (event.leadId && event.name === 'lead.created') createdIn(listOf(latest.current)).add(event.leadId)
      if (event.leadId && event.name === 'lead.deleted') deleted.current.add(event.leadId)
      ask()
    }
    const stops = [subscribeLive((message) => message.kind === 'change' && onEvent(message.event)), onListsChanged(ask)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])

  const list = listOf(watched)
  const show = () => {
    created.current.ids.clear()
    setArrivals({ list, waiting: 0, created: nothing, shown: nothing })
    if (isFirstPage(watched.query)) void client.refetchQueries({ queryKey: leadListQuery(watched.businessId, watched.query).queryKey })
    else showFirstPage()
  }
  const isOf = arrivals.list === list
  // Back on the first page they may be there already.
  const seen = client.getQueryData(leadListQuery(watched.businessId, watched.query).queryKey)?.leads ?? []
  const waiting = arrivals.waiting - seen.filter(({ _id }) => arrivals.created.has(_id)).length
  return { waiting: isOf ? waiting : 0, arrived: isOf ? arrivals.shown : nothing, show }
}

const firstOf = (query: LeadListQuery): LeadListQuery => ({ ...query, page: 1, sort: '-date' })

/** The same request under a key of its own: what comes is looked at before it is shown. */
const peekQuery = (businessId: string, query: LeadListQuery) => {
  const { queryKey, ...options } = leadListQuery(businessId, query)
  return { ...options, queryKey: [...queryKey, 'peek'] as unknown as typeof queryKey, staleTime: 0, gcTime: 0 }
}
