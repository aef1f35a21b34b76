import type { Db } from '../../../platform/db/db.ts'
import { type Author, emit } from '../../../platform/events/emit.ts'
import { assignNobodysLead } from './claim.queries.ts'

/**
 * Gives a lead that is nobody's to somebody who has to do with it and, kept to their own leads, would not see it. False:
 * they are not, or it is somebody's or in the trash, and nothing was changed.
 */
export async function giveNobodysLead(
  tx: Db,
  author: Author,
  { leadId, userId }: { leadId: string; userId: string },
): Promise<boolean> {
  const given = await assignNobodysLead(tx, author.businessId, { leadId, userId })
  if (!given) return false
  // Counters do not ask whose a lead is.
  await emit(tx, author, 'lead.changed', { leadId, ...given, changes: { assignedTo: [null, userId] }, counts: [] })
  return true
}
