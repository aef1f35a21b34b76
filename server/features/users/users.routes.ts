import type { FastifyInstance } from 'fastify'
import { userRoutes } from '#contract/team/users.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeUser } from './users.service.ts'

export function mountUsers(app: FastifyInstance) {
  handle(app, userRoutes.update, async ({ body }, { db, caller }) => ({
    success: true,
    updatedUser: await changeUser(db, caller, body),
  }))
}
