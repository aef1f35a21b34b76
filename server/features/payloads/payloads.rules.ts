import { isIPv6 } from 'node:net'
import { fieldsOf } from '../../platform/http/fields.ts'
import { networkOf } from '../../platform/http/rate-limits.ts'

/**
 * Shortens an IP address so that it distinguishes senders without identifying one: `192.0.2.0/24`, `2001:db8:1::/48`.
 */
export function shortAddress(ip: string): string {
  const v4 = /(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(ip)?.[1]
  if (v4) return `${v4}.0/24`
  return isIPv6(ip) ? `${networkOf(ip).split(':').slice(0, 3).join(':')}::/48` : ''
}

/** A web form's body as JSON, without the given technical fields. */
export const readableForm = (body: string, without: readonly string[]) =>
  JSON.stringify(Object.fromEntries(Object.entries(fieldsOf(body)).filter(([name]) => !without.includes(name))))
