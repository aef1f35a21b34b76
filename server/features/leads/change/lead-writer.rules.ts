import { isChosenIn, type StatusType } from '#contract/leads/lead-status.ts'
import { NOT_ANSWERED } from '#contract/leads/responses/responses.ts'
import type { LeadState, StateField } from '../lead-fields.sql.ts'
import type { ChosenStatus } from '../lead-references.queries.ts'
import type { LockedLead } from '../lead-writer.queries.ts'

export type LeadPatch = Partial<LeadState>

/** Arrays (tags) and objects (own fields) are compared by value. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b)) ||
  (isRecord(a) && isRecord(b) && changedKeys(a, b).length === 0)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const timeOf = (at: string | null) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at))
/** PostgreSQL drops the trailing zeros of a moment that `toISOString` writes, so the texts of one moment may differ. */
export const isSameMoment = (a: string | null, b: string | null) => timeOf(a) === timeOf(b)

/** Keys of own fields whose values differ. */
export const changedKeys = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !isSameValue(before[key], after[key]))

export const changedFields = (before: LeadState, after: LeadState, fields: readonly StateField[]) =>
  fields.filter((field) => !isSameValue(before[field], after[field]))

/** The lead after the patch, with the derived fields: status type, response bucket, lost reason. */
export function patchLead(lead: LockedLead, patch: LeadPatch, statusType: StatusType): LockedLead {
  const after = { ...lead, ...patch }
  const response = !after.firstResponseAt ? NOT_ANSWERED : lead.firstResponseAt ? lead.response : lead.responseNow
  // Only a lost lead has a reason.
  return { ...after, response, statusType, lostReason: statusType === 'Lost' ? after.lostReason : null }
}

/** The first response to a lead counts; later ones change nothing. */
export const respondAt = (lead: Pick<LockedLead, 'firstResponseAt'>, at: string) => ({
  firstResponseAt: lead.firstResponseAt ?? at,
})

/** The reason why a lead of this campaign cannot be given the status, or null if it can. */
export const statusRefusal = (status: ChosenStatus | undefined, campaignId: string) =>
  !status ? 'status_gone' : isChosenIn(status, campaignId) ? null : 'status_hidden'

/**
 * `campaigns`: campaigns whose leads the member may be assigned; null means all, undefined means not an active member.
 */
export const isAssignable = (campaigns: readonly string[] | null | undefined, campaignId: string) =>
  campaigns === null || (campaigns?.includes(campaignId) ?? false)
