import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Lease } from '../../platform/jobs/due-work.ts'
import type { MessageKind } from '../ceilings/ceilings.rules.ts'
import type { SmsDelivery } from './sms.rules.ts'

/** `stored`: its name in the storage; `name`: the name that the recipient sees. */
export type Attachment = { stored: string; name: string; type: string }

export type DueMessage = {
  id: string
  channel: 'mail' | 'sms' | 'push'
  recipient: string
  subject: string | null
  body: string
  html: string | null
  /** Number of attempts, including the current one. */
  attempts: number
  kind: MessageKind
  businessId: string | null
  accountId: string | null
  /** The recipient's unsubscribe link. */
  unsubscribeUrl: string | null
  /** The sender name that the business chose. */
  attachment: Attachment | null
  mailName: string | null
  smsSender: string | null
  /** A message of the business to a lead, which is sent by the business's own channels. */
  isToLead: boolean
  /** The number from which the business sends text messages to leads. */
  smsNumber: { phone: string; connectionId: string } | null
}

type NewMessage = Pick<DueMessage, 'id' | 'channel' | 'recipient' | 'kind'> & {
  body: string | null
  business_id: string | null
  account_id: string | undefined
  subject?: string | null
  html?: string | null
  attachment?: Attachment | null
  language?: Language
  unsubscribe_url: string | undefined
  is_to_lead: boolean
  /** Estimated number of SMS segments. */
  segments: number | undefined
  /** Set only for messages that will not be sent. */
  state?: 'failed'
  refusal?: string
  error?: string
  dedupe_key: string | undefined
  /** When to send the message; undefined means at once. */
  due_at: string | undefined
}
const newColumns = sql.raw(
  'id, business_id, channel, kind, recipient, subject, body, html, attachment, language, unsubscribe_url, segments, dedupe_key, refusal, error, is_to_lead',
)
/**
 * Inserts messages in one statement. Of two messages with the same key, the first is kept. This is the only function
 * that inserts messages.
 */
export const insertMessages = (db: Db, rows: NewMessage[]) =>
  sql`insert into messages (${newColumns}, due_at, state, account_id)
    select ${newColumns}, coalesce(due_at, now()), coalesce(state, 'queued'),
      coalesce(account_id, (select b.created_by from businesses b where b.business_id = m.business_id))
    from jsonb_populate_recordset(null::messages, ${JSON.stringify(rows)}::jsonb) m on conflict do nothing`.execute(db)

/** Leases due messages of all tenants and accounts. Runs as the worker's role. */
export async function takeDueMessages(db: Db, { now, leaseUntil, most }: Lease) {
  const { rows } = await sql<DueMessage>`
    with taken as (
      update messages set attempts = attempts + 1, due_at = ${leaseUntil.toISOString()}
      where id in (select id from messages where state = 'queued' and lead_message_id is null and due_at <= ${now.toISOString()}
        order by due_at limit ${most} for update skip locked)
      returning id, business_id, account_id, kind, channel, recipient, subject, body, html, attachment, unsubscribe_url,
        attempts, is_to_lead)
    select t.id, t.business_id as "businessId", t.account_id as "accountId", t.kind, t.channel, t.recipient, t.subject, t.body,
      t.html, t.attachment, t.unsubscribe_url as "unsubscribeUrl", t.attempts, s.mail_name as "mailName",
      s.sms_sender as "smsSender", t.is_to_lead as "isToLead", case when t.is_to_lead and n.phone is not null
        then jsonb_build_object('phone', n.phone, 'connectionId', n.connection_id) end as "smsNumber"
    from taken t left join notification_settings s on s.business_id = t.business_id
      left join virtual_numbers n on n.business_id = s.business_id and n.id = s.sms_number_id and n.sms
        and n.state in ('active', 'paused')`.execute(db)
  return rows
}

type Sent = {
  now: Date
  keep: boolean
  /** SMS only: the provider's id, the number of segments and the current delivery state. */
  sms?: { sid: string | undefined; segments: number; delivery: SmsDelivery | undefined } | undefined
}
/**
 * Marks a message as sent and deletes its content, which may hold codes, links and names. A delivery report may have
 * arrived before the provider's reply.
 */
export const markSent = (db: Db, id: string, { now, keep, sms }: Sent) =>
  db
    .updateTable('messages')
    .set({
      state: 'sent',
      sent_at: now.toISOString(),
      error: null,
      ...(sms && {
        provider_sid: sms.sid ?? null,
        segments: sms.segments,
        delivery: sql<string | null>`coalesce(delivery, ${sms.delivery ?? null})`,
      }),
      ...(!keep && { subject: null, body: null, html: null, unsubscribe_url: null }),
    })
    .where('id', '=', id)
    .execute()

export const markForRetry = (db: Db, id: string, { error, dueAt }: { error: string; dueAt: Date }) =>
  db.updateTable('messages').set({ error, due_at: dueAt.toISOString() }).where('id', '=', id).execute()

type Failed = { error: string; code?: number | undefined; refusal?: string | undefined }
/** `refusal`: set if the message was not sent because of a ceiling or a rule for phones. */
export const markFailed = (db: Db, id: string, { error, code, refusal }: Failed) =>
  db
    .updateTable('messages')
    .set({
      state: 'failed',
      error,
      error_code: code ?? null,
      refusal: refusal ?? null,
      subject: null,
      body: null,
      html: null,
      unsubscribe_url: null,
    })
    .where('id', '=', id)
    .execute()

export type LastMessage = {
  recipient: string
  channel: 'mail' | 'sms' | 'push'
  state: 'queued' | 'sent' | 'failed'
  attempts: number
  dueAt: string
  createdAt: string
  sentAt: string | null
  delivery: SmsDelivery | null
  deliveryAt: string | null
  errorCode: number | null
  refusal: string | null
}
/** The newest message of a business to each address. */
export async function listLastMessages(db: Db, businessId: string, recipients: string[]): Promise<LastMessage[]> {
  const { rows } = await sql<LastMessage>`
    select m.* from unnest(${recipients}::text[]) as r(recipient), lateral (
      select recipient, channel, state, attempts, due_at as "dueAt", created_at as "createdAt", sent_at as "sentAt", delivery,
        delivery_at as "deliveryAt", error_code as "errorCode", refusal
      from messages where business_id = ${businessId} and recipient = r.recipient order by created_at desc limit 1) m`.execute(
    db,
  )
  return rows
}

export type EventMessage = LastMessage & { eventId: string; userId: string | null }
/**
 * The messages that these events caused; `userId`: the member who has the address or the device. Runs as the worker's
 * role.
 */
export async function listMessagesOfEvents(db: Db, businessId: string, eventIds: readonly string[]) {
  const { rows } = await sql<EventMessage>`
    with members as (select u.id, u.email, u.phone from memberships s join users u on u.id = s.user_id
      where s.business_id = ${businessId})
    select split_part(m.dedupe_key, ' ', 1) as "eventId", m.recipient, m.channel, m.state, m.attempts, m.due_at as "dueAt",
      m.created_at as "createdAt", m.sent_at as "sentAt", m.delivery, m.delivery_at as "deliveryAt",
      m.error_code as "errorCode", m.refusal, case m.channel when 'push' then m.account_id
        when 'mail' then (select u.id from members u where u.email = m.recipient limit 1)
        else (select u.id from members u where u.phone = m.recipient limit 1) end as "userId"
    from messages m where m.business_id = ${businessId} and m.dedupe_key is not null
      and split_part(m.dedupe_key, ' ', 1) = any(${eventIds}::text[])`.execute(db)
  return rows
}

export async function listFailedKeys(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('dedupe_key as key')
    .$narrowType<{ key: string }>()
    .where('dedupe_key', 'in', keys)
    .where('state', '=', 'failed')
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * Marks queued messages to this recipient as failed if they have an unsubscribe link, because the recipient refused
 * them.
 */
export const failQueuedTo = (db: Db, businessId: string, { recipient, refusal, error }: Refused) =>
  db
    .updateTable('messages')
    .set({ state: 'failed', refusal, error, subject: null, body: null, html: null, unsubscribe_url: null })
    .where('business_id', '=', businessId)
    .where('recipient', '=', recipient)
    .where('state', '=', 'queued')
    .where('unsubscribe_url', 'is not', null)
    .execute()
type Refused = { recipient: string; refusal: string; error: string }

/** The newest messages of the installation, for the outbox page. */
export const listNewestMessages = (db: Db, most: number) =>
  db
    .selectFrom('messages as q')
    .leftJoin('lead_messages as m', (join) =>
      join.onRef('m.business_id', '=', 'q.business_id').onRef('m.id', '=', 'q.lead_message_id'),
    )
    .select(['q.id', 'q.channel', 'q.recipient', 'q.language', 'q.state', 'q.error', 'q.segments', 'q.delivery'])
    .select(['q.error_code as errorCode', 'q.created_at as createdAt'])
    .select((eb) => [
      eb.fn.coalesce('q.subject', 'm.subject').as('subject'),
      eb.fn.coalesce('q.body', 'm.text').as('body'),
      // A lead can answer a mail, or a text message of a virtual number.
      eb.or([eb('m.channel', '=', 'email'), eb('m.connection_id', 'is not', null)]).as('canBeAnswered'),
    ])
    .orderBy('q.created_at', 'desc')
    .limit(most)
    .execute()
