import type { FollowUpAction } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import { newId } from '../../platform/ids.ts'
import type { FollowUpRow } from './follow-ups.queries.ts'
import * as queries from './follow-ups.queries.ts'
import { factsOf } from './follow-ups.rules.ts'
import { mayFollowUp } from './followers.service.ts'

type Place = { id: string; campaignId: string; assignedTo: string | null }
type Wanted = { userId: string; ownerId: string; action: FollowUpAction; dueAt: string; note: string; now: Date }
/** Sets a person's next action on a lead for an automation; false if that person may not work on the lead. */
export async function followUpByAutomation(
  tx: Db,
  author: Author,
  lead: Place,
  { userId, ownerId, now, ...wanted }: Wanted,
) {
  const { businessId } = author
  const { id: leadId, campaignId, assignedTo } = lead
  if (!(await mayFollowUp(tx, businessId, { userId, campaignId, assignedTo }))) return false
  await queries.lockFollowUpsOf(tx, businessId, leadId)
  const made = { id: newId(), leadId, userId, ...wanted, createdBy: ownerId, at: now.toISOString() }
  const id = await queries.upsertFollowUp(tx, businessId, made)
  const row = (await queries.findFollowUp(tx, businessId, id)) as FollowUpRow
  await emit(tx, author, 'follow_up.set', factsOf(row, campaignId))
  return true
}
