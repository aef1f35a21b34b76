import type { FastifyInstance } from 'fastify'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { signedInReply } from '../auth/sessions.ts'
import { completeSecondStep } from '../auth/ways-in/second-step.ts'
import {
  confirmTwoFactor,
  findState,
  renewRecoveryCodes,
  setTwoFactorRequirement,
  startTwoFactor,
  turnOffTwoFactor,
} from './two-factor.service.ts'

export function mountTwoFactor(app: FastifyInstance, deps: Deps) {
  handle(app, twoFactorRoutes.get, async (_, { caller }) => ({
    success: true,
    ...(await findState(deps, caller.userId)),
  }))

  handle(app, twoFactorRoutes.start, async ({ body }, { caller }) => ({
    success: true,
    ...(await startTwoFactor(deps, caller, body)),
  }))

  handle(app, twoFactorRoutes.confirm, async ({ body }, { caller }) => ({
    success: true,
    recoveryCodes: await confirmTwoFactor(deps, caller, body.code),
  }))

  handle(app, twoFactorRoutes.turnOff, async ({ body }, { caller }) => {
    await turnOffTwoFactor(deps, caller, body)
    return { success: true }
  })

  handle(app, twoFactorRoutes.renewCodes, async ({ body }, { caller }) => ({
    success: true,
    recoveryCodes: await renewRecoveryCodes(deps, caller, body),
  }))

  handle(app, twoFactorRoutes.signIn, async ({ body }, { client, cookie, language }) =>
    signedInReply(deps, await completeSecondStep(deps, body, client), { cookie, language }),
  )

  handle(app, twoFactorRoutes.demand, async ({ body }, { db, caller }) => {
    await setTwoFactorRequirement(deps, { db, caller }, body)
    return { success: true }
  })
}
