import { headerOf, type SipRequest } from './message.ts'
import { readAddresses } from './parse.ts'
import { userOf } from './users.ts'

/** Converts a carrier's number to E.164. Accepts a plus, 00, the country code or the national leading 0. */
export function toE164(digits: string, countryCode: string): string | undefined {
  const bare = digits.replace(/[\s().-]/g, '')
  if (/^\+\d{6,15}$/.test(bare)) return bare
  if (/^00\d{6,15}$/.test(bare)) return `+${bare.slice(2)}`
  if (/^0\d{5,12}$/.test(bare)) return `+${countryCode}${bare.slice(1)}`
  return /^[1-9]\d{5,14}$/.test(bare) ? `+${bare}` : undefined
}

/**
 * Returns the caller ID of a call from the trunk. P-Asserted-Identity takes precedence over From (RFC 3325);
 * 'anonymous' if the number is withheld.
 */
export function callerOf(request: SipRequest, countryCode: string): string {
  if (/\b(id|user|header)\b/i.test(headerOf(request, 'privacy'))) return 'anonymous'
  const asserted = readAddresses(request.headers.get('p-asserted-identity') ?? []) ?? []
  const named = [...asserted, request.from].map(({ uri }) => toE164(userOf(uri), countryCode))
  return named.find((number) => number !== undefined) ?? 'anonymous'
}
