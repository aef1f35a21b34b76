import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ErasureTarget, OwnRows, Person } from '../personal-data.ts'

/** Texts and contacts are erased and links end; what was to come is cancelled. The row stays, so that counts agree. */
export async function eraseMeetings(tx: Db, businessId: string, { leadIds, at }: ErasureTarget) {
  const ofLeads = sql`business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`
  const ids = sql`(select id from meetings where ${ofLeads})`
  await sql`select from meetings where ${ofLeads} order by id for update`.execute(tx)
  await sql`delete from meeting_links where business_id = ${businessId} and meeting_id in ${ids}`.execute(tx)
  await sql`delete from meeting_notices where business_id = ${businessId} and meeting_id in ${ids}`.execute(tx)
  await sql`update meetings set title = '', place = '', link = null, message = '', guest_name = '', guest_phone = null,
      guest_email = null, guest_words = null, answers = null, reminders = '{}', offers = '{}',
      status = case when ends_at > ${at} then 'Meeting Canceled' else status end,
      cancelled_by = case when ends_at > ${at} then coalesce(cancelled_by, 'staff') else cancelled_by end
    where ${ofLeads}`.execute(tx)
}

const columns = sql`m.lead_id as lead, m.kind, m.title, m.starts_at as "startsAt", m.ends_at as "endsAt", m.place, m.link,
  m.status, m.outcome`

export const listMeetingsOfPerson = ({ db }: { db: Db }, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select ${columns}, m.message, m.guest_name as guest, m.guest_phone as phone, m.guest_email as email,
      m.guest_words as "guestWords", m.answers, m.opened_at as "openedAt", m.answered_at as "answeredAt", m.created_at as "createdAt",
      (select jsonb_agg(u.name) from users u where u.id = any(m.participants)) as participants
    from meetings m where m.business_id = ${businessId} and m.lead_id = any(${leadIds}::uuid[]) order by m.starts_at, m.id`,
  )

/** Meetings of the user, newest first. */
export const listOwnMeetings = (db: Db, businessId: string, { userId, most }: OwnRows) =>
  rowsOf(
    db,
    sql`select ${columns}, m.created_at as "createdAt" from meetings m
    where m.business_id = ${businessId} and (m.participants @> array[${userId}::uuid] or m.created_by = ${userId})
    order by m.starts_at desc, m.id desc limit ${most}`,
  )
