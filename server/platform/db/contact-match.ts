import { type RawBuilder, sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * The text that identifies a phone or an e-mail in normalized text: for a phone its national digits, which every format
 * contains.
 */
export function matchTextOf(contact: string): string {
  const phone = contact.includes('@') ? undefined : parsePhoneNumberFromString(contact)
  return phone ? String(phone.nationalNumber) : contact.toLowerCase().replace(/[\s().+/-]/g, '')
}

/** Separators between digits, as they occur in text, JSON and web forms. */
const SEPARATORS = sql.raw(
  `'(\\s|[().+/-]|%20|%28|%29|%2B|%2D|\\\\u[0-9a-f]{4}|\\\\t|[\\u200e\\u200f\\u2066-\\u2069])'`,
)
const normalized = (text: RawBuilder<unknown>) =>
  sql`replace(lower(regexp_replace(${text}, ${SEPARATORS}, '', 'gi')), '%40', '@')`

/** Whether a text contains one of the match texts, in any format. */
export const mentions = (text: RawBuilder<unknown>, matchTexts: readonly string[]) =>
  sql`exists (select from unnest(${matchTexts}::text[]) match_text where position(match_text in ${normalized(text)}) > 0)`
