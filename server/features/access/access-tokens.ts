import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { ACCESS_TOKEN_MINUTES } from '#contract/auth/auth.ts'
import { derivedKey } from '../../platform/derived-key.ts'

const ALGORITHM = 'HS256'
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
