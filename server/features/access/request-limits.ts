import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'

const MINUTE_MS = 60_000

/** A fixed window of a minute for each key or person and process (decisions 0.1); 0: none. Says in headers what is left. */
export function openRequestLimits(now: () => Date) {
  const limits = new Map<string, { minute: number; count: number }>()
  return (callerId: string, ratePerMinute: number, reply: FastifyReply) => {
    if (ratePerMinute === 0) return
    const time = now().getTime()
    const minute = Math.floor(time / MINUTE_MS)
    const known = limits.get(callerId)
    const count = (known?.minute === minute ? known.count : 0) + 1
    limits.set(callerId, { minute, count })
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - time) / 1_000)
    reply.headers({
      'x-ratelimit-limit': ratePerMinute,
      'x-ratelimit-remaining': Math.max(0, ratePerMinute - count),
      'x-ratelimit-reset': seconds,
    })
    if (count > ratePerMinute) throw new AppError('too_many_requests', { retryAfter: seconds })
  }
}
