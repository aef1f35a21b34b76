import type { FastifyInstance } from 'fastify'
import { userRoutes } from '#contract/users.ts'
import { handle } from '../../platform/http/handle.ts'
import { countMembers, listMembers } from './members.queries.ts'
import { changeUser } from './users.service.ts'

export function mountUsers(app: FastifyInstance) {
  handle(app, userRoutes.update, async ({ body }, { db, caller }) => {
    const updatedUser = await changeUser(db, caller.userId, body)
    return { success: true, updatedUser }
  })

  handle(app, userRoutes.list, async ({ query }, { db, caller }) => {
    const { page, limit, search, filters } = query
    const [users, total] = await Promise.all([
      listMembers(db, caller.businessId, { search, filters, limit, offset: (page - 1) * limit }),
      countMembers(db, caller.businessId, { search, filters }),
    ])
    const pagination = { page, limit, total, totalIsExact: true, pages: Math.ceil(total / limit) }
    return { success: true, users, pagination }
  })
}
