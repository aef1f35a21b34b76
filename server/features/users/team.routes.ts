import type { FastifyInstance } from 'fastify'
import { teamRoutes } from '#contract/team.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { searchLike } from '../../platform/http/phones.ts'
import { confirmIdentity } from '../auth/auth.identity.ts'
import { paginate } from '../leads/lead-list.rules.ts'
import { findHeirs, leaveBusiness, removeMember } from './leaving.service.ts'
import { countMembers, listMembers } from './members.queries.ts'
import { changeMember, readMember, suspendMember } from './team.service.ts'

export function mountTeam(app: FastifyInstance, deps: Deps) {
  handle(app, teamRoutes.list, async ({ query }, { db, caller }) => {
    const { page, limit, search, filters } = query
    const filter = { filters, like: search ? searchLike(search) : undefined }
    const [users, total] = await Promise.all([
      listMembers(db, caller.businessId, { ...filter, limit, offset: (page - 1) * limit }),
      countMembers(db, caller.businessId, filter),
    ])
    return { success: true, users, pagination: paginate({ page, limit }, total, true) }
  })
  handle(app, teamRoutes.change, async ({ params, body: { password, code, ...changes } }, context) => {
    const makesOwner = changes.role === 'Owner' && (await readMember(context, params.id)).role !== 'Owner'
    if (makesOwner) await confirmIdentity(deps, context.caller, { password, code })
    return { success: true, user: await changeMember(deps, context, params.id, changes) }
  })
  handle(app, teamRoutes.suspend, async ({ params }, context) => ({
    success: true,
    user: await suspendMember(deps, context, params.id, true),
  }))
  handle(app, teamRoutes.resume, async ({ params, body }, context) => {
    const isOwner = (await readMember(context, params.id)).role === 'Owner'
    if (isOwner) await confirmIdentity(deps, context.caller, body)
    return { success: true, user: await suspendMember(deps, context, params.id, false) }
  })
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
