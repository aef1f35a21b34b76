import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ErasureTarget, OwnRows, Person } from '../personal-data.ts'
import { deleteTokens } from './inbound/mail/reply-addresses.queries.ts'
import { maskText } from './masked-text.rules.ts'

/** Texts and addresses are erased; that something was written, when, and how it ended remains. What waits is not sent. */
export async function eraseLeadMessages(tx: Db, businessId: string, { leadIds, contacts }: ErasureTarget) {
  const ofPerson = sql`business_id = ${businessId} and (lead_id = any(${leadIds}::uuid[]) or address = any(${contacts}::text[]))`
  await sql`update lead_messages set state = 'canceled', waits_until = null, waits_for = null
    where ${ofPerson} and state in ('waiting', 'queued')`.execute(tx)
  await sql`delete from lead_message_pages p using lead_messages m
    where p.business_id = m.business_id and p.message_id = m.id and m.id in (select id from lead_messages where ${ofPerson})
      and m.business_id = ${businessId}`.execute(tx)
  await sql`update lead_messages set text = '', subject = null, address = '', dedupe_key = null, attachments = null,
    template = null
    where ${ofPerson}`.execute(tx)
  await deleteTokens(tx, businessId, leadIds)
}

/** Messages of the person's leads, in both directions. */
export const listLeadMessages = ({ db }: { db: Db }, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select m.lead_id as lead, m.direction, m.channel, m.purpose, m.address, m.subject, m.text, u.name as by, m.at, m.state,
      m.state_at as "stateAt" from lead_messages m left join users u on u.id = m.author_id
    where m.business_id = ${businessId} and m.lead_id = any(${leadIds}::uuid[]) order by m.id`,
  )

type OwnMessage = { subject: string | null; text: string }
/** Messages that the user wrote, newest first. Contacts in them are data of the lead, and are masked. */
export async function listOwnMessages(db: Db, businessId: string, { userId, most }: OwnRows) {
  const rows = await rowsOf<OwnMessage>(
    db,
    sql`select lead_id as lead, channel, purpose, subject, text, at, state from lead_messages
    where business_id = ${businessId} and author_id = ${userId} order by id desc limit ${most}`,
  )
  return rows.map((row) => ({ ...row, subject: row.subject && maskText(row.subject), text: maskText(row.text) }))
}
