import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * The text that identifies a phone or an e-mail in normalized text: of a phone its national digits, which every format
 * contains.
 */
export function matchTextOf(contact: string): string {
  const phone = contact.includes('@') ? undefined : parsePhoneNumberFromString(contact)
  return phone ? String(phone.nationalNumber) : contact.toLowerCase().replace(/[\s().+/-]/g, '')
}
