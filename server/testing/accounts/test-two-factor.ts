import { authRoutes } from '#contract/auth/auth.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import type { testApp } from '../test-app.ts'
import { appCode } from './app-code.ts'
import { PASSWORD } from './test-accounts.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Caller = { authorization: string }

/** Helpers for tests of the second step. */
export function testTwoFactor({ send, deps }: App) {
  const codeOf = (secret: string) => appCode(secret, deps.now())
  /** Turns two-factor on for a person with the current code. */
  async function turnOn(as: Caller) {
    const { body } = await send(twoFactorRoutes.start, as, { body: { password: PASSWORD } })
    const { secret } = body
    const confirmed = await send(twoFactorRoutes.confirm, as, { body: { code: codeOf(secret) } })
    return { secret, recoveryCodes: confirmed.body.recoveryCodes }
  }
  /** The first step of sign-in; returns its token, or '' if no second step is required. */
  async function firstStep(email: string, { password = PASSWORD, remember = false } = {}) {
    const { body } = await send(authRoutes.login, undefined, { body: { email, password, remember } })
    return 'secondStep' in body ? body.secondStep.token : ''
  }
  const secondStep = (token: string, code: string) => send(twoFactorRoutes.signIn, undefined, { body: { token, code } })
  return { codeOf, turnOn, firstStep, secondStep }
}
