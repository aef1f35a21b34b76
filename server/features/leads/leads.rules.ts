import { NAME_MAX, NAME_MIN } from '#contract/common.ts'
import type { CountStep } from '#contract/events.ts'
import { clickIdFields, type NewLead, utmFields } from '#contract/leads.ts'
import { NOT_ANSWERED } from '#contract/responses.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Issue } from '../../platform/http/errors.ts'
import { canInCampaign, canReadLead } from '../access/access.rules.ts'

type Placed = { campaignId: string }

/** Out of sight is not there at all: the answer is then "not found", never "forbidden". */
export const canSeeLead = (caller: Caller, lead: Placed & { assignedTo: string | null }) => canReadLead(caller, lead)
export const canEditLead = (caller: Caller, { campaignId }: Placed) => canInCampaign(caller, 'leads.edit', campaignId)
export const canAssignLead = (caller: Caller, { campaignId }: Placed) =>
  canInCampaign(caller, 'leads.assign', campaignId)
export const canDeleteLead = (caller: Caller, { campaignId }: Placed) =>
  canInCampaign(caller, 'leads.delete', campaignId)

/** What counters must know of a lead. */
type CountedLead = {
  campaignId: string
  statusId: string
  source: string
  /** Of its creation, in Asia/Jerusalem. */
  day: string
  /** How long the first answer took (contract/responses.ts). */
  response: string
  /** Agorot of a won lead, else 0. */
  sales: number
}

/** A lead's weight in the counters, to be put in (1) or taken out (-1). */
export const countStep = (
  { campaignId, statusId, source, day, response, sales }: CountedLead,
  sign: 1 | -1,
): CountStep => ({
  campaignId,
  statusId,
  source,
  day,
  ...(response !== NOT_ANSWERED && { response }),
  total: sign,
  sales: sales && sign * sales,
})

/** What a won lead sold for, in agorot; no other lead has sold. */
export const salesOf = (statusType: string, value: number | null) => (statusType === 'Won' ? (value ?? 0) : 0)

/** What counters must know of a lead that is held. */
export const countedOf = ({
  statusType,
  value,
  ...lead
}: Omit<CountedLead, 'sales'> & { statusType: string; value: number | null }): CountedLead => ({
  campaignId: lead.campaignId,
  statusId: lead.statusId,
  source: lead.source,
  day: lead.day,
  response: lead.response,
  sales: salesOf(statusType, value),
})

/** The steps from one state of a lead to another: none where both weigh the same in the same place. */
export function countSteps(before: CountedLead, after: CountedLead): CountStep[] {
  const isSame = (Object.keys(before) as (keyof CountedLead)[]).every((name) => before[name] === after[name])
  return isSame ? [] : [countStep(before, -1), countStep(after, 1)]
}

/** People give full names; from outside a name may be missing or long. */
export function nameIssues(name: string): Issue[] {
  if (name === '') return [{ path: 'name', message: 'required' }]
  if (name.length < NAME_MIN) return [{ path: 'name', message: 'too_short', values: { limit: NAME_MIN } }]
  if (name.length > NAME_MAX) return [{ path: 'name', message: 'too_long', values: { limit: NAME_MAX } }]
  return []
}

const filled = (entries: (readonly [string, string | undefined])[]) =>
  Object.fromEntries(entries.filter((entry): entry is [string, string] => !!entry[1]))

/** UTM values, as an object or by the flat names that web forms send; empty ones are none. */
export const utmOf = (lead: NewLead) =>
  filled(utmFields.map((field) => [field, lead.utm?.[field] || lead[`utm_${field}`]]))

export const clickIdsOf = (lead: NewLead) => filled(clickIdFields.map((field) => [field, lead[field]]))

const sourcesOfUtm: [source: string, names: readonly string[]][] = [
  ['google_ads', ['google', 'google_ads', 'googleads', 'adwords']],
  ['meta', ['facebook', 'fb', 'instagram', 'ig', 'meta']],
]

/** Where it came from: as said, else by what the advertiser's link says, else `otherwise`. */
export function sourceOf(lead: NewLead, otherwise: string): string {
  if (lead.source) return lead.source
  const { source = '' } = utmOf(lead)
  const clicks = clickIdsOf(lead)
  const byName = sourcesOfUtm.find(([, names]) => names.includes(source.toLowerCase()))
  if (byName) return byName[0]
  if (clicks.gclid || clicks.gbraid || clicks.wbraid) return 'google_ads'
  if (clicks.fbclid) return 'meta'
  return otherwise
}
