import { createHmac, timingSafeEqual } from 'node:crypto'

/** The holder of a token: `client:<identity>` is a softphone of the product, `phone` an outside phone with a number. */
export type PhoneAddress = { kind: 'client'; identity: string } | { kind: 'phone'; e164: string }

export type PhoneToken = { address: PhoneAddress; endsAt: number }

export const TOKEN_AUDIENCE = 'web-phone'
const LONGEST_LIFE_S = 86_400

/**
 * Verifies a JWT signed with HS256. `aud` must be 'web-phone', `sub` is `client:u_42_b7` or `phone:+97250…`, and `exp`
 * is at most a day ahead. Returns undefined if the token is invalid. `endsAt` is the expiry in milliseconds.
 */
export function readToken(token: string, secret: string, now = Date.now()): PhoneToken | undefined {
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !isSigned(`${head}.${body}`, signature, secret)) return undefined
  const [header, claims] = [decoded(head), decoded(body)]
  if (header?.alg !== 'HS256' || claims?.aud !== TOKEN_AUDIENCE || typeof claims.exp !== 'number') return undefined
  const left = claims.exp - now / 1_000
  const address = left > 0 && left <= LONGEST_LIFE_S ? addressOf(claims.sub) : undefined
  return address && { address, endsAt: claims.exp * 1_000 }
}

export function writeAddress(address: PhoneAddress): string {
  return address.kind === 'client' ? `client:${address.identity}` : address.e164
}

function addressOf(subject: unknown): PhoneAddress | undefined {
  if (typeof subject !== 'string') return undefined
  const [, identity] = /^client:([\w.@-]{1,128})$/.exec(subject) ?? []
  if (identity) return { kind: 'client', identity }
  const [, e164] = /^phone:(\+[1-9]\d{5,14})$/.exec(subject) ?? []
  return e164 ? { kind: 'phone', e164 } : undefined
}

function isSigned(text: string, signature: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(signature, 'base64url')
  return secret !== '' && given.length === right.length && timingSafeEqual(given, right)
}

function decoded(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
