import { z } from 'zod'
import { id } from '#contract/common.ts'
import {
  type HistoryKind,
  type HistoryOrder,
  historyKinds,
  historyOrders,
} from '#contract/leads/history/lead-history.ts'
import { useSearchState } from '../../../lib/search.ts'
import { storage, useStored } from '../../../lib/storage.ts'

const Search = z.object({
  kind: z.enum(historyKinds).optional(),
  order: z.enum(historyOrders).optional(),
  item: id.optional(),
})

/** The kind, the order and the linked item in the address; the order that was chosen last is kept on the device. */
export function useHistoryView() {
  const [{ kind = 'all', order, item }, setSearch] = useSearchState(Search)
  const [keptOrder, keepOrder] = useStored(storage.historyOrder)
  return {
    kind,
    order: order ?? keptOrder,
    item,
    setKind: (next: HistoryKind) => void setSearch({ kind: next === 'all' ? undefined : next, item: undefined }),
    setOrder: (next: HistoryOrder) => {
      keepOrder(next)
      void setSearch({ order: next, item: undefined })
    },
  }
}
