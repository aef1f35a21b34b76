/** Rights and reasons of assignment, apart from its routes because every page loads them (features.ts, events/leads.ts). */
export const assignmentRights = {
  /** Which person gets the new leads of a campaign, and what happens when its target passes. */
  'assignment.edit': ['Owner', 'Admin', 'Affiliate', 'Lead'],
} as const

/**
 * Why a rule chose a person: a mode, or `known`: they had a lead of this phone or e-mail, or spoke with it; `answered`: they
 * answered the call that made the lead; `handOver`: the person before did not answer in time; `accepted`: they took the lead
 * when they were rung (speed-to-lead/terms.ts).
 */
export const assignmentReasons = [
  'roundRobin',
  'fewestOpen',
  'weighted',
  'known',
  'answered',
  'handOver',
  'accepted',
] as const
export type AssignmentReason = (typeof assignmentReasons)[number]
