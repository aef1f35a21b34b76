const COUNTRY = '972'
/** Numbers of areas, toll-free and shared-cost ones: no message reaches them. 05x and 07x may take some. */
const LANDLINE = /^\+972([23489]\d{7}|1[78]00\d{6})$/
const E164 = /^\+[1-9]\d{6,14}$/

export const isE164 = (text: string): boolean => E164.test(text)

export const isLandline = (e164: string): boolean => LANDLINE.test(e164)

/** What a person types at a phone in Israel, as E.164; undefined for what no carrier could dial (star numbers, letters). */
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
