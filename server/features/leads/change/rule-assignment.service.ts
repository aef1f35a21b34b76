import type { AssignmentReason } from '#contract/leads/assignment/terms.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type LockedLead, lockLeads } from '../lead-writer.queries.ts'
import { patchLead } from './lead-writer.rules.ts'
import { writeLeads } from './lead-writer.service.ts'

export type LeadToAssign = LockedLead

/** Locks a lead until the transaction ends, for the rule of its campaign. */
export async function lockLeadToAssign(tx: Db, businessId: string, id: string): Promise<LeadToAssign | undefined> {
  const [lead] = await lockLeads(tx, businessId, [id])
  return lead
}

type Choice = { userId: string; reason: AssignmentReason }
/**
 * Assigns a locked lead to the person whom the campaign's rule chose, who is notified unless they took it themselves. It is
 * no activity of the lead.
 */
export async function assignByRule(tx: Db, businessId: string, lead: LeadToAssign, { userId, reason }: Choice) {
  const after = patchLead(lead, { assignedTo: userId }, lead.statusType)
  await writeLeads(tx, { kind: 'system', businessId }, [{ before: lead, after }], {
    cause: 'rule',
    byRule: reason,
    notifies: reason === 'accepted' ? [] : [userId],
    isActivity: false,
  })
}
