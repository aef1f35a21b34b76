import type { FastifyInstance } from 'fastify'
import { healthRoutes } from '#contract/health.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'

const SOON = 1
const ok = { success: true, status: 'ok' } as const

export function mountHealth(app: FastifyInstance, { health }: Deps) {
  handle(app, healthRoutes.live, async () => ok)
  handle(app, healthRoutes.ready, async () => health.readiness())
  handle(app, healthRoutes.get, async () => {
    const { draining, database } = health.readiness()
    if (draining) throw new AppError('shutting_down', { retryAfter: SOON })
    if (database === 'away') throw new AppError('database_unavailable', { retryAfter: SOON })
    return ok
  })
}
