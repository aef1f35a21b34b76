/** The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038, 6.2.1), whose characters take two units. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '^{}\\[~]|€\f'
/** Units that fit in a single message, and in each segment of a longer one, whose header takes some units. */
export const smsLengths = { gsm: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } } as const

export type SmsCount = { alphabet: keyof typeof smsLengths; length: number; segments: number }

/** Counts the units and segments of a text. A two-unit character is never split. */
export function countSms(text: string): SmsCount {
  const letters = [...text]
  const isGsm = letters.every((letter) => BASIC.includes(letter) || EXTENDED.includes(letter))
  const widths = letters.map((letter) => (isGsm ? (EXTENDED.includes(letter) ? 2 : 1) : letter.length))
  const length = widths.reduce((sum, width) => sum + width, 0)
  const alphabet = isGsm ? 'gsm' : 'ucs2'
  const { alone, part } = smsLengths[alphabet]
  if (length <= alone) return { alphabet, length, segments: 1 }
  let [segments, used] = [1, 0]
  for (const width of widths) {
    if (used + width > part) [segments, used] = [segments + 1, 0]
    used += width
  }
  return { alphabet, length, segments }
}
