import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { z } from 'zod'
import { id } from '#contract/common.ts'
import { historyKinds, historyOrders } from '#contract/leads/history/lead-history.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { call } from '../../../lib/http/call.ts'
import { leadKeys } from '../lead-keys.ts'

export const HISTORY_PAGE = 50

/** What of a history is shown; `item`: the pages begin around this one. */
const HistoryView = z.object({ kind: z.enum(historyKinds), order: z.enum(historyOrders), item: id.optional() })
export type HistoryView = z.output<typeof HistoryView>
/** The view in the key of a history's query. */
export const viewOfKey = (key: QueryKey) => HistoryView.parse(key.at(-1))

type Place = { before?: string | undefined; after?: string | undefined; around?: string | undefined }
export const historyQuery = (businessId: string, leadId: string, view: HistoryView) => {
  const { kind, order, item } = view
  const isNewestFirst = order === 'newest'
  const first: Place = { around: item }
  return infiniteQueryOptions({
    queryKey: [...leadKeys.history(businessId, leadId), view],
    queryFn: ({ pageParam, signal }) =>
      call(
        leadRoutes.history,
        { params: { id: leadId }, query: { kind, order, limit: HISTORY_PAGE, ...pageParam } },
        { signal },
      ),
    staleTime: 0,
    initialPageParam: first,
    getNextPageParam: ({ history, hasOlder, hasNewer }): Place | undefined => {
      const last = history.at(-1)?._id
      return isNewestFirst ? (hasOlder ? { before: last } : undefined) : hasNewer ? { after: last } : undefined
    },
    getPreviousPageParam: ({ history, hasOlder, hasNewer }): Place | undefined => {
      const top = history[0]?._id
      return isNewestFirst ? (hasNewer ? { after: top } : undefined) : hasOlder ? { before: top } : undefined
    },
  })
}
