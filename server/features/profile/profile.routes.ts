import type { FastifyInstance } from 'fastify'
import { profileRoutes } from '#contract/profile.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { translate } from '../../platform/texts.ts'
import { cancelEmailChange, confirmEmail, findPendingEmail, requestEmailChange } from './email-change.ts'
import { changePassword } from './password-change.ts'
import { endOtherSessions, endSession, findSessions } from './profile.service.ts'

export function mountProfile(app: FastifyInstance, deps: Deps) {
  handle(app, profileRoutes.sessions, async (_, { caller }) => ({
    success: true,
    sessions: await findSessions(deps, caller),
  }))

  handle(app, profileRoutes.revokeSession, async ({ params: { id } }, { caller }) => {
    await endSession(deps, caller, id)
    return { success: true }
  })

  handle(app, profileRoutes.revokeOthers, async (_, { caller }) => {
    await endOtherSessions(deps, caller)
    return { success: true }
  })

  handle(app, profileRoutes.changePassword, async ({ body }, { caller, language }) => {
    await changePassword(deps, caller, body)
    return { success: true, message: translate(language, 'profile-mail', 'passwordChanged') }
  })

  handle(app, profileRoutes.pendingEmail, async (_, { caller }) => ({
    success: true,
    pending: await findPendingEmail(deps, caller.userId),
  }))

  handle(app, profileRoutes.changeEmail, async ({ body }, { caller }) => ({
    success: true,
    pending: await requestEmailChange(deps, caller, body),
  }))

  handle(app, profileRoutes.keepEmail, async (_, { caller }) => {
    await cancelEmailChange(deps, caller.userId)
    return { success: true }
  })

  handle(app, profileRoutes.confirmEmail, async ({ body: { token } }, { client, bearer }) => ({
    success: true,
    state: await confirmEmail(deps, { token, client, bearer }),
  }))
}
