import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { PASSKEY_MINUTES } from '#contract/auth/passkeys.ts'
import { derivedKey } from '../../platform/derived-key.ts'

const RANDOM_BYTES = 24
const TIME_BYTES = 6

/** The relying party for passkeys. `isPossible` is false if the host is an IP address, which browsers do not accept. */
export function siteOf(publicUrl: string) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin, isPossible: isIP(hostname.replace(/^\[|\]$/g, '')) === 0 }
}

const sign = (secretKey: string, userId: string, content: Buffer) =>
  createHmac('sha256', derivedKey(secretKey, 'passkey challenge')).update(`${userId} `).update(content).digest()

/**
 * Creates a challenge. It is signed and contains its expiry, so it needs to be stored only when it is answered.
 * `userId` is '' for sign-in.
 */
export function newChallenge(secretKey: string, userId: string, now: Date) {
  const end = Buffer.alloc(TIME_BYTES)
  end.writeUIntBE(now.getTime() + PASSKEY_MINUTES * 60_000, 0, TIME_BYTES)
  const content = Buffer.concat([randomBytes(RANDOM_BYTES), end])
  return Buffer.concat([content, sign(secretKey, userId, content)])
}

/** When a challenge expires; undefined if it is forged, issued for another user, or expired. */
export function endOfChallenge(
  secretKey: string,
  userId: string,
  { challenge, now }: { challenge: string; now: Date },
) {
  const bytes = Buffer.from(challenge, 'base64url')
  const content = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
  const [signature, expected] = [bytes.subarray(content.length), sign(secretKey, userId, content)]
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined
  const end = new Date(content.readUIntBE(RANDOM_BYTES, TIME_BYTES))
  return end > now ? end : undefined
}

export const hashOfChallenge = (challenge: string) => createHash('sha256').update(challenge).digest()

/** The user handle that is stored in a passkey: the 16 bytes of the user's id. */
export const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
export const isHandleOf = (userId: string, handle: string) =>
  Buffer.from(handle, 'base64url').equals(Buffer.from(handleOf(userId)))
