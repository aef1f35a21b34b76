import type { FastifyInstance } from 'fastify'
import { healthRoutes } from '#contract/health.ts'
import { handle } from '../../platform/http/handle.ts'
import { findNothing } from './health.queries.ts'

export function mountHealth(app: FastifyInstance) {
  handle(app, healthRoutes.get, async (_, { db }) => {
    await findNothing(db)
    return { success: true, status: 'ok' } as const
  })
}
