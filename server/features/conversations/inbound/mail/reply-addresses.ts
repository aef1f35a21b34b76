import { randomBytes } from 'node:crypto'
import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { findOrInsertToken } from './reply-addresses.queries.ts'

const PREFIX = 'reply+'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_LENGTH = 26
const TOKEN = new RegExp(`^[${LETTERS}]{${TOKEN_LENGTH}}$`)

/** 130 random bits in letters that no mail server changes: many write addresses in lower case. */
const newToken = () => Array.from(randomBytes(TOKEN_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** The address to which the lead answers; it is made once. Undefined if this installation receives no mail. */
export async function replyAddressOf({ env }: Pick<Deps, 'env'>, tx: Db, of: { businessId: string; leadId: string }) {
  if (!env.mailIn) return undefined
  const token = await findOrInsertToken(tx, of.businessId, { leadId: of.leadId, token: newToken() })
  return `${PREFIX}${token}@${env.mailIn.domain}`
}

/** The token in an address of ours. */
export function tokenIn(domain: string, address: string): string | undefined {
  const [local = '', at = '', ...more] = address.toLowerCase().split('@')
  const token = local.slice(PREFIX.length)
  const isOurs = more.length === 0 && at === domain && local.startsWith(PREFIX) && TOKEN.test(token)
  return isOurs ? token : undefined
}
