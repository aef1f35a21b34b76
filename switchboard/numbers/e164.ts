const COUNTRY = '972'
const E164 = /^\+[1-9]\d{6,14}$/

export const isE164 = (text: string): boolean => E164.test(text)

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
