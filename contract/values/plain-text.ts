/** Maximum length of a name in an unsolicited text message. */
export const SMS_NAME_MAX = 30
const SHORTEST_PHONE = 7

/** Invisible characters, which phones ignore inside an address. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu
/**
 * Matches separators that form the address of a site, mailbox or path when they stand between letters, digits or emoji.
 */
const JOINTS = /(?<=[\p{L}\p{N}\p{M}\p{Extended_Pictographic}])[.@/\\]+(?=[\p{L}\p{N}])/gu
const SCHEMES = /\b[a-z][a-z+.-]*:\/+|\bwww\./giu
/** Matches digits of any script with common separators, including short codes such as *100#. */
const DIGITS = /[+*#]?\p{Nd}(?:[^\p{L}\p{N},/]*\p{Nd})+/gu

/**
 * Returns the text as displayed: compatibility forms are normalized (a full-width dot to a dot) and invisible
 * characters removed.
 */
export const readable = (text: string) => text.normalize('NFKC').replaceAll('\u3002', '.').replace(INVISIBLE, '')

/** Makes a user's text safe for messages to strangers: phones turn nothing in it into a link or a number to dial. */
export const withoutAddresses = (text: string) =>
  readable(text)
    .replace(SCHEMES, '')
    .replace(JOINTS, ' ')
    .replace(DIGITS, (digits) => (digits.replace(/\P{Nd}/gu, '').length < SHORTEST_PHONE ? digits : '…'))

/** Makes a name safe in the same way for an SMS, and shortens it to SMS_NAME_MAX. */
export function plainName(name: string): string {
  const plain = withoutAddresses(name)
  const letters = Array.from(plain)
  return letters.length > SMS_NAME_MAX ? `${letters.slice(0, SMS_NAME_MAX - 1).join('')}…` : plain
}
