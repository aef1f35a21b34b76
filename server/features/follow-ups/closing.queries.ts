import { sql } from 'kysely'
import type { FollowUpAction } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { Db } from '../../platform/db/db.ts'

/** The fields of a changed follow-up that its event contains. */
export type ClosedRow = {
  campaignId: string
  leadId: string
  followUpId: string
  action: FollowUpAction
  dueAt: string
  assignedTo: string
  note: string
}
const facts = sql`l.campaign_id as "campaignId", f.lead_id as "leadId", f.id as "followUpId", f.action,
  f.due_at as "dueAt", f.user_id as "assignedTo", f.note`

type ByCalls = { callIds: readonly string[]; seconds: number; at: string }
/**
 * Closes open follow-ups with the action Call Back, if they were set before the end of an answered call between their
 * person and the lead.
 */
export async function closeByCalls(tx: Db, businessId: string, { callIds, seconds, at }: ByCalls) {
  const { rows } = await sql<ClosedRow>`
    update follow_ups f set closed_at = ${at}, ending = 'call'
    from calls c join leads l on l.business_id = c.business_id and l.id = c.lead_id
    where c.business_id = ${businessId} and c.id = any(${callIds}::uuid[]) and c.status = 'Answered'
      and c.talk_s >= ${seconds} and not c.is_test
      and f.business_id = c.business_id and f.lead_id = c.lead_id and f.user_id = c.answered_by
      and f.action = 'Call Back' and f.closed_at is null
      and f.created_at <= coalesce(c.ended_at, c.started_at + make_interval(secs => c.talk_s))
    returning ${facts}`.execute(tx)
  return rows
}

type ByMessage = { messageId: string; leadId: string; userId: string; action: FollowUpAction; at: string }
/** Closes the open follow-up of the person who wrote the message, if it asked for one and was set before it was written. */
export async function closeByMessage(tx: Db, businessId: string, { messageId, leadId, userId, action, at }: ByMessage) {
  const { rows } = await sql<ClosedRow>`
    update follow_ups f set closed_at = ${at}, ending = 'message' from leads l, lead_messages m
    where f.business_id = ${businessId} and f.lead_id = ${leadId} and f.user_id = ${userId} and f.action = ${action}
      and f.closed_at is null and l.business_id = f.business_id and l.id = f.lead_id
      and m.business_id = f.business_id and m.id = ${messageId} and f.created_at <= m.at
    returning ${facts}`.execute(tx)
  return rows
}

type Leaving = { userId: string; takeOver: string | null; byId: string | null }
/**
 * Gives open follow-ups to the person who takes over, else to the lead's assignee, else to the Owner who removed the
 * member, else to the Owner who has been there longest. Leads on which that person has an open one are left out.
 */
export async function passOn(tx: Db, businessId: string, { userId, takeOver, byId }: Leaving) {
  const { rows } = await sql<ClosedRow>`
    with active as (select m.user_id, m.role, m.joined_at from memberships m
        where m.business_id = ${businessId} and m.suspended_at is null and m.user_id <> ${userId}::uuid),
      heirs as (select f.id, coalesce(
          (select a.user_id from active a where a.user_id = ${takeOver}::uuid),
          (select a.user_id from active a where a.user_id = l.assigned_to),
          (select a.user_id from active a where a.user_id = ${byId}::uuid and a.role = 'Owner'),
          (select a.user_id from active a where a.role = 'Owner' order by a.joined_at, a.user_id limit 1)) as heir
        from follow_ups f join leads l on l.business_id = f.business_id and l.id = f.lead_id
        where f.business_id = ${businessId} and f.user_id = ${userId} and f.closed_at is null)
    update follow_ups f set user_id = h.heir
    from heirs h, leads l
    where f.business_id = ${businessId} and f.id = h.id and h.heir is not null
      and l.business_id = f.business_id and l.id = f.lead_id
      and not exists (select from follow_ups o where o.business_id = f.business_id and o.lead_id = f.lead_id
        and o.user_id = h.heir and o.closed_at is null)
    returning ${facts}`.execute(tx)
  return rows
}

export async function deleteOpenOf(tx: Db, businessId: string, userId: string) {
  const { rows } = await sql<ClosedRow>`
    delete from follow_ups f using leads l
    where f.business_id = ${businessId} and f.user_id = ${userId} and f.closed_at is null
      and l.business_id = f.business_id and l.id = f.lead_id
    returning ${facts}`.execute(tx)
  return rows
}
