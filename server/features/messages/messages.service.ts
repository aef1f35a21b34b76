import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { insertMessages, listNewestMessages } from './messages.queries.ts'

export type Message = {
  /** Null for messages of an account: codes, recovery. */
  businessId: string | null
  channel: 'mail' | 'sms'
  /** An e-mail address, or a phone in E.164. */
  recipient: string
  /** Of mails only. */
  subject?: string
  body: string
  html?: string
  /** Of messages with the same key only the first is kept, so that a job which runs twice tells nobody twice. */
  dedupeKey?: string
}

/** Puts a message on its way, in the caller's transaction: it is sent if that commits, and within a second. */
export const queueMessage = (db: Db, message: Message): Promise<void> => queueMessages(db, [message])

/** The same for many, by one statement. */
export async function queueMessages(db: Db, messages: Message[]): Promise<void> {
  if (!messages.length) return
  const rows = messages.map(({ businessId, channel, recipient, subject, body, html, dedupeKey }) => ({
    id: newId(),
    business_id: businessId,
    channel,
    recipient,
    subject,
    body,
    html,
    dedupe_key: dedupeKey,
  }))
  await insertMessages(db, rows)
}

/** The newest messages of the whole installation, by the worker's role: for who runs it on their own machine. */
export const listOutbox = (workerDb: Db, most: number) => listNewestMessages(workerDb, most)
