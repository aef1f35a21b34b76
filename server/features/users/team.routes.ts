import type { FastifyInstance } from 'fastify'
import { teamRoutes } from '#contract/team.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { findHeirs, leaveBusiness, removeMember } from './leaving.service.ts'
import { countMembers, listMembers } from './members.queries.ts'
import { changeMember, suspendMember } from './team.service.ts'

export function mountTeam(app: FastifyInstance, deps: Deps) {
  handle(app, teamRoutes.list, async ({ query }, { db, caller }) => {
    const { page, limit, search, filters } = query
    const [users, total] = await Promise.all([
      listMembers(db, caller.businessId, { search, filters, limit, offset: (page - 1) * limit }),
      countMembers(db, caller.businessId, { search, filters }),
    ])
    const pagination = { page, limit, total, totalIsExact: true, pages: Math.ceil(total / limit) }
    return { success: true, users, pagination }
  })
  handle(app, teamRoutes.change, async ({ params, body }, context) => ({
    success: true,
    user: await changeMember(deps, context, params.id, body),
  }))
  handle(app, teamRoutes.suspend, async ({ params }, context) => ({
    success: true,
    user: await suspendMember(deps, context, params.id, true),
  }))
  handle(app, teamRoutes.resume, async ({ params }, context) => ({
    success: true,
    user: await suspendMember(deps, context, params.id, false),
  }))
  handle(app, teamRoutes.heirs, async ({ params }, context) => ({
    success: true,
    ...(await findHeirs(context, params.id)),
  }))
  handle(app, teamRoutes.remove, async ({ params, body }, context) => ({
    success: true,
    ...(await removeMember(deps, context, params.id, body.takeOver)),
  }))
  handle(app, teamRoutes.leave, async (_, context) => {
    await leaveBusiness(deps, context)
    return { success: true }
  })
}
