import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import { type Account, type ErasureTarget, type KnownUser, type Person, provedOf } from '../personal-data.ts'

/** Whether the message was caused by one of the events. */
const causedBy = (events: RawBuilder<unknown>) =>
  sql`split_part(dedupe_key, ' ', 1) in (select id::text from (${events}) notified)`

/** Deletes queued e-mails and SMS about the leads or to the person, and erases the content of all others. */
export async function eraseMessages(tx: Db, businessId: string, { leadIds, contacts }: ErasureTarget) {
  const events = sql`select id from events where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`
  const about = sql`(recipient = any(${contacts}::text[]) or ${causedBy(events)})`
  await sql`delete from messages where business_id = ${businessId} and state = 'queued' and ${about}`.execute(tx)
  await sql`update messages set subject = null, body = null, html = null,
      dedupe_key = case when recipient = any(${contacts}::text[]) then null else dedupe_key end,
      recipient = case when recipient = any(${contacts}::text[]) then '' else recipient end
    where business_id = ${businessId} and ${about}`.execute(tx)
}

/** E-mails and SMS that the business sent to the person. */
export const listMessages = ({ workerDb }: { workerDb: Db }, businessId: string, { contacts }: Person) =>
  rowsOf(
    workerDb,
    sql`select channel, recipient, subject, body, created_at as "createdAt", sent_at as "sentAt", state from messages
    where business_id = ${businessId} and recipient = any(${contacts}::text[]) order by created_at, id`,
  )

/**
 * Condition for messages that were sent to the user. Businesses know a member by the account's address, verified or
 * not; messages without a business are about the account itself.
 */
function messagesTo(account: Account) {
  const { email, phone } = provedOf(account)
  return sql`(recipient = ${email} or recipient = ${phone} or (channel = 'push' and account_id = ${account.userId}) or (recipient = ${account.email} and (business_id is null
    or business_id in (select business_id from memberships where user_id = ${account.userId}))))`
}

export async function eraseMessagesOfAccount(tx: Db, account: Account) {
  await sql`delete from messages where state = 'queued' and ${messagesTo(account)}`.execute(tx)
  await sql`update messages set recipient = '', subject = null, body = null, html = null, dedupe_key = null
    where ${messagesTo(account)}`.execute(tx)
}

export const listMessagesOfAccount = (db: Db, account: Account) =>
  rowsOf(
    db,
    sql`select channel, recipient, created_at as "createdAt", sent_at as "sentAt", state from messages
    where ${messagesTo(account)} order by created_at, id`,
  )

/**
 * Erases the user's name in messages. Messages are found by event, because other people may have the same name or a
 * name that contains it.
 */
export async function eraseMessagesNaming(tx: Db, businessId: string, { userId, name }: KnownUser) {
  const events = sql`select id from events where business_id = ${businessId}
    and (user_id = ${userId} or (lead_id is null and payload ->> 'userId' = ${userId}::text))`
  await sql`update messages set subject = null, body = null, html = null where business_id = ${businessId}
    and state <> 'queued' and ${causedBy(events)}
    and (position(${name} in body) > 0 or position(${name} in subject) > 0)`.execute(tx)
}
