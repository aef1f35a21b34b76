import { parsePhoneNear } from '../../platform/phones.ts'

/** The caller. Both null: the number is withheld. */
export type Caller = {
  /** E.164. */
  phone: string | null
  /** The provider's text if it is not a phone. */
  text: string | null
}

const WITHHELD = new Set([
  '',
  'anonymous',
  'restricted',
  'blocked',
  'unknown',
  'unavailable',
  // Numbers that carriers send for withheld ones: keypad digits of ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN, UNAVAILABLE.
  '266696687',
  '7378742833',
  '2562533',
  '8656696',
  '86282452253',
])
const TEXT_MAX = 100
const DIALLED = /^\+?[\d\s().-]+$/

/** Reads a caller id: carriers send it in the form of their country, as an address, with an extension, or withheld. */
export function callerOf(from: string | undefined, called: string): Caller {
  const text = (from ?? '').replaceAll('\0', '').trim().slice(0, TEXT_MAX).toWellFormed()
  // The name in an address (`sip:+972541234567@carrier`), without parameters (`;ext=5`).
  const name = (text.replace(/^(sips?|tel):/i, '').split(/[@;]/)[0] ?? '').trim().toLowerCase()
  if (WITHHELD.has(name.replace(/^\+/, ''))) return { phone: null, text: null }
  // A national number with a plus: no country code begins with 0.
  const phone = DIALLED.test(name) ? parsePhoneNear(called, name.replace(/^\+(?=0)/, '')) : undefined
  return phone ? { phone, text: null } : { phone: null, text }
}
