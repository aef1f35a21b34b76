/** Maximum length of a name in an unsolicited text message. */
export const SMS_NAME_MAX = 30
const SHORTEST_PHONE = 7

/** Marks that are not seen: phones leave them out of an address. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu
/** Between letters, digits or pictures these make an address: of a site, of a mailbox, or of a path in one. */
const JOINTS = /(?<=[\p{L}\p{N}\p{M}\p{Extended_Pictographic}])[.@/\\]+(?=[\p{L}\p{N}])/gu
const SCHEMES = /\b[a-z][a-z+.-]*:\/+|\bwww\./giu
/** Digits of any script with what people write between them; phones and codes of services. */
const DIGITS = /[+*#]?\p{Nd}(?:[^\p{L}\p{N},/]*\p{Nd})+/gu

/** A text as its reader sees it: compatible forms (a full-width dot) are what they look like, invisible marks are gone. */
export const readable = (text: string) => text.normalize('NFKC').replaceAll('\u3002', '.').replace(INVISIBLE, '')

/**
 * Makes a user's text safe for a message that the installation sends to strangers: nothing in it
 * can be followed or called.
 */
export const withoutAddresses = (text: string) =>
  readable(text)
    .replace(SCHEMES, '')
    .replace(JOINTS, ' ')
    .replace(DIGITS, (digits) => (digits.replace(/\P{Nd}/gu, '').length < SHORTEST_PHONE ? digits : '…'))

/** The same of a name in a text message. */
export function plainName(name: string): string {
  const plain = withoutAddresses(name)
  const letters = Array.from(plain)
  return letters.length > SMS_NAME_MAX ? `${letters.slice(0, SMS_NAME_MAX - 1).join('')}…` : plain
}
