import type { FastifyInstance } from 'fastify'
import type { Confirmation } from '#contract/auth/confirmation.ts'
import { teamRoutes } from '#contract/team/team.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { searchLike } from '../../platform/phones.ts'
import { findAssignees, findLeaving } from './before-leaving.service.ts'
import { leaveBusiness, removeMember } from './leaving.service.ts'
import { countMembers, listMembers } from './members.queries.ts'
import { changeMember, readMember, suspendMember } from './team.service.ts'

type Context = { db: Db; caller: Member }
/** Changes of the caller's own membership are refused later, so they need no confirmation here. */
const isOther = ({ caller }: Context, userId: string) => userId !== caller.userId

/** Changes of another Owner require the caller to confirm their identity. */
async function confirmOverOwner(deps: Deps, context: Context, userId: string, typed: Confirmation) {
  const { role } = await readMember(context, userId)
  if (role === 'Owner' && isOther(context, userId)) await deps.identity.confirm(deps, context.caller, typed)
}

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
    if (changes.role !== undefined) {
      const { role } = await readMember(context, params.id)
      const isOwners = role !== changes.role && [role, changes.role].includes('Owner')
      if (isOwners && isOther(context, params.id)) await deps.identity.confirm(deps, context.caller, { password, code })
    }
    return { success: true, user: await changeMember(context, params.id, changes) }
  })
  handle(app, teamRoutes.suspend, async ({ params, body }, context) => {
    await confirmOverOwner(deps, context, params.id, body)
    return { success: true, user: await suspendMember(deps, context, params.id, true) }
  })
  handle(app, teamRoutes.resume, async ({ params, body }, context) => {
    await confirmOverOwner(deps, context, params.id, body)
    return { success: true, user: await suspendMember(deps, context, params.id, false) }
  })
  handle(app, teamRoutes.assignees, async ({ params }, context) => ({
    success: true,
    ...(await findAssignees(context, params.id)),
  }))
  handle(app, teamRoutes.remove, async ({ params, body: { takeOver, ...typed } }, context) => {
    await confirmOverOwner(deps, context, params.id, typed)
    return { success: true, ...(await removeMember(deps, context, params.id, takeOver)) }
  })
  handle(app, teamRoutes.leaving, async (_, { db, caller }) => ({
    success: true,
    ...(await findLeaving(deps, db, caller)),
  }))
  handle(app, teamRoutes.leave, async ({ body }, context) => {
    if (context.caller.role === 'Owner') await deps.identity.confirm(deps, context.caller, body)
    await leaveBusiness(deps, context)
    return { success: true }
  })
}
