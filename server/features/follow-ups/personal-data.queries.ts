import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { OwnRows, Person } from '../personal-data.ts'

/** Notes are erased; open follow-ups of an erased person end. */
export const eraseFollowUps = (tx: Db, businessId: string, { leadIds }: Person) =>
  sql`update follow_ups set note = '', closed_at = coalesce(closed_at, now()), ending = coalesce(ending, 'done')
    where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`.execute(tx)

export const listFollowUpsOfPerson = ({ db }: { db: Db }, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select f.lead_id as lead, f.action, f.due_at as "dueAt", f.note, u.name as "assignedTo", f.created_at as "createdAt",
      f.closed_at as "closedAt" from follow_ups f join users u on u.id = f.user_id
    where f.business_id = ${businessId} and f.lead_id = any(${leadIds}::uuid[]) order by f.created_at, f.id`,
  )

/** Follow-ups of the user, newest first. */
export const listOwnFollowUps = (db: Db, businessId: string, { userId, most }: OwnRows) =>
  rowsOf(
    db,
    sql`select f.lead_id as lead, f.action, f.due_at as "dueAt", f.note, f.created_at as "createdAt", f.closed_at as "closedAt"
    from follow_ups f where f.business_id = ${businessId} and f.user_id = ${userId}
    order by f.created_at desc, f.id desc limit ${most}`,
  )

/** The person's phones, and callers whose last call belongs to one of their leads. */
const missedOf = (businessId: string, { leadIds, contacts }: Person) => sql`m.business_id = ${businessId}
  and (m.caller = any(${contacts}::text[]) or exists (select from calls c
    where c.business_id = m.business_id and c.id = m.call_id and c.lead_id = any(${leadIds}::uuid[])))`

export const eraseMissedCallers = (tx: Db, businessId: string, target: Person) =>
  sql`delete from missed_callers m where ${missedOf(businessId, target)}`.execute(tx)

export const listMissedOfPerson = ({ db }: { db: Db }, businessId: string, person: Person) =>
  rowsOf(
    db,
    sql`select m.caller, m.tries, m.first_at as "firstAt", m.last_at as "lastAt", m.snoozed_until as "snoozedUntil"
      from missed_callers m where ${missedOf(businessId, person)} order by m.last_at, m.campaign_id`,
  )
