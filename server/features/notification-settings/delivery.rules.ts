import type { Delivery } from '#contract/notifications/notification-settings.ts'
import type { LastMessage } from '../messages/messages.service.ts'
import { OPTED_OUT } from '../messages/sms.rules.ts'

type Reason = NonNullable<Delivery['reason']>
/** Reasons for provider error codes (twilio.com/docs/api/errors) that a user can act on. */
const reasons: Record<number, Reason> = {
  [OPTED_OUT]: 'opted_out',
  30003: 'unreachable',
  30004: 'blocked',
  30005: 'wrong_number',
  30006: 'wrong_number',
  30007: 'blocked',
  21211: 'wrong_number',
  21614: 'wrong_number',
}
/** Reasons why the installation itself did not send a message. */
const refusals: Record<string, Reason> = {
  notices_limit: 'hour_limit',
  sms_limit_installation: 'day_limit',
  sms_limit_business: 'day_limit',
  sms_limit_account: 'day_limit',
  mail_limit_installation: 'day_limit',
  mail_limit_business: 'day_limit',
  mail_limit_account: 'day_limit',
  phone_country_refused: 'country',
  phone_kind_refused: 'phone_kind',
  recipient_refused: 'opted_out',
}
const reasonOf = (code: number | null): Reason => (code !== null && reasons[code]) || 'refused'

/** Delivery state of the last message to a recipient, as a key of the screen's texts. */
export function deliveryOf(message: LastMessage | undefined, now: Date): Delivery | null {
  if (!message) return null
  const { state, attempts, dueAt, sentAt, createdAt, delivery, deliveryAt, errorCode, refusal } = message
  if (state === 'failed') return { state, at: createdAt, reason: (refusal && refusals[refusal]) || reasonOf(errorCode) }
  if (state === 'queued') {
    if (attempts > 0) return { state: 'waiting', at: createdAt, reason: 'retrying' }
    return Date.parse(dueAt) > now.getTime()
      ? { state: 'held', at: dueAt, reason: null }
      : { state: 'waiting', at: createdAt, reason: null }
  }
  const at = deliveryAt ?? sentAt ?? createdAt
  if (delivery === 'delivered' || delivery === 'read') return { state: 'arrived', at, reason: null }
  if (delivery === 'undelivered' || delivery === 'failed') return { state: 'lost', at, reason: reasonOf(errorCode) }
  return { state: 'sent', at, reason: null }
}
