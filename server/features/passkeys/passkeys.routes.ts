import type { FastifyInstance } from 'fastify'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { signedInReply } from '../auth/sessions.ts'
import { addPasskey, findPasskeys, removePasskey, startPasskey } from './passkeys.service.ts'
import { signInByPasskey, startSignIn } from './sign-in.ts'

export function mountPasskeys(app: FastifyInstance, deps: Deps) {
  handle(app, passkeyRoutes.list, async (_, { caller }) => ({
    success: true,
    passkeys: await findPasskeys(deps, caller.userId),
  }))

  handle(app, passkeyRoutes.start, async ({ body }, { caller }) => ({
    success: true,
    options: { ...(await startPasskey(deps, caller, body)) },
  }))

  handle(app, passkeyRoutes.add, async ({ body }, { caller }) => ({
    success: true,
    passkey: await addPasskey(deps, caller, body),
  }))

  handle(app, passkeyRoutes.remove, async ({ params, body }, { caller }) => {
    await removePasskey(deps, caller, { passkeyId: params.id, ...body })
    return { success: true }
  })

  handle(app, passkeyRoutes.challenge, async () => ({ success: true, options: { ...(await startSignIn(deps)) } }))

  handle(app, passkeyRoutes.signIn, async ({ body }, { client, cookie, language }) =>
    signedInReply(deps, await signInByPasskey(deps, body, client), { cookie, language }),
  )
}
