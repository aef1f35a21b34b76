import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { derivedKey } from '../../platform/derived-key.ts'

const SECRET_BYTES = 32

/** A secret for a cookie or a link: 256 random bits. */
export const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

/**
 * The next refresh secret. It is derived, not random, so that tabs which refresh at the same moment get the same one
 * although only hashes are stored.
 */
export const successorOf = (secretKey: string, sessionId: string, secret: string) =>
  createHmac('sha256', derivedKey(secretKey, 'refresh token')).update(`${sessionId}.${secret}`).digest('base64url')

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Compares a secret with a stored hash in constant time. */
export const isHashOf = (stored: Buffer | null, secret: string) =>
  stored !== null && timingSafeEqual(stored, hashOf(secret))

export const toCookie = (sessionId: string, secret: string) => `${sessionId}.${secret}`

const Cookie = z.tuple([z.uuid(), z.string().regex(/^[\w-]{43}$/)])

/** Parses a refresh cookie; undefined if malformed. */
export function readCookie(value: string | undefined) {
  const { data } = Cookie.safeParse(value?.split('.'))
  return data && { sessionId: data[0], secret: data[1] }
}
