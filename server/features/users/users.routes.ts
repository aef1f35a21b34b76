import type { FastifyInstance } from 'fastify'
import { userRoutes } from '#contract/users.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeUser } from './users.service.ts'

export function mountUsers(app: FastifyInstance) {
  handle(app, userRoutes.update, async ({ body }, { db, caller }) => {
    const updatedUser = await changeUser(db, caller, body)
    return { success: true, updatedUser }
  })
}
