import { ResponseBodyError } from 'openid-client'
import { z } from 'zod'
import type { CalendarFailure } from '#contract/calendars/calendars.ts'

/** A refusal of Google, with its status and its word for the reason. */
export class GoogleError extends Error {
  readonly status: number
  readonly reason: string
  /** In seconds. */
  readonly retryAfter: number | undefined
  constructor(status: number, reason: string, { words, retryAfter }: { words?: string; retryAfter?: number } = {}) {
    super(`Google answered ${status} ${reason}${words ? `: ${words}` : ''}`)
    this.status = status
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

const Body = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string() })).default([]),
  }),
})
const WORDS_MAX = 200

export function errorOf(status: number, text: string, retryAfter: string | null): GoogleError {
  const seconds = Number(retryAfter)
  const wait = retryAfter !== null && Number.isFinite(seconds) ? { retryAfter: seconds } : {}
  try {
    const { error } = Body.parse(JSON.parse(text))
    return new GoogleError(status, error.errors[0]?.reason ?? '', { words: error.message.slice(0, WORDS_MAX), ...wait })
  } catch {
    return new GoogleError(status, '', wait)
  }
}

const RATES = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'calendarUsageLimitsExceeded'])

/** What an error of a request to Google means for the connection. */
export function failureOf(error: unknown): CalendarFailure {
  if (error instanceof ResponseBodyError)
    return error.error === 'invalid_grant' ? 'revoked' : error.status >= 500 ? 'unreachable' : 'refused'
  if (!(error instanceof GoogleError)) return 'unreachable'
  const { status, reason } = error
  if (status === 429 || RATES.has(reason)) return 'rate'
  if (status === 401) return 'revoked'
  if (status === 403) return 'permission'
  if (status === 404) return 'calendar_gone'
  return status >= 500 ? 'unreachable' : 'refused'
}
