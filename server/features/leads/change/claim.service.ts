import type { Db } from '../../../platform/db/db.ts'
import { type Author, emit } from '../../../platform/events/emit.ts'
import { assignIfUnassigned } from './claim.queries.ts'

/**
 * Assigns an unassigned lead to a member who is restricted to their own leads. False: nothing changed (the member is
 * not restricted, the lead is assigned or in the trash).
 */
export async function claimUnassignedLead(
  tx: Db,
  author: Author,
  { leadId, userId }: { leadId: string; userId: string },
): Promise<boolean> {
  const claimed = await assignIfUnassigned(tx, author.businessId, { leadId, userId })
  if (!claimed) return false
  // Counters do not depend on the assignee.
  await emit(tx, author, 'lead.changed', { leadId, ...claimed, changes: { assignedTo: [null, userId] }, counts: [] })
  return true
}
