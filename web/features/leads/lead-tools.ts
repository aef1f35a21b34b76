import type { Lead } from '#contract/leads.ts'
import type { LeadPlace } from './lead-place.ts'
import type { StatusLook } from './use-statuses.ts'

/** What rows and cards may do with a lead; an act that one has no right to is undefined. */
export type LeadTools = {
  statuses: readonly StatusLook[]
  linkTo: (lead: Lead) => { to: string; state: { leadPlace: LeadPlace } }
  statusChange: (lead: Lead) => ((status: StatusLook) => void) | undefined
  deletion: (lead: Lead) => (() => void) | undefined
  restoring: (lead: Lead) => (() => void) | undefined
  /** Marks a read lead as unread and the other way round. */
  readMark: (lead: Lead) => () => void
  removeAll: (leadIds: string[]) => void
  restoreAll: (leadIds: string[]) => void
}
