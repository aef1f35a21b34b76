/** Delivery state of an SMS; providers report in any order, and repeatedly. */
export const smsDeliveries = ['queued', 'sending', 'sent', 'delivered', 'read', 'undelivered', 'failed'] as const
export type SmsDelivery = (typeof smsDeliveries)[number]

const ranks: Record<SmsDelivery, number> = {
  queued: 1,
  sending: 2,
  sent: 3,
  delivered: 5,
  read: 6,
  undelivered: 9,
  failed: 9,
}
const arrived: readonly SmsDelivery[] = ['delivered', 'read']
const isLost = (state: SmsDelivery) => ranks[state] === ranks.failed

/**
 * The states that a report of this one may replace: only lower ones, and no change between delivered and undelivered.
 */
export const followedBy = (next: SmsDelivery): SmsDelivery[] =>
  smsDeliveries.filter((state) => ranks[state] < ranks[next] && !(isLost(next) && arrived.includes(state)))

const words: Record<string, SmsDelivery> = { accepted: 'queued', scheduled: 'queued', canceled: 'failed' }
/** The state of a provider's status word; undefined: unknown. */
export const deliveryOf = (status: string): SmsDelivery | undefined =>
  words[status] ?? smsDeliveries.find((state) => state === status)

/** Error code of a receiver who wrote STOP to this sender: the provider's, and then ours. */
export const OPTED_OUT = 21_610
const startWords = new Set(['start', 'unstop', 'yes', 'חזור'])
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'הסר'])
export function optOutWordOf(text: string): 'start' | 'stop' | undefined {
  const word = text.trim().toLowerCase()
  if (startWords.has(word)) return 'start'
  return stopWords.has(word) ? 'stop' : undefined
}
