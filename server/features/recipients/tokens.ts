import { createHmac, timingSafeEqual } from 'node:crypto'
import { RECIPIENT_TOKEN } from '#contract/notifications/recipients.ts'
import { derivedKey } from '../../platform/derived-key.ts'

const ID_BYTES = 16
const SIGNATURE_BYTES = 16

const signatureOf = (secretKey: string, id: Buffer) =>
  createHmac('sha256', derivedKey(secretKey, 'listed recipients')).update(id).digest().subarray(0, SIGNATURE_BYTES)

/** The token is derived from the id and not random, so that every notice has the same link and no token is stored. */
export function tokenOf(secretKey: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, signatureOf(secretKey, bytes)]).toString('base64url')
}

/** The recipient's id in a link's token; undefined if the token is forged or malformed. */
export function idOfToken(secretKey: string, token: string): string | undefined {
  if (!RECIPIENT_TOKEN.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), signatureOf(secretKey, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
