const COUNTRY = '972'
/** Matches geographic, toll-free and shared-cost numbers, which cannot receive SMS. Numbers with 05x and 07x may. */
const LANDLINE = /^\+972([23489]\d{7}|1[78]00\d{6})$/
const E164 = /^\+[1-9]\d{6,14}$/

export const isE164 = (text: string): boolean => E164.test(text)

export const isLandline = (e164: string): boolean => LANDLINE.test(e164)

/**
 * Converts a number as dialled in Israel to E.164; returns undefined if no carrier could dial it (star numbers,
 * letters).
 */
export function toE164(dialled: string): string | undefined {
  const plain = dialled.replace(/[\s().\-–]/g, '').replace(/^tel:/i, '')
  if (!/^\+?\d+$/.test(plain)) return undefined
  const full = plain.startsWith('+') ? plain : nationalToFull(plain)
  return isE164(full) ? full : undefined
}

function nationalToFull(digits: string): string {
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  if (digits.startsWith('0')) return `+${COUNTRY}${digits.slice(1)}`
  if (/^1[78]00/.test(digits)) return `+${COUNTRY}${digits}`
  return `+${digits}`
}
