import type { CallColumn } from '#contract/leads/table-views.ts'
import type { ColumnLooks } from '../../../ui/table/columns.ts'

const growing = { width: 134, grows: true } as const

/** In default order. */
export const callColumnLooks: ColumnLooks<CallColumn> = {
  date: { width: 136 },
  caller: { width: 208 },
  campaign: growing,
  number: { width: 116 },
  answeredBy: { width: 132 },
  status: { width: 148 },
  ring: { width: 64 },
  talk: { width: 64 },
  source: { width: 116 },
  tags: { ...growing, isHidden: true },
  recording: { width: 76 },
}
