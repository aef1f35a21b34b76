import type { FastifyInstance } from 'fastify'
import { googleRoutes } from '#contract/auth/google-sign-in.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { signedInReply, signInReply } from '../auth/sessions.ts'
import {
  findOwn,
  finishRedirect,
  linkAccount,
  registerByGoogle,
  startRedirect,
  unlinkAccount,
} from './google-sign-in.service.ts'

export function mountGoogleSignIn(app: FastifyInstance, deps: Deps) {
  handle(app, googleRoutes.start, async ({ body }, { client }) => ({
    success: true,
    ...(await startRedirect(deps, body.remember, client)),
  }))

  handle(app, googleRoutes.finish, async ({ body }, { client, cookie, language }) => {
    const came = await finishRedirect(deps, body, client)
    return 'arrival' in came ? { success: true, ...came } : signInReply(deps, came, { cookie, language })
  })

  handle(app, googleRoutes.link, async ({ body }, { client, cookie, language }) =>
    signInReply(deps, await linkAccount(deps, body, client), { cookie, language }),
  )

  handle(app, googleRoutes.register, async ({ body }, { client, cookie, language }) =>
    signedInReply(deps, await registerByGoogle(deps, body, { client, language }), { cookie, language }),
  )

  handle(app, googleRoutes.own, async (_, { caller }) => ({ success: true, ...(await findOwn(deps, caller.userId)) }))

  handle(app, googleRoutes.unlink, async ({ body }, { caller }) => {
    await unlinkAccount(deps, caller, body)
    return { success: true }
  })
}
