/** What is hidden of a phone or an e-mail that a reader may not know: enough is left to tell two leads apart. */
const DOT = '•'

/** Shorter phones than this, with the plus, show nothing at all. */
export const SHOWN_PHONE_MIN = 9
/** How many times a day a member with masked contacts may change a phone or an e-mail. */
export const CONTACT_CHANGES_A_DAY = 20

/** `+972541234567` as `05•-•••-4567`; of a number of another country the end alone. */
export function maskPhone(e164: string): string {
  const end = e164.slice(-4)
  if (/^\+9725\d{8}$/.test(e164)) return `05${DOT}-${DOT.repeat(3)}-${end}`
  if (/^\+972\d{8,9}$/.test(e164)) return `0${DOT}-${DOT.repeat(3)}-${end}`
  return e164.length >= SHOWN_PHONE_MIN ? `+${DOT.repeat(5)}-${end}` : DOT.repeat(5)
}

/** `dana@example.com` as `d•••@•••`. */
export const maskEmail = (email: string) => `${email.slice(0, 1)}${DOT.repeat(3)}@${DOT.repeat(3)}`

/** Whether a phone or an e-mail is masked, and so unusable for calls and messages. */
export const isMasked = (contact: string) => contact.includes(DOT)
