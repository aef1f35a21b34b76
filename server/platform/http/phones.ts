import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalidInput } from './errors.ts'

/** Marks that put a number in the right order on a right-to-left page, and come along when it is copied from one. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * A phone as people write it, in E.164; one without a country is Israel's. Possible is enough: `isValid()` refuses
 * numbers in use, such as 0541234567. Undefined: no number that could be dialled.
 */
export function parsePhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text.replace(DIRECTION_MARKS, ''), { defaultCountry: 'IL', extract: false })
  return phone?.isPossible() ? phone.number : undefined
}

/** The same, where anything else is the sender's mistake: 422 'Invalid phone number' at the field. */
export function requirePhone(text: string, path = 'phone'): string {
  const phone = parsePhone(text)
  if (!phone) throw invalidInput(path, 'invalid_phone')
  return phone
}

/** E.164 as people read it, kept in its own direction inside a sentence of either language. */
export function readablePhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164)
  const text = phone?.country === 'IL' ? phone.formatNational() : phone?.formatInternational()
  return `\u2066${text ?? e164}\u2069`
}
