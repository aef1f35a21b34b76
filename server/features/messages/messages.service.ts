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
  /** Who caused it; left out: nobody of the installation, it counts as the creator's of its business. */
  accountId?: string
  channel: 'mail' | 'sms'
  /** An e-mail address, or a phone in E.164. */
  recipient: string
  /** Of mails only. */
  subject?: string
  body: string
  html?: string
  /** Of its words: what begins with a Latin name may be Hebrew all the same. */
  language?: Language
  /** Where a recipient who is no member says that they want no more. */
  unsubscribeUrl?: string
  /** Not before; left out: at once. */
  dueAt?: Date | undefined
  /** Of messages with the same key only the first is kept, so that a job which runs twice tells nobody twice. */
  dedupeKey?: string
  /** It is not sent but kept as failed, so that its business learns why. */
  refused?: { refusal: ErrorCode; error: string }
}

/** Puts a message on its way, in the caller's transaction: it is sent if that commits, and within a second. */
export const queueMessage = (db: Db, message: Message): Promise<void> => queueMessages(db, [message])

/** The same for many, by one statement. */
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

/** The newest messages of the whole installation, by the worker's role: for who runs it on their own machine. */
export const listOutbox = (workerDb: Db, most: number) => listNewestMessages(workerDb, most)

/** The last message of a business to each of these addresses; by the worker's role. */
export const listLastMessagesTo = async (workerDb: Db, businessId: string, recipients: string[]) =>
  recipients.length ? listLastMessages(workerDb, businessId, recipients) : []

/** Of messages with these keys, the keys of those that could not be sent; by the worker's role. */
export const listFailed = async (workerDb: Db, dedupeKeys: string[]): Promise<string[]> =>
  dedupeKeys.length ? listFailedKeys(workerDb, dedupeKeys) : []

/** Somebody refused what waits for them; by the worker's role. */
export const refuseQueued = (workerDb: Db, businessId: string, { address }: { address: string }) =>
  failQueuedTo(workerDb, businessId, {
    ...{ recipient: address, refusal: 'recipient_refused', error: 'The recipient wants no notices' },
  })

type Addresses = { mail: string; sms: string | null }
/** The last message of a business to somebody, by each way; by the worker's role. */
export async function findLastMessages(workerDb: Db, businessId: string, { mail, sms }: Addresses) {
  const last = await listLastMessages(workerDb, businessId, sms ? [mail, sms] : [mail])
  const by = (channel: LastMessage['channel']) => last.find((one) => one.channel === channel)
  return { mail: by('mail'), sms: by('sms') }
}
