import type { Deps } from '../../deps.ts'
import { type Message, queueMessages } from '../messages/messages.service.ts'
import { countMessages } from './recipients.queries.ts'

const HOUR_MS = 3_600_000
/**
 * Hourly limits, per business, of messages about leads. They prevent flooding of strangers, because a business can list
 * any address.
 */
export const MESSAGES_PER_HOUR = { mail: 600, sms: 120 }
/** Messages over the hourly limit are stored as failed with this reason, as messages over a daily ceiling are. */
const OVER_HOUR = { refusal: 'notices_limit', error: 'The notices of an hour are used up' } as const

type QueueDeps = Pick<Deps, 'workerDb' | 'now' | 'onError'>
/** Queues messages about leads, as far as the hour's limit allows. */
export async function queueNotices(
  { workerDb, now, onError }: QueueDeps,
  businessId: string,
  messages: readonly Omit<Message, 'businessId'>[],
) {
  if (!messages.length) return
  const sent = await countMessages(workerDb, businessId, new Date(now().getTime() - HOUR_MS))
  const left = { mail: MESSAGES_PER_HOUR.mail - sent.mail, sms: MESSAGES_PER_HOUR.sms - sent.sms }
  const allowed = messages.filter(({ channel }) => left[channel]-- > 0)
  const isOver = allowed.length < messages.length
  if (isOver) onError(new Error(`Business ${businessId} has reached its messages of an hour.`))
  const passed = new Set(allowed)
  await queueMessages(
    workerDb,
    messages.map((message) => ({ ...message, businessId, ...(!passed.has(message) && { refused: OVER_HOUR }) })),
  )
}
