import type { FastifyInstance } from 'fastify'
import { todayRoutes } from '#contract/leads/follow-ups/today.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { countToday, readProgress, readToday } from './today.service.ts'

export function mountToday(app: FastifyInstance, { now }: Deps) {
  handle(app, todayRoutes.sections, async ({ query }, context) => ({
    success: true,
    sections: await readToday({ ...context, now: now() }, query),
  }))
  handle(app, todayRoutes.progress, async ({ query }, context) => ({
    success: true,
    ...(await readProgress({ ...context, now: now() }, query)),
  }))
  handle(app, todayRoutes.count, async (_, context) => ({
    success: true,
    ...(await countToday({ ...context, now: now() })),
  }))
}
