import { createHmac, timingSafeEqual } from 'node:crypto'
import { LEAD_TOKEN } from '#contract/leads/conversations/consents.ts'
import { derivedKey } from '../../platform/derived-key.ts'

const ID_BYTES = 16
const SIGNATURE_BYTES = 16

type Ids = { businessId: string; messageId: string }
const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const signatureOf = (secretKey: string, ids: Buffer) =>
  createHmac('sha256', derivedKey(secretKey, 'withdrawals of leads')).update(ids).digest().subarray(0, SIGNATURE_BYTES)

/** The token of the link in a message by which its receiver withdraws. It is derived from the message, and not stored. */
export function leadTokenOf(secretKey: string, { businessId, messageId }: Ids): string {
  const ids = Buffer.concat([bytesOf(businessId), bytesOf(messageId)])
  return `l${Buffer.concat([ids, signatureOf(secretKey, ids)]).toString('base64url')}`
}

/** Undefined if the token is forged or malformed. */
export function readLeadToken(secretKey: string, token: string): Ids | undefined {
  if (!LEAD_TOKEN.test(token)) return undefined
  const bytes = Buffer.from(token.slice(1), 'base64url')
  const ids = bytes.subarray(0, 2 * ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), signatureOf(secretKey, ids))) return undefined
  return { businessId: idOf(ids.subarray(0, ID_BYTES)), messageId: idOf(ids.subarray(ID_BYTES)) }
}
