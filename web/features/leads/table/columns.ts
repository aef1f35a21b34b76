import type { LeadColumn } from '#contract/leads/table-views.ts'
import type { ColumnLooks } from '../../../ui/table/columns.ts'

/** Growing columns share one width, so that the offset of a pinned column can be computed. */
const growing = { width: 134, grows: true } as const

/** Default order, widths and visibility. */
export const leadColumnLooks: ColumnLooks<LeadColumn> = {
  name: { width: 176 },
  phone: { width: 112 },
  email: growing,
  status: { width: 132 },
  campaign: growing,
  source: { width: 116 },
  tags: { ...growing, isHidden: true },
  value: { width: 88 },
  assignedTo: { width: 72 },
  utmSource: { width: 116, isHidden: true },
  utmMedium: { width: 116, isHidden: true },
  utmCampaign: { ...growing, isHidden: true },
  utmContent: { ...growing, isHidden: true },
  utmTerm: { ...growing, isHidden: true },
  duplicate: { width: 84, isHidden: true },
  callStatus: { width: 148, isHidden: true },
  callStart: { width: 112, isHidden: true },
  callDuration: { width: 88, isHidden: true },
  callRecording: { width: 76, isHidden: true },
  firstResponse: { width: 112, isHidden: true },
  lastActivity: { width: 112, isHidden: true },
  date: { width: 82 },
}
