import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { ACCESS_TOKEN_MINUTES } from '#contract/auth/auth.ts'
import { derivedKey } from '../../platform/derived-key.ts'

const ALGORITHM = 'HS256'
const SECRET_BYTES = 32
const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() })

type Session = { userId: string; sessionId: string }

/** A JWT for one session of a person, valid for ACCESS_TOKEN_MINUTES. */
export function signAccessToken(secretKey: string, { userId, sessionId }: Session, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(userId)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_MINUTES * 60)
    .sign(derivedKey(secretKey, 'access token'))
}

/** Null for a forged, malformed or expired token. `expiresAt` is in milliseconds. */
export async function verifyAccessToken(secretKey: string, token: string, now = new Date()) {
  try {
    const key = derivedKey(secretKey, 'access token')
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: now })
    const { sub, sid, exp } = Claims.parse(payload)
    return { userId: sub, sessionId: sid, expiresAt: exp * 1000 }
  } catch {
    return null
  }
}

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
