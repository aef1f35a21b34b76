import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const HOME_COUNTRY = 'IL'

/**
 * A phone as people type it, in E.164; undefined where it can be none. Possible numbers pass and not only those that a
 * numbering plan lists: numbers in use such as 0541234567 are missing there.
 */
export function readPhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text, { defaultCountry: HOME_COUNTRY, extract: false })
  return phone?.isPossible() ? phone.number : undefined
}
