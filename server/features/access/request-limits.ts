import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'

const MINUTE_MS = 60_000

/** Fixed window of a minute per caller and process; 0: no limit. Response headers report the remaining requests. */
export function openRequestLimits(now: () => Date) {
  const counts = new Map<string, number>()
  let counted = 0
  return (callerId: string, ratePerMinute: number, reply: FastifyReply) => {
    if (ratePerMinute === 0) return
    const time = now().getTime()
    const minute = Math.floor(time / MINUTE_MS)
    if (minute !== counted) counts.clear()
    counted = minute
    const count = (counts.get(callerId) ?? 0) + 1
    counts.set(callerId, count)
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - time) / 1_000)
    reply.headers({
      'x-ratelimit-limit': ratePerMinute,
      'x-ratelimit-remaining': Math.max(0, ratePerMinute - count),
      'x-ratelimit-reset': seconds,
    })
    if (count > ratePerMinute) throw new AppError('too_many_requests', { retryAfter: seconds })
  }
}
