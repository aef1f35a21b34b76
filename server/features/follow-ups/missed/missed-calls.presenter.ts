import type { MissedCaller } from '#contract/leads/follow-ups/missed-calls.ts'
import { maskPhone } from '#contract/values/masks.ts'
import { clockOf } from '../../leads/leads.presenter.ts'
import { leadOf } from '../today/today.presenter.ts'
import type { LeadOfToday } from '../today/today.sql.ts'
import type { MissedRow } from './missed-calls.queries.ts'

export function toMissedCaller(row: MissedRow, isMasked: boolean, now: Date): MissedCaller {
  return {
    callId: row.call_id,
    caller: isMasked ? maskPhone(row.caller) : row.caller,
    tries: row.tries,
    firstAt: row.first_at,
    at: row.at,
    isFirstTime: row.is_first_time,
    campaignId: row.campaign_id,
    campaignName: row.name_of_campaign,
    number: { phone: row.called, label: row.label ?? '' },
    rang: row.rang,
    clock: clockOf(row, now),
    snoozedUntil: row.snoozed_until,
    lead: row.lead_id ? leadOf(row as LeadOfToday, isMasked) : null,
  }
}
