import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { derivedKey } from '../../platform/derived-key.ts'

/** At most 24 hours are allowed (RFC 8292, section 2). */
const HOURS = 12

export type VapidKeys = { publicKey: Buffer; privateKey: KeyObject }

/**
 * The key by which push services know the installation. It is derived from the installation's secret as its other keys
 * are, so all processes have the same one, and it outlives a restored database.
 */
export function vapidKeysOf(secretKey: string): VapidKeys {
  const pair = createECDH('prime256v1')
  const secret = derivedKey(secretKey, 'push')
  pair.setPrivateKey(secret)
  const publicKey = pair.getPublicKey()
  const part = (from: number, to: number) => publicKey.subarray(from, to).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65), d: secret.toString('base64url') }
  return { publicKey, privateKey: createPrivateKey({ format: 'jwk', key: jwk }) }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

type Claims = { endpoint: string; subject: string; now: Date }
/** The Authorization header for a push service: who sends, until when, and to which service (RFC 8292). */
export function vapidHeader({ publicKey, privateKey }: VapidKeys, { endpoint, subject, now }: Claims): string {
  const expires = Math.floor(now.getTime() / 1_000) + HOURS * 3_600
  const claims = { aud: new URL(endpoint).origin, exp: expires, sub: subject }
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
}
