/** Maximum length of a name in an unsolicited text message. */
export const SMS_NAME_MAX = 30
const SHORTEST_PHONE = 7

/** Between letters or digits these make an address: of a site, of a mailbox, or of a path in one. */
const JOINTS = /(?<=[\p{L}\p{N}])[.@/\\]+(?=[\p{L}\p{N}])/gu
const SCHEMES = /\b[a-z][a-z+.-]*:\/+|\bwww\./giu
/** Digits with what people write between them; phones and codes of services. */
const DIGITS = /[+*#]?\d(?:[\s().\-\u2010-\u2015]*\d)+/gu

/**
 * Makes a user's text safe for a message that the installation sends to strangers: nothing in it
 * can be followed or called. Compatible forms (a full-width dot) are read as what they look like.
 */
export const withoutAddresses = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replace(SCHEMES, '')
    .replace(JOINTS, ' ')
    .replace(DIGITS, (digits) => (digits.replace(/\D/g, '').length < SHORTEST_PHONE ? digits : '…'))

/** The same of a name in a text message. */
export function plainName(name: string): string {
  const plain = withoutAddresses(name)
  const letters = Array.from(plain)
  return letters.length > SMS_NAME_MAX ? `${letters.slice(0, SMS_NAME_MAX - 1).join('')}…` : plain
}
