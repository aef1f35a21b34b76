import type { FastifyInstance } from 'fastify'
import { leadWhyRoutes } from '#contract/leads/history/lead-why.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { findWhy } from './why.service.ts'

export function mountWhy(app: FastifyInstance, deps: Deps) {
  handle(app, leadWhyRoutes.get, async ({ params, query }, context) => {
    const own = await deps.ownFields.find(context.caller.businessId)
    return { success: true, why: await findWhy(deps, { ...context, own }, params.id, query.limit) }
  })
}
