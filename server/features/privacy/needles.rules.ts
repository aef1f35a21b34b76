import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * What a phone or an e-mail address is looked for by in texts from which everything between digits was taken out: of a
 * phone the digits that every way of writing it has.
 */
export function needleOf(contact: string): string {
  const phone = contact.includes('@') ? undefined : parsePhoneNumberFromString(contact)
  return phone ? String(phone.nationalNumber) : contact.toLowerCase().replace(/[\s().+/-]/g, '')
}
