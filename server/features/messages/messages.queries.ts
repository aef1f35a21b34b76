import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { SmsDelivery } from './sms.rules.ts'

export type DueMessage = {
  id: string
  channel: 'mail' | 'sms'
  recipient: string
  subject: string | null
  body: string
  html: string | null
  /** This try included. */
  attempts: number
}

type NewMessage = Pick<DueMessage, 'id' | 'channel' | 'recipient' | 'body'> & {
  business_id: string | null
  subject: string | undefined
  html: string | undefined
  dedupe_key: string | undefined
}
const newColumns = sql.raw('id, business_id, channel, recipient, subject, body, html, dedupe_key')
/** By one statement; of two with the same key the first stays. */
export const insertMessages = (db: Db, rows: NewMessage[]) =>
  sql`insert into messages (${newColumns}) select ${newColumns}
    from jsonb_populate_recordset(null::messages, ${JSON.stringify(rows)}::jsonb) on conflict do nothing`.execute(db)

/**
 * Takes messages that are due, those of all tenants and of accounts alike (by the worker's role). Until the lease ends
 * no other process takes them; should this one die, another tries again then.
 */
export async function takeDueMessages(
  db: Db,
  { now, leaseUntil, most }: { now: Date; leaseUntil: Date; most: number },
) {
  const { rows } = await sql<DueMessage>`
    update messages set attempts = attempts + 1, due_at = ${leaseUntil.toISOString()}
    where id in (select id from messages where state = 'queued' and due_at <= ${now.toISOString()}
      order by due_at limit ${most} for update skip locked)
    returning id, channel, recipient, subject, body, html, attempts`.execute(db)
  return rows
}

type Sent = {
  now: Date
  keep: boolean
  /** Of text messages: the provider's name, its parts, and how far it had come by then. */
  sms?: { sid: string | undefined; segments: number; delivery: SmsDelivery | undefined } | undefined
}
/** What has really left is not kept: neither codes nor links nor names. A report may have come before the answer. */
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
      ...(!keep && { subject: null, body: null, html: null }),
    })
    .where('id', '=', id)
    .execute()

export const markForRetry = (db: Db, id: string, { error, dueAt }: { error: string; dueAt: Date }) =>
  db.updateTable('messages').set({ error, due_at: dueAt.toISOString() }).where('id', '=', id).execute()

export const markFailed = (db: Db, id: string, { error, code }: { error: string; code: number | undefined }) =>
  db
    .updateTable('messages')
    .set({ state: 'failed', error, error_code: code ?? null, subject: null, body: null, html: null })
    .where('id', '=', id)
    .execute()

/** For the outbox page: the newest of the installation, newest first. */
export const listNewestMessages = (db: Db, most: number) =>
  db
    .selectFrom('messages')
    .select([
      'id',
      'channel',
      'recipient',
      'subject',
      'body',
      'state',
      'error',
      'segments',
      'delivery',
      'error_code as errorCode',
      'created_at as createdAt',
    ])
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
