import { NAME_MAX, NAME_MIN } from '#contract/common.ts'
import type { CounterDelta } from '#contract/events/leads.ts'
import { NOT_ANSWERED } from '#contract/leads/responses/responses.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Issue } from '../../platform/http/errors.ts'
import { canInCampaign, canReadLead } from '../access/access.rules.ts'

type InCampaign = { campaignId: string }

/** A request for a lead out of scope is answered with "not found", never with "forbidden". */
export const canSeeLead = (caller: Caller, lead: InCampaign & { assignedTo: string | null }) =>
  canReadLead(caller, lead)
export const canEditLead = (caller: Caller, { campaignId }: InCampaign) =>
  canInCampaign(caller, 'leads.edit', campaignId)
export const canAssignLead = (caller: Caller, { campaignId }: InCampaign) =>
  canInCampaign(caller, 'leads.assign', campaignId)
export const canDeleteLead = (caller: Caller, { campaignId }: InCampaign) =>
  canInCampaign(caller, 'leads.delete', campaignId)

/** The fields of a lead that the counters depend on. */
type CountedLead = {
  campaignId: string
  statusId: string
  source: string
  /** Day of creation in Asia/Jerusalem. */
  day: string
  /** Hour of the week of the creation (week-hours.ts). */
  hour: number
  /** Bucket of the first response time (contract/leads/responses.ts). */
  response: string
  /** 0 for a lead that is deleted. */
  total: 0 | 1
  /** The lead's value in agorot if it is won, or what it had won before it was merged; otherwise 0. */
  sales: number
  /** The lead's value in agorot, 0 without one and for a deleted lead. */
  value: number
  assignedTo: string | null
}

/** The change of the counters when a lead is added (1) or removed (-1). */
export const counterDelta = (
  { campaignId, statusId, source, day, hour, response, total, sales, value, assignedTo }: CountedLead,
  sign: 1 | -1,
): CounterDelta => ({
  campaignId,
  statusId,
  source,
  day,
  hour,
  ...(response !== NOT_ANSWERED && { response }),
  total: total && sign,
  sales: sales && sign * sales,
  value: value && sign * value,
  assignedTo: assignedTo ?? 'none',
})

/** Sales of a lead in agorot: its value if it is won, otherwise 0. */
export const salesOf = (statusType: string, value: number | null) => (statusType === 'Won' ? (value ?? 0) : 0)

type Countable = Omit<CountedLead, 'total' | 'sales' | 'value'> & { statusType: string; value: number | null }
export const countedOf = ({
  statusType,
  value,
  deletedAt = null,
  countedPast = null,
  ...lead
}: Countable & { deletedAt?: string | null; countedPast?: number | null }): CountedLead => ({
  campaignId: lead.campaignId,
  statusId: lead.statusId,
  source: lead.source,
  day: lead.day,
  hour: lead.hour,
  response: lead.response,
  assignedTo: lead.assignedTo,
  ...(deletedAt === null
    ? { total: 1, sales: salesOf(statusType, value), value: value ?? 0 }
    : { total: 0, sales: countedPast ?? 0, value: 0 }),
})

/** The change of the counters when a lead goes from one state to another; empty if both are counted the same. */
export function counterDeltas(before: CountedLead, after: CountedLead): CounterDelta[] {
  const isSame = (Object.keys(before) as (keyof CountedLead)[]).every((name) => before[name] === after[name])
  const isCounted = ({ total, sales, value }: CounterDelta) => total !== 0 || sales !== 0 || value !== 0
  return isSame ? [] : [counterDelta(before, -1), counterDelta(after, 1)].filter(isCounted)
}

/** Names that users enter must be complete. API keys may send short, long or no names. */
export function nameIssues(name: string): Issue[] {
  if (name === '') return [{ path: 'name', message: 'required' }]
  if (name.length < NAME_MIN) return [{ path: 'name', message: 'too_short', values: { limit: NAME_MIN } }]
  if (name.length > NAME_MAX) return [{ path: 'name', message: 'too_long', values: { limit: NAME_MAX } }]
  return []
}
