import { TODAY_COUNT_MAX } from '#contract/leads/follow-ups/today.ts'
import type { TodayLead } from '#contract/leads/follow-ups/today-lead.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import type { LeadOfToday } from './today.sql.ts'

export const leadOf = (row: LeadOfToday, isMasked: boolean): TodayLead => ({
  _id: row.lead_id,
  name: row.lead_name,
  phone: row.lead_phone && isMasked ? maskPhone(row.lead_phone) : row.lead_phone,
  email: row.lead_email && isMasked ? maskEmail(row.lead_email) : row.lead_email,
  doNotCall: row.lead_do_not_call,
  campaignId: row.lead_campaign,
  campaignName: row.campaign_name,
  assignedTo: row.assigned_to
    ? { _id: row.assigned_to, name: row.assigned_name ?? '', image: row.assigned_image }
    : null,
})

export const counted = ({ total }: { total: number }) => ({
  count: Math.min(total, TODAY_COUNT_MAX),
  countIsExact: total <= TODAY_COUNT_MAX,
})
