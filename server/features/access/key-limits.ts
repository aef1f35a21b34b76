import type { FastifyReply } from 'fastify'
import type { ApiKey } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'

const MINUTE_MS = 60_000

/** A fixed window of a minute for each key and process (decisions 0.1). Says in headers what is left. */
export function openKeyLimits(now: () => Date) {
  const limits = new Map<string, { minute: number; count: number }>()
  return ({ keyId, ratePerMinute }: ApiKey, reply: FastifyReply) => {
    if (ratePerMinute === 0) return
    const time = now().getTime()
    const minute = Math.floor(time / MINUTE_MS)
    const known = limits.get(keyId)
    const count = (known?.minute === minute ? known.count : 0) + 1
    limits.set(keyId, { minute, count })
    const seconds = Math.ceil(((minute + 1) * MINUTE_MS - time) / 1_000)
    reply.headers({
      'x-ratelimit-limit': ratePerMinute,
      'x-ratelimit-remaining': Math.max(0, ratePerMinute - count),
      'x-ratelimit-reset': seconds,
    })
    if (count > ratePerMinute) throw new AppError('too_many_requests', { retryAfter: seconds })
  }
}
