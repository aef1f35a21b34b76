import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedKey } from './derived-key.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a secret (AES-256-GCM, with a separate key for each `purpose`). `place` is authenticated, so a secret sealed for
 * one row cannot be opened for another.
 */
export function seal(
  secretKey: string,
  { purpose, place }: { purpose: string; place: string },
  secret: string,
): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(secretKey, purpose), nonce).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Throws if it was sealed with another key or for another place, or was changed. */
export function unseal(
  secretKey: string,
  { purpose, place }: { purpose: string; place: string },
  sealed: Buffer,
): string {
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(secretKey, purpose), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-TAG_BYTES))
  const secret = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
  return Buffer.concat([secret, decipher.final()]).toString('utf8')
}
