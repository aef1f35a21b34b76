import { type CountryCode, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Language } from '#contract/constants.ts'

/** Why a phone is neither texted nor rung, as a key of errors.json. */
export type PhoneRefusal = 'phone_country_refused' | 'phone_kind_refused'
export type PhoneUse = 'sms' | 'ring'

const reachable: Record<PhoneUse, readonly NumberType[]> = {
  sms: ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'VOIP'],
  ring: ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'VOIP', 'TOLL_FREE'],
}
/** Israeli numbers in use that the library's tables do not know yet, such as 054-123-4567: mobile, geographic and 07x. */
const ISRAELI = /^(5\d{8}|7[2-9]\d{7}|[23489]\d{7})$/

/**
 * Refuses what costs more than a call: foreign countries that the operator did not allow, and premium, shared-cost,
 * satellite and unknown numbers. Satellite networks belong to no country. Undefined: allowed.
 */
export function phoneRefusal(countries: readonly CountryCode[], e164: string, use: PhoneUse): PhoneRefusal | undefined {
  const phone = parsePhoneNumberFromString(e164)
  const country = phone?.country ?? (phone?.countryCallingCode === '972' ? 'IL' : undefined)
  if (!phone || !country || !countries.includes(country)) return 'phone_country_refused'
  const type = phone.getType()
  const isKnown =
    type === undefined ? country === 'IL' && ISRAELI.test(phone.nationalNumber) : reachable[use].includes(type)
  return isKnown ? undefined : 'phone_kind_refused'
}

/** The countries' names, as a list in the language. */
export function countryNames(countries: readonly CountryCode[], language: Language): string {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return new Intl.ListFormat(language).format(countries.map((code) => names.of(code) ?? code))
}
