import type { Language } from '#contract/constants.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { countSms } from '#contract/values/sms-segments.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { MessageKind } from '../ceilings/ceilings.rules.ts'
import {
  failQueuedTo,
  insertMessages,
  type LastMessage,
  listFailedKeys,
  listLastMessages,
  listNewestMessages,
} from './messages.queries.ts'

export type { LastMessage }

export type Message = {
  /** Null for messages of an account: codes, recovery. */
  businessId: string | null
  /** Which ceilings it counts against. */
  kind: MessageKind
  /** Counts against this person's ceilings; undefined: against those of the business's creator. */
  accountId?: string
  channel: 'mail' | 'sms'
  /** An e-mail address, or a phone in E.164. */
  recipient: string
  /** Mail only. */
  subject?: string
  body: string
  html?: string
  /** Language of the text, which may start with a name in another script. */
  language?: Language
  /** Unsubscribe link of a recipient who is not a member. */
  unsubscribeUrl?: string
  /** Earliest time; undefined: at once. */
  dueAt?: Date | undefined
  /** Only the first message with a key is kept, so that a repeated job sends nothing twice. */
  dedupeKey?: string
  /** Stored as failed with this reason instead of being sent. */
  refused?: { refusal: ErrorCode; error: string }
}

/** Queues a message in the caller's transaction; it is sent within a second of the commit. */
export const queueMessage = (db: Db, message: Message): Promise<void> => queueMessages(db, [message])

export async function queueMessages(db: Db, messages: Message[]): Promise<void> {
  if (!messages.length) return
  const rows = messages.map(({ businessId, accountId, dedupeKey, dueAt, refused, unsubscribeUrl, ...message }) => ({
    id: newId(),
    business_id: businessId,
    account_id: accountId,
    ...message,
    segments: message.channel === 'sms' && !refused ? countSms(message.body).segments : undefined,
    unsubscribe_url: refused ? undefined : unsubscribeUrl,
    ...(refused && { ...refused, state: 'failed' as const, subject: null, body: null, html: null }),
    dedupe_key: dedupeKey,
    due_at: dueAt?.toISOString(),
  }))
  await insertMessages(db, rows)
}

/** The newest messages of the installation, by the worker's role; for the outbox page of a local installation. */
export const listOutbox = (workerDb: Db, most: number) => listNewestMessages(workerDb, most)

/** The last message of a business to each of these addresses; by the worker's role. */
export const listLastMessagesTo = async (workerDb: Db, businessId: string, recipients: string[]) =>
  recipients.length ? listLastMessages(workerDb, businessId, recipients) : []

/** Of messages with these keys, the keys of those that could not be sent; by the worker's role. */
export const listFailed = async (workerDb: Db, dedupeKeys: string[]): Promise<string[]> =>
  dedupeKeys.length ? listFailedKeys(workerDb, dedupeKeys) : []

/** Fails the queued notices of a recipient who refused; by the worker's role. */
export const refuseQueued = (workerDb: Db, businessId: string, { address }: { address: string }) =>
  failQueuedTo(workerDb, businessId, {
    ...{ recipient: address, refusal: 'recipient_refused', error: 'The recipient wants no notices' },
  })

type Addresses = { mail: string; sms: string | null }
/** The last mail and the last SMS of a business to a person; by the worker's role. */
export async function findLastMessages(workerDb: Db, businessId: string, { mail, sms }: Addresses) {
  const last = await listLastMessages(workerDb, businessId, sms ? [mail, sms] : [mail])
  const by = (channel: LastMessage['channel']) => last.find((one) => one.channel === channel)
  return { mail: by('mail'), sms: by('sms') }
}
