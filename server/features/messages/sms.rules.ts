/** Delivery states of an SMS. Providers report them in any order, and repeatedly. */
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
 * The states that a report of this state may replace: only lower ones, and never `delivered` by `undelivered` or the
 * reverse.
 */
export const followedBy = (next: SmsDelivery): SmsDelivery[] =>
  smsDeliveries.filter((state) => ranks[state] < ranks[next] && !(isLost(next) && arrived.includes(state)))

const words: Record<string, SmsDelivery> = { accepted: 'queued', scheduled: 'queued', canceled: 'failed' }
/** Maps the provider's status word to a state; undefined means unknown. */
export const deliveryOf = (status: string): SmsDelivery | undefined =>
  words[status] ?? smsDeliveries.find((state) => state === status)

/** Error code for a recipient who replied STOP to this sender. The provider uses it, and so do we. */
export const OPTED_OUT = 21_610
const startWords = new Set(['start', 'unstop', 'yes', 'חזור'])
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'הסר'])
export function optOutWordOf(text: string): 'start' | 'stop' | undefined {
  const word = text.trim().toLowerCase()
  if (startWords.has(word)) return 'start'
  return stopWords.has(word) ? 'stop' : undefined
}
