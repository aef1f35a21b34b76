import { i18n } from '../../lib/i18n/i18n.ts'

const LOOKS_LIKE_A_PHONE = /^[+(]?[\d\s().\-‎‏*]{3,}$/
const DIGITS_MIN = 7
const DIGITS_MAX = 15

/** A rough check. The server validates with the numbering plans of all countries. */
export function looksLikePhone(text: string) {
  const digits = text.replace(/\D/g, '').length
  return LOOKS_LIKE_A_PHONE.test(text.trim()) && digits >= DIGITS_MIN && digits <= DIGITS_MAX
}

/** 'Invalid phone number' for the field; an empty field is valid. */
export const phoneRule = (path: string, phone: string | undefined): Record<string, string> =>
  !phone?.trim() || looksLikePhone(phone) ? {} : { [path]: i18n.t('invalid_phone', { ns: 'errors' }) }
