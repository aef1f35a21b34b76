import { FAILING_DAYS, type TryProblem } from '#contract/webhooks/webhooks.ts'
import { NotPublic } from '../../../platform/oauth/public-addresses.ts'

/** Seconds before each further try, 75 hours together. */
const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** Up to this share is added at random, so that receivers which come back are not asked by all at once. */
const JITTER = 0.2
const RETRY_AFTER_MAX = 21_600
const DAY_MS = 86_400_000

/**
 * After this many failures in a row the receiver counts as down: one delivery at a time finds out whether it is back, and
 * what it does not take is no refusal of that delivery.
 */
export const DOWN_AFTER = 3
const REST_SECONDS = 5
const REST_SECONDS_MAX = 1_800

const jittered = (seconds: number, random: number) => seconds * (1 + JITTER * random)

/** Seconds until a delivery is tried again after this number of refusals; undefined: it was the last try. */
export function pauseAfter(refusals: number, retryAfter: number, random = Math.random()): number | undefined {
  const pause = PAUSES[refusals - 1]
  return pause === undefined ? undefined : jittered(Math.max(pause, retryAfter), random)
}

/** Seconds for which a receiver is left alone after this number of failures in a row. */
export function restAfter(failures: number, retryAfter: number, random = Math.random()): number {
  if (failures < DOWN_AFTER) return retryAfter
  const rest = Math.min(REST_SECONDS_MAX, REST_SECONDS * 2 ** (failures - DOWN_AFTER))
  return jittered(Math.max(rest, retryAfter), random)
}

/** Whether a receiver that took nothing since then is given up. */
export const isGivenUp = (failingSince: string, now: Date) =>
  now.getTime() - Date.parse(failingSince) >= FAILING_DAYS * DAY_MS

/** Seconds, or a date (RFC 9110, section 10.2.3). */
export function secondsOf(retryAfter: string | undefined, now: Date): number {
  if (!retryAfter) return 0
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now.getTime()) / 1_000
  return Math.min(Math.max(Math.ceil(seconds) || 0, 0), RETRY_AFTER_MAX)
}

const GONE = 410
export const isGone = (status: number | null) => status === GONE

/** What is wrong with an answer; null: nothing. */
export function problemOf(status: number): TryProblem | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

const tlsCodes = /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH)/
/** Why there was no answer. */
export function problemIn(error: unknown): TryProblem {
  if (error instanceof NotPublic) return 'not_public'
  const { name = '', code = '' } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  if (tlsCodes.test(code)) return 'tls'
  return code.startsWith('HPE_') ? 'protocol' : 'unreachable'
}
