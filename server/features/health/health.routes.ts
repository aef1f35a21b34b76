import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { healthRoutes } from '#contract/health.ts'
import { handle } from '../../platform/http/handle.ts'

export function mountHealth(app: FastifyInstance) {
  handle(app, healthRoutes.get, async (_, { db }) => {
    await sql`select 1`.execute(db)
    return { success: true, status: 'ok' } as const
  })
}
