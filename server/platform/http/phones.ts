import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalidInput } from './errors.ts'

/** Marks that put a number in the right order on a right-to-left page, and come along when it is copied from one. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * A phone as people write it, in E.164; one without a country is Israel's. Possible is enough: `isValid()` refuses
 * numbers in use, such as 0541234567. Undefined: no number that could be dialled.
 */
export const parsePhone = (text: string): string | undefined => parseFrom(HOME, text)

/** The same, where one without a country is of the country of `neighbour`, a phone in E.164. */
export const parsePhoneNear = (neighbour: string, text: string): string | undefined =>
  parseFrom(parsePhoneNumberFromString(neighbour)?.country ?? HOME, text)

const HOME: CountryCode = 'IL'
function parseFrom(defaultCountry: CountryCode, text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text.replace(DIRECTION_MARKS, ''), { defaultCountry, extract: false })
  return phone?.isPossible() ? phone.number : undefined
}

/** The same, where anything else is the sender's mistake: 422 'Invalid phone number' at the field. */
export function requirePhone(text: string, path = 'phone'): string {
  const phone = parsePhone(text)
  if (!phone) throw invalidInput(path, 'invalid_phone')
  return phone
}

/** What people write between the digits of a phone, and marks of direction that come along when it is copied. */
const BETWEEN_DIGITS = /[+()./\s\-\u2010-\u2015\u2212\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The digits of a text that may be a part of a phone, however it is written; undefined: it is something else. */
export function digitsOf(text: string): string | undefined {
  const digits = text.replace(BETWEEN_DIGITS, '')
  return /^\d+$/.test(digits) ? digits : undefined
}

const COUNTRY_CODE = '972'

/** Prefixes of E.164 phones that these typed digits may begin, in national or international notation. */
export function phonePrefixes(typed: string): string[] {
  // +972 (0)54… is written, too.
  const digits = typed.replace(/^00/, '').replace(/^9720/, COUNTRY_CODE)
  if (digits.startsWith('0')) return [`+${COUNTRY_CODE}${digits.slice(1)}`]
  const prefixes = [`+${digits}`, ...(typed.startsWith('00') ? [] : [`+${COUNTRY_CODE}${digits}`])]
  return prefixes.filter((one) => !prefixes.some((other) => other !== one && one.startsWith(other)))
}

/** Patterns of `like`: of a name or another text, and of a phone typed one way or the other. */
export type SearchLike = { text: string; phones: readonly string[] }

/** What a short list is searched by; of a phone any part, unlike in the long ones, which are searched by index. */
export function searchLike(search: string): SearchLike {
  const digits = digitsOf(search)
  return {
    text: `%${search.replace(/[\\%_]/g, '\\$&')}%`,
    phones: digits ? [`%${digits}%`, ...phonePrefixes(digits).map((prefix) => `${prefix}%`)] : [],
  }
}

/** E.164 as people read it, kept in its own direction inside a sentence of either language. */
export function readablePhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164)
  const text = phone?.country === 'IL' ? phone.formatNational() : phone?.formatInternational()
  return `\u2066${text ?? e164}\u2069`
}
