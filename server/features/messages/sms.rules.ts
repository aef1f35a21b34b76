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

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '^{}\\[~]|€\f'
const LENGTHS = { gsm: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } }

/** The parts that a text is sent in: 160 letters of the GSM alphabet or 70 of any other (as Hebrew), a little less of several. */
export function segmentsOf(text: string): number {
  const letters = [...text]
  const isGsm = letters.every((letter) => BASIC.includes(letter) || EXTENDED.includes(letter))
  const length = isGsm ? letters.reduce((sum, letter) => sum + (EXTENDED.includes(letter) ? 2 : 1), 0) : text.length
  const { alone, part } = isGsm ? LENGTHS.gsm : LENGTHS.ucs2
  return length <= alone ? 1 : Math.ceil(length / part)
}
