import { maskEmail, maskPhone } from '#contract/values/masks.ts'

const EMAIL = /[^\s@<>(),;:"']+@[^\s@<>(),;:"']+/g
const PHONE = /(?:\+\d|\b0)[\d\s().-]{6,}\d/g

const e164 = (found: string) => {
  const digits = found.replace(/\D/g, '')
  return found.startsWith('+') ? `+${digits}` : `+972${digits.slice(1)}`
}

/** The text with every phone and email address masked: a template names those of the lead. */
export const maskText = (text: string): string =>
  text.replace(EMAIL, (found) => maskEmail(found)).replace(PHONE, (found) => maskPhone(e164(found)))
