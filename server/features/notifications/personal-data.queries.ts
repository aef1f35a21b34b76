import { sql } from 'kysely'
import { mentions } from '../../platform/db/contact-match.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Account, ErasureTarget, KnownUser } from '../personal-data.ts'

/** Deletes the notifications about the leads, and others that name the person. */
export async function eraseNotifications(tx: Db, businessId: string, { leadIds, matchTexts }: ErasureTarget) {
  await sql`delete from notifications n using events e
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[]) and n.event_id = e.id`.execute(tx)
  await sql`delete from notifications
    where business_id = ${businessId} and not content ? 'leadId' and ${mentions(sql`content::text`, matchTexts)}`.execute(
    tx,
  )
}

/** Notifications are found by event, because other people may have the same name or a name that contains it. */
export const eraseNotificationsNaming = (tx: Db, businessId: string, { userId, email, phone }: KnownUser) =>
  sql`delete from notifications where business_id = ${businessId} and content ? 'personName'
    and (content ->> 'personName' in (${email}, ${phone}) or event_id in (select id from events
      where business_id = ${businessId} and (user_id = ${userId} or (lead_id is null and payload ->> 'userId' = ${userId}::text))))`.execute(
    tx,
  )

/** The person's notifications, without the names of other people. */
export const listNotificationsOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(
    db,
    sql`select b.name as business, n.action, n.content - '{leadName,leadPhone,leadEmail,personName}'::text[] as content, n.created_at as "createdAt", n.read_at as "readAt"
    from notifications n join businesses b using (business_id) where n.user_id = ${userId} order by n.id`,
  )
