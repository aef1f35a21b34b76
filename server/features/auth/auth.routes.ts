import type { FastifyInstance } from 'fastify'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Language } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import { positionText } from '../../platform/events/position.ts'
import { handle } from '../../platform/http/handle.ts'
import { translate } from '../../platform/texts.ts'
import { findUserWithBusinesses } from '../users/users.service.ts'
import { register, signIn } from './auth.service.ts'
import { sendEmailCode } from './codes/email-codes.ts'
import { resendCode, verifyCode } from './codes/phone-codes.ts'
import { checkReset, requestReset, resetPassword } from './recovery/recovery.ts'
import { removeWayIn } from './recovery/review.ts'
import { issueAccessToken, refreshSession, signInReply, signOut } from './sessions.ts'

const say = (language: Language, key: string) => translate(language, 'auth-mail', key)

export function mountAuth(app: FastifyInstance, deps: Deps) {
  handle(app, authRoutes.login, async ({ body }, { client, cookie, language }) => {
    const entered = await signIn(deps, body, client)
    return signInReply(deps, entered, { cookie, language })
  })

  handle(app, authRoutes.sendEmailCode, async ({ body }, { client, language }) => {
    await sendEmailCode(deps, { email: body.email, client, language })
    return { success: true, message: say(language, 'emailCodeAnswer') }
  })

  handle(app, authRoutes.register, async ({ body }, { client, cookie, language }) => {
    const { user, session } = await register(deps, body, { client, language })
    const accessToken = await issueAccessToken(deps, session, cookie)
    return { success: true, accessToken, user, message: say(language, 'registered') }
  })

  handle(app, authRoutes.refresh, async (_, { client, cookie }) => {
    const session = await refreshSession(deps, cookie.read(), client)
    return { success: true, accessToken: await issueAccessToken(deps, session, cookie) }
  })

  handle(app, authRoutes.logout, async (_, { cookie, bearer, client }) => {
    await signOut(deps, { cookie: cookie.read(), bearer, client })
    cookie.clear()
    return { success: true }
  })

  handle(app, authRoutes.getCurrentUser, async (_, { db, caller }) => {
    const livePosition = positionText(deps.hub.position())
    const { user, businesses } = await findUserWithBusinesses(db, caller)
    return { success: true, user, businesses, supportUrl: deps.env.supportUrl, livePosition }
  })

  handle(app, authRoutes.sendPhoneCode, async ({ body }, { caller, client }) => {
    const { sentTo, channel } = await resendCode(deps, caller, { ...body, client })
    return { success: true, sentTo, channel }
  })

  handle(app, authRoutes.verifyPhone, async ({ body }, { caller }) => {
    const user = await verifyCode(deps, caller, body.code)
    return { success: true, user }
  })

  handle(app, authRoutes.recover, async ({ body }, { client, language }) => {
    await requestReset(deps, body.email, client)
    return { success: true, message: say(language, 'recoverAnswer') }
  })

  handle(app, authRoutes.checkReset, async ({ query }, { client }) => {
    await checkReset(deps, query.token, client)
    return { success: true }
  })

  handle(app, authRoutes.reset, async ({ body }, { client, language }) => {
    const reviewed = await resetPassword(deps, body, client)
    return { success: true, message: say(language, 'passwordChanged'), ...reviewed }
  })

  handle(app, authRoutes.removeWayIn, async ({ body }, { client }) => ({
    success: true,
    waysIn: await removeWayIn(deps, body, client),
  }))
}
