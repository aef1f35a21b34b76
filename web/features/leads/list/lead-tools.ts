import type { Call } from '#contract/calls.ts'
import type { Lead } from '#contract/leads.ts'
import type { User } from '#contract/users.ts'
import type { LeadPlace } from '../list-origin.ts'
import type { StatusLook } from '../status/use-statuses.ts'

/**
 * What rows and cards may do with a lead; an act that one has no right to is undefined. The same object while nothing of
 * it changes, so that rows are drawn anew for their own lead alone.
 */
export type LeadTools = {
  businessId: string
  statuses: readonly StatusLook[]
  /** The lead's last call, where a column shows something of it. */
  callOf: (lead: Lead) => Call | undefined
  hrefOf: (lead: Lead) => string
  linkTo: (lead: Lead) => { to: string; state: { leadPlace: LeadPlace } }
  statusChange: (lead: Lead) => ((status: StatusLook) => void) | undefined
  assigneeChange: (lead: Lead) => ((person: User | null) => void) | undefined
  /** Agorot; null for none. */
  valueChange: (lead: Lead) => ((value: number | null) => void) | undefined
  tagsChange: (lead: Lead) => ((tags: string[]) => void) | undefined
  deletion: (lead: Lead) => (() => void) | undefined
  restoring: (lead: Lead) => (() => void) | undefined
  /** Marks a read lead as unread and the other way round. */
  readMark: (lead: Lead) => () => void
}
