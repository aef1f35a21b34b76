import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { FORM_MIN_SECONDS, FORM_TOKEN_HOURS, HONEYPOT } from '#contract/forms.ts'
import { derivedKey } from '../../platform/derived-key.ts'

const MINUTE_MS = 60_000
const MAC_LENGTH = 22

/** A signed token with the time and form of a page; unique by its nonce. */
export function newToken(secretKey: string, formKey: string, now: Date): string {
  const words = `${now.getTime().toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${words}.${macOf(secretKey, formKey, words)}`
}

const macOf = (secretKey: string, formKey: string, words: string) =>
  createHmac('sha256', derivedKey(secretKey, 'form'))
    .update(`${formKey}.${words}`)
    .digest('base64url')
    .slice(0, MAC_LENGTH)

/** Age of the token’s page in milliseconds; undefined: invalid or too old. */
function ageOf(secretKey: string, { formKey, token, now }: { formKey: string; token: string; now: Date }) {
  const [, words = '', at = '', mac = ''] = /^((\w{8,12})\.[\w-]{12})\.([\w-]{22})$/.exec(token) ?? []
  if (!words || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secretKey, formKey, words)))) return undefined
  const age = now.getTime() - Number.parseInt(at, 36)
  return age <= FORM_TOKEN_HOURS * 60 * MINUTE_MS ? age : undefined
}

/** `stale`: the token is too old, invalid or of another form. */
export type Verdict = 'person' | 'honeypot' | 'wrong_origin' | 'too_fast' | 'stale'
export type Post = {
  formKey: string
  values: Record<string, string>
  token: string
  /** The `Origin` header; `null` if the browser withholds it. */
  origin: string | undefined
  /** The `Host` header. */
  host: string
  allowedOrigins: readonly string[]
  now: Date
}

/**
 * Judges the sender by the request alone, without the database. Our own page proves itself by its token; an allowed
 * site by its origin, which browsers do not let a page forge, and needs no token.
 */
export function verdictOf(
  secretKey: string,
  { formKey, values, token, origin, host, allowedOrigins, now }: Post,
): Verdict {
  if (values[HONEYPOT]) return 'honeypot'
  const isAllowed = origin !== undefined && allowedOrigins.includes(origin)
  const isOwn = origin === undefined || origin === 'null' || hostOf(origin) === host
  if (!isAllowed && !isOwn) return 'wrong_origin'
  if (token === '') return isAllowed ? 'person' : 'wrong_origin'
  const age = ageOf(secretKey, { formKey, token, now })
  if (age === undefined) return 'stale'
  return age < FORM_MIN_SECONDS * 1_000 ? 'too_fast' : 'person'
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
