/** Masks for contacts that a reader may not see in full; enough remains to tell two leads apart. */
const DOT = '•'

/** Phones shorter than this, including the plus, are masked entirely. */
export const SHOWN_PHONE_MIN = 9
/** How often per day a member who sees phones and email addresses masked may change them. */
export const CONTACT_CHANGES_A_DAY = 20

/** Masks a phone: `+972541234567` becomes `05•-•••-4567`. Of a foreign number, only the last digits are shown. */
export function maskPhone(e164: string): string {
  const end = e164.slice(-4)
  if (/^\+9725\d{8}$/.test(e164)) return `05${DOT}-${DOT.repeat(3)}-${end}`
  if (/^\+972\d{8,9}$/.test(e164)) return `0${DOT}-${DOT.repeat(3)}-${end}`
  return e164.length >= SHOWN_PHONE_MIN ? `+${DOT.repeat(5)}-${end}` : DOT.repeat(5)
}

/** Masks an email address: `dana@example.com` becomes `d•••@•••`. */
export const maskEmail = (email: string) => `${email.slice(0, 1)}${DOT.repeat(3)}@${DOT.repeat(3)}`

/** Whether a contact is masked and therefore unusable for calls and messages. */
export const isMasked = (contact: string) => contact.includes(DOT)
