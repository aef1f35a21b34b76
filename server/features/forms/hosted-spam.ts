import { FORM_MIN_SECONDS, FORM_TOKEN_HOURS, HONEYPOT } from '#contract/forms.ts'
import { newPageToken, pageAge } from '../../platform/http/content/page-token.ts'

const HOUR_MS = 3_600_000

/** A signed token with the time and form of a page. */
export const newToken = (secretKey: string, formKey: string, now: Date) =>
  newPageToken(secretKey, { kind: 'form', key: formKey }, now)

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
  const age = pageAge(secretKey, { kind: 'form', key: formKey }, { token, now })
  if (age === undefined || age > FORM_TOKEN_HOURS * HOUR_MS) return 'stale'
  return age < FORM_MIN_SECONDS * 1_000 ? 'too_fast' : 'person'
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
