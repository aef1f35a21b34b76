import type { Language } from '#contract/constants.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { countSms } from '#contract/values/sms-segments.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { MessageKind } from '../ceilings/ceilings.rules.ts'
import {
  type Attachment,
  type EventMessage,
  failQueuedTo,
  insertMessages,
  type LastMessage,
  listFailedKeys,
  listLastMessages,
  listMessagesOfEvents,
  listNewestMessages,
} from './messages.queries.ts'

export type { EventMessage, LastMessage }

export type Message = {
  /** Null for messages of an account, such as codes and recovery links. */
  businessId: string | null
  /** Selects the ceilings that the message counts against. */
  kind: MessageKind
  /** The person whose ceilings the message counts against; undefined means the creator of the business. */
  accountId?: string
  channel: 'mail' | 'sms'
  /** An e-mail address, or a phone in E.164; of a push the id of the device. */
  recipient: string
  /** Of an e-mail; of a push its topic. */
  subject?: string
  body: string
  html?: string
  /** Language of the text. It is explicit because the text may start with a name in another script. */
  language?: Language
  /** A file of the storage that an e-mail brings. */
  attachment?: Attachment
  /** Unsubscribe link, for a recipient who is not a member. */
  unsubscribeUrl?: string
  /** Earliest time to send; undefined means at once. */
  dueAt?: Date | undefined
  /** Only the first message with a key is kept, so that a repeated job sends nothing twice. */
  dedupeKey?: string
  /** If set, the message is stored as failed with this reason and not sent. */
  refused?: { refusal: ErrorCode; error: string }
}

/** A push is queued as mail and SMS are, and counts against no ceiling. */
type Queued = Message | (Omit<Message, 'channel'> & { channel: 'push' })

/** Queues a message in the caller's transaction. It is sent within a second after the commit. */
export const queueMessage = (db: Db, message: Message): Promise<void> => queueMessages(db, [message])

export async function queueMessages(db: Db, messages: Queued[]): Promise<void> {
  if (!messages.length) return
  const rows = messages.map(({ businessId, accountId, dedupeKey, dueAt, refused, unsubscribeUrl, ...message }) => ({
    id: newId(),
    business_id: businessId,
    account_id: accountId,
    ...message,
    segments: message.channel === 'sms' && !refused ? countSms(message.body).segments : undefined,
    unsubscribe_url: refused ? undefined : unsubscribeUrl,
    ...(refused && { ...refused, state: 'failed' as const, subject: null, body: null, html: null, attachment: null }),
    dedupe_key: dedupeKey,
    due_at: dueAt?.toISOString(),
  }))
  await insertMessages(db, rows)
}

/** The newest messages of the installation, for the outbox page of a local installation. Runs as the worker's role. */
export const listOutbox = (workerDb: Db, most: number) => listNewestMessages(workerDb, most)

/** The last message of a business to each of these addresses. Runs as the worker's role. */
export const listLastMessagesTo = async (workerDb: Db, businessId: string, recipients: string[]) =>
  recipients.length ? listLastMessages(workerDb, businessId, recipients) : []

/** The messages that these events caused, each with the member who got it. Runs as the worker's role. */
export const findMessagesOf = async (workerDb: Db, businessId: string, eventIds: readonly string[]) =>
  eventIds.length ? listMessagesOfEvents(workerDb, businessId, eventIds) : []

/** Returns those of these keys whose messages could not be sent. Runs as the worker's role. */
export const listFailed = async (workerDb: Db, dedupeKeys: string[]): Promise<string[]> =>
  dedupeKeys.length ? listFailedKeys(workerDb, dedupeKeys) : []

/** Marks the queued notices to a recipient who refused as failed. Runs as the worker's role. */
export const refuseQueued = (workerDb: Db, businessId: string, { address }: { address: string }) =>
  failQueuedTo(workerDb, businessId, {
    ...{ recipient: address, refusal: 'recipient_refused', error: 'The recipient wants no notices' },
  })

type Addresses = { mail: string; sms: string | null; devices: string[] }
/** The last e-mail, SMS and push of a business to a person. Runs as the worker's role. */
export async function findLastMessages(workerDb: Db, businessId: string, { mail, sms, devices }: Addresses) {
  const found = await listLastMessages(workerDb, businessId, [mail, ...(sms ? [sms] : []), ...devices])
  const last = found.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
  const by = (channel: LastMessage['channel']) => last.find((one) => one.channel === channel)
  return { mail: by('mail'), sms: by('sms'), push: by('push') }
}
