import type { Db } from '../../../platform/db/db.ts'
import { findAnswerMoment } from './answer.queries.ts'
import { lockLeads } from './lead-writer.queries.ts'
import { writeResponse } from './lead-writer.service.ts'

type Answer = { leadId: string; startedAt: string; answeredAt: string }
/**
 * Records an answered call as the first response to its lead, unless the stored one is earlier: reports may arrive after
 * a comment that was written during the call. Returns the counters' deltas for the event that the caller emits, or
 * undefined if nothing changed.
 */
export async function recordAnsweredCall(tx: Db, businessId: string, answer: Answer) {
  const at = await findAnswerMoment(tx, businessId, answer)
  if (!at) return undefined
  const [lead] = await lockLeads(tx, businessId, [answer.leadId], new Date(at))
  if (!lead || (lead.firstResponseAt && Date.parse(lead.firstResponseAt) <= Date.parse(at))) return undefined
  const after = { ...lead, firstResponseAt: at, response: lead.responseNow }
  const counts = await writeResponse(tx, businessId, lead, after)
  // Leads in the trash are not counted; a restore adds the state that is stored then.
  return lead.deletedAt ? [] : counts
}
