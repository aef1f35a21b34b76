import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalidInput } from './http/errors.ts'

/** Direction marks, which are copied along with a number from a right-to-left page. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * Parses a phone as people write it to E.164; without a country code it is Israeli. Checks only `isPossible()`, because
 * `isValid()` refuses numbers in use, such as 0541234567. Undefined: not dialable.
 */
export const parsePhone = (text: string): string | undefined => parseFrom(HOME, text)

/**
 * Parses like parsePhone, but a phone without a country code belongs to the country of `neighbour`, a phone in E.164.
 */
export const parsePhoneNear = (neighbour: string, text: string): string | undefined =>
  parseFrom(parsePhoneNumberFromString(neighbour)?.country ?? HOME, text)

const HOME: CountryCode = 'IL'
function parseFrom(defaultCountry: CountryCode, text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text.replace(DIRECTION_MARKS, ''), { defaultCountry, extract: false })
  return phone?.isPossible() ? phone.number : undefined
}

/** Parses like parsePhone; throws 422 'Invalid phone number' at the field if the phone is not dialable. */
export function requirePhone(text: string, path = 'phone'): string {
  const phone = parsePhone(text)
  if (!phone) throw invalidInput(path, 'invalid_phone')
  return phone
}

/** Kinds of numbers outside of Israel whose phone has no voicemail of a mobile. */
const NO_MOBILE: readonly unknown[] = ['FIXED_LINE', 'VOIP', 'TOLL_FREE', 'SHARED_COST', 'UAN']
/** Whether an E.164 phone is, or may be, a mobile. */
export const isMobile = (phone: string): boolean =>
  phone.startsWith('+972')
    ? phone.startsWith('+9725')
    : !NO_MOBILE.includes(parsePhoneNumberFromString(phone)?.getType())

/** Separators that people write in phones, and direction marks. */
const BETWEEN_DIGITS = /[+()./\s\-\u2010-\u2015\u2212\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The digits of a text that may be a part of a phone, however it is written; undefined: it is something else. */
export function digitsOf(text: string): string | undefined {
  const digits = text.replace(BETWEEN_DIGITS, '')
  return /^\d+$/.test(digits) ? digits : undefined
}

const COUNTRY_CODE = '972'

/** Prefixes of E.164 phones that these typed digits may begin, in national or international notation. */
export function phonePrefixes(typed: string): string[] {
  // People also write +972 (0)54….
  const digits = typed.replace(/^00/, '').replace(/^9720/, COUNTRY_CODE)
  if (digits.startsWith('0')) return [`+${COUNTRY_CODE}${digits.slice(1)}`]
  const prefixes = [`+${digits}`, ...(typed.startsWith('00') ? [] : [`+${COUNTRY_CODE}${digits}`])]
  return prefixes.filter((one) => !prefixes.some((other) => other !== one && one.startsWith(other)))
}

/** Patterns of `like`: of a name or another text, and of a phone typed one way or the other. */
export type SearchLike = { text: string; phones: readonly string[] }

/** Search patterns of a short list: any part of a phone matches, unlike in long lists, which are searched by index. */
export function searchLike(search: string): SearchLike {
  const digits = digitsOf(search)
  return {
    text: `%${search.replace(/[\\%_]/g, '\\$&')}%`,
    phones: digits ? [`%${digits}%`, ...phonePrefixes(digits).map((prefix) => `${prefix}%`)] : [],
  }
}

/** Formats an E.164 phone for people, isolated from the direction of the surrounding text. */
export function readablePhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164)
  const text = phone?.country === 'IL' ? phone.formatNational() : phone?.formatInternational()
  return `\u2066${text ?? e164}\u2069`
}
