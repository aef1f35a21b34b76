import type { FastifyInstance } from 'fastify'
import { userRoutes } from '#contract/team/users.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeUser } from './users.service.ts'

export function mountUsers(app: FastifyInstance, { names }: Deps) {
  handle(app, userRoutes.update, async ({ body }, { db, caller }) => {
    const updatedUser = await changeUser(db, caller, body)
    names.invalidate()
    return { success: true, updatedUser }
  })
}
