import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/**
 * A UUID of version 7: time first, so that keys grow and index pages fill in order. Ids of one process always grow, also
 * within a millisecond and when the clock is set back (RFC 9562, 6.2).
 */
export const newId = (): string => v7()

/** Whether a text has the form of an id; checked before untrusted text reaches a query. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 26
const TOKEN = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

/** 130 random bits in letters that no mail server changes: many write addresses in lower case. */
export const newAddressToken = () => Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
export const isAddressToken = (text: string) => TOKEN.test(text)

/** The token in an address such as `reply+<token>@<domain>`. */
export function tokenInAddress(address: string, of: { prefix: string; domain: string }): string | undefined {
  const [local = '', at = '', ...more] = address.toLowerCase().split('@')
  const token = local.slice(of.prefix.length)
  const isOurs = more.length === 0 && at === of.domain && local.startsWith(of.prefix) && isAddressToken(token)
  return isOurs ? token : undefined
}
