import type { Db } from '../../../platform/db/db.ts'
import type { Author } from '../../../platform/events/emit.ts'
import { lockLeads } from '../lead-writer.queries.ts'
import { canClaim } from './claim.queries.ts'
import { writeLeads } from './lead-writer.service.ts'

type Claim = { leadId: string; userId: string }
/**
 * Assigns an unassigned lead to a member who is restricted to their own leads. Of two concurrent claims, the first
 * wins. Returns false if nothing changed: the member is not restricted, or the lead is assigned or in the trash.
 */
export async function claimUnassignedLead(tx: Db, author: Author, { leadId, userId }: Claim): Promise<boolean> {
  const { businessId } = author
  if (!(await canClaim(tx, businessId, { leadId, userId }))) return false
  const [lead] = await lockLeads(tx, businessId, [leadId])
  // A concurrent claim or deletion may have been committed before the lock was acquired.
  if (!lead || lead.assignedTo || lead.deletedAt) return false
  const cause = author.kind === 'system' ? 'answered' : 'entered'
  await writeLeads(tx, author, [{ before: lead, after: { ...lead, assignedTo: userId } }], { cause })
  return true
}
