import { useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useRef, useState } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import { useLive } from '../../../lib/http/live.ts'
import { throttleAsync } from '../../../lib/throttle-async.ts'
import { type CallList, type CallListQuery, callKeys, callListQuery } from '../calls.api.ts'

/** Minimum interval between refetches, however many events arrive. */
export const REFRESH_MS = 1_000

type Watched = {
  businessId: string
  campaignId: string | null
  query: CallListQuery
  /** The pointer is over a row or the list is scrolled: rows must not move. */
  isBusy: () => boolean
}
type Arrivals = { list: string; waiting: number; shown: ReadonlySet<string> }
const nothing: ReadonlySet<string> = new Set()
const listOf = ({ businessId, query }: Watched) => JSON.stringify([businessId, { ...query, page: 1, sort: '-date' }])
const isFirstPage = ({ page, sort }: CallListQuery) => page === 1 && sort === '-date'

/** Updates the shown rows in place and takes the new totals. */
const keepPlaces = (shown: CallList, fresh: CallList): CallList => {
  const news = new Map<string, Call>(fresh.calls.map((call) => [call._id, call]))
  return {
    ...fresh,
    pagination: { ...fresh.pagination, page: shown.pagination.page },
    calls: shown.calls.map((call) => news.get(call._id) ?? call),
  }
}

/**
 * Keeps the shown list current while calls are in progress. New calls are inserted at once (`arrived`, to be
 * highlighted) if the list is at its top and the pointer is outside it; otherwise they wait for `show`.
 */
export function useLiveCalls(watched: Watched, showFirstPage: () => void) {
  const client = useQueryClient()
  const latest = useEffectEvent(() => watched)
  const [arrivals, setArrivals] = useState<Arrivals>({ list: '', waiting: 0, shown: nothing })
  /** Calls that started since the list was last fully refreshed. */
  const begun = useRef({ list: '', ids: new Set<string>() })
  const [ask] = useState(() => throttleAsync(() => refresh(), REFRESH_MS))

  const begunIn = (list: string) => {
    if (begun.current.list !== list) begun.current = { list, ids: new Set() }
    return begun.current.ids
  }

  const refresh = async () => {
    const asked = latest()
    const list = listOf(asked)
    const { queryKey, ...options } = callListQuery(asked.businessId, asked.query)
    void client.invalidateQueries({ queryKey: callKeys.summaries(asked.businessId) })
    // A key of its own: the new page is examined before it is shown.
    const peekKey = [...queryKey, 'peek'] as unknown as typeof queryKey
    const fresh = await client.fetchQuery({ ...options, queryKey: peekKey, staleTime: 0, gcTime: 0 })
    if (list !== listOf(latest())) return
    const shown = client.getQueryData(queryKey)
    const ids = begunIn(list)
    const mustWait = ids.size > 0 && (!isFirstPage(asked.query) || latest().isBusy())
    if (shown && mustWait) {
      client.setQueryData(queryKey, keepPlaces(shown, fresh))
      const isHere = ({ _id }: Call) => ids.has(_id) && !shown.calls.some((call) => call._id === _id)
      const waiting = isFirstPage(asked.query) ? fresh.calls.filter(isHere).length : ids.size
      return setArrivals({ list, waiting, shown: nothing })
    }
    client.setQueryData(queryKey, fresh)
    setArrivals({ list, waiting: 0, shown: new Set(ids) })
    for (const { _id } of fresh.calls) ids.delete(_id)
  }

  useLive((message) => {
    if (message.kind !== 'change' || !message.event.name.startsWith('call.')) return
    const { businessId, campaignId, callId, name } = message.event
    if (businessId !== watched.businessId || (watched.campaignId && campaignId !== watched.campaignId)) return
    if (callId && name === 'call.started') begunIn(listOf(watched)).add(callId)
    if (callId) void client.invalidateQueries({ queryKey: callKeys.one(businessId, callId) })
    ask()
  })

  const isOf = arrivals.list === listOf(watched)
  const show = () => {
    begun.current = { list: '', ids: new Set() }
    setArrivals({ list: '', waiting: 0, shown: nothing })
    if (isFirstPage(watched.query))
      void client.refetchQueries({ queryKey: callKeys.list(watched.businessId, watched.query), exact: true })
    else showFirstPage()
  }
  return { waiting: isOf ? arrivals.waiting : 0, arrived: isOf ? arrivals.shown : nothing, show }
}
