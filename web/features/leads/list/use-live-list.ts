import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '../../../lib/live.ts'
import { spacedOut } from '../../../lib/spaced-out.ts'
import { type LeadList, type LeadListQuery, leadListQuery } from '../leads.api.ts'
import { onListsChanged, REFRESH_MS } from '../list-refresh.ts'
import { countArrived, keepPlaces, newcomers } from './arrivals.ts'

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
const forgotten = () => ({ created: new Set<string>(), deleted: new Set<string>(), isUnsure: false })
/** The list whatever page of it is shown. */
const listOf = ({ businessId, query }: Watched) => JSON.stringify([businessId, firstOf(query)])
const firstOf = (query: LeadListQuery): LeadListQuery => ({ ...query, page: 1, sort: '-date' })
const isFirstPage = ({ page, sort }: LeadListQuery) => page === 1 && sort === '-date'
const keyOf = ({ businessId, query }: Watched) => leadListQuery(businessId, query).queryKey

/** Fetches under a key of its own: what comes is looked at before it is shown. */
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
 * Keeps the list on the screen as it is on the server. Leads that arrive while the reader is at the top and points at
 * nothing are put in at once (`arrived`, to be highlighted); otherwise they wait (`waiting`) until `show` is called.
 */
export function useLiveList(watched: Watched, showFirstPage: () => void) {
  const client = useQueryClient()
  const latest = useEffectEvent(() => watched)
  const [arrivals, setArrivals] = useState<Arrivals>({ list: '', waiting: 0, created: nothing, shown: nothing })
  /** Leads created since the list was last shown as it is, and those deleted; `isUnsure`: there may have been more. */
  const memory = useRef({ ...forgotten(), list: '' })
  const [ask] = useState(() => spacedOut(() => refresh(), REFRESH_MS))

  const createdIn = (list: string) => {
    if (memory.current.list !== list) memory.current = { ...forgotten(), list }
    return memory.current.created
  }

  const refresh = async () => {
    const asked = latest()
    const list = listOf(asked)
    const shown = client.getQueryData(keyOf(asked))?.leads ?? []
    for (const { _id } of shown) createdIn(list).delete(_id)
    const before = new Set(createdIn(list))
    const fresh = await peek(client, asked.businessId, asked.query)
    if (JSON.stringify(keyOf(asked)) !== JSON.stringify(keyOf(latest()))) return
    const created = createdIn(list)
    const { isUnsure } = memory.current
    memory.current.isUnsure = false
    if (isUnsure && isFirstPage(asked.query)) for (const id of newcomers(shown, fresh)) created.add(id)
    const mustWait = (created.size > 0 || isUnsure) && (!isFirstPage(asked.query) || latest().isBusy())
    if (mustWait) return hold(list, asked, fresh)
    client.setQueryData(keyOf(asked), fresh)
    setArrivals({ list, waiting: 0, created: nothing, shown: new Set(created) })
    // Those that came in while this answer was on its way belong to the next one.
    for (const id of [...before, ...fresh.leads.map(({ _id }) => _id)]) created.delete(id)
  }

  const hold = async (list: string, { businessId, query }: Watched, fresh: LeadList) => {
    const { created, deleted } = memory.current
    client.setQueryData<LeadList>(leadListQuery(businessId, query).queryKey, (shown) =>
      shown ? keepPlaces(shown, fresh, deleted) : fresh,
    )
    const isFiltered = query.filters !== undefined || query.search !== undefined
    const first = !isFiltered || isFirstPage(query) ? fresh : await peek(client, businessId, firstOf(query))
    setArrivals({ list, waiting: countArrived(first, created, isFiltered), created: new Set(created), shown: nothing })
  }

  useEffect(() => onListsChanged(ask), [ask])
  useLive((message) => {
    if (message.kind === 'resync') {
      createdIn(listOf(watched))
      memory.current.isUnsure = true
      ask()
    }
    if (message.kind !== 'change' || !message.event.name.startsWith('lead.')) return
    const { businessId, campaignId, leadId, name } = message.event
    if (businessId !== watched.businessId || (watched.campaignId && campaignId !== watched.campaignId)) return
    const created = createdIn(listOf(watched))
    if (leadId && name === 'lead.created') created.add(leadId)
    if (leadId && name === 'lead.deleted') memory.current.deleted.add(leadId)
    ask()
  })

  const list = listOf(watched)
  const show = () => {
    memory.current = { ...forgotten(), list: '' }
    setArrivals({ list, waiting: 0, created: nothing, shown: nothing })
    if (isFirstPage(watched.query)) void client.refetchQueries({ queryKey: keyOf(watched), exact: true })
    else showFirstPage()
  }
  const isOf = arrivals.list === list
  // Back on the first page they may be there already.
  const seen = client.getQueryData(keyOf(watched))?.leads.filter(({ _id }) => arrivals.created.has(_id)).length ?? 0
  return { waiting: isOf ? arrivals.waiting - seen : 0, arrived: isOf ? arrivals.shown : nothing, show }
}
