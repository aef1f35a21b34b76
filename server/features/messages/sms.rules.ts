/** How far a text message has come; a provider may report in any order, and twice. */
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

/** The states that a report of this one may follow: never back, and never from arrived to lost or the other way. */
export const followedBy = (next: SmsDelivery): SmsDelivery[] =>
  smsDeliveries.filter((state) => ranks[state] < ranks[next] && !(isLost(next) && arrived.includes(state)))

const words: Record<string, SmsDelivery> = { accepted: 'queued', scheduled: 'queued', canceled: 'failed' }
/** The provider's word for a state; undefined: it says nothing of how far the message has come. */
export const deliveryOf = (status: string): SmsDelivery | undefined =>
  words[status] ?? smsDeliveries.find((state) => state === status)

/** The receiver wrote STOP to this sender: the provider's refusal, and then ours. */
export const OPTED_OUT = 21_610
const startWords = new Set(['start', 'unstop', 'yes', 'חזור'])
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'הסר'])
export function wishOf(text: string): 'start' | 'stop' | undefined {
  const word = text.trim().toLowerCase()
  if (startWords.has(word)) return 'start'
  return stopWords.has(word) ? 'stop' : undefined
}
