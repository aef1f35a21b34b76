import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import type { Failure } from '#contract/common.ts'
import { PASSWORD, refreshOf, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { testTwoFactor } from '../../testing/accounts/test-two-factor.ts'
import { testApp } from '../../testing/test-app.ts'

let clock = Date.parse('2026-03-01T08:00:00Z')
const wait = (seconds: number) => {
  clock += seconds * 1_000
}
const now = () => new Date(clock)
// Two servers on one database, as behind a load balancer.
const [world, other] = [await testApp({ now }), await testApp({ now })]
const { verified } = testAccounts(world)
const { codeOf, turnOn, firstStep, secondStep } = testTwoFactor(world)

type Server = Pick<typeof world, 'send'>
const failureOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]
const signIn = ({ send }: Server, email: string, password: string) =>
  send(authRoutes.login, undefined, { body: { email, password } })
const refreshAt = ({ send }: Server, cookie: string) => send(authRoutes.refresh, undefined, {}, { cookie })
const withTwoFactor = async () => {
  const person = await verified()
  const own = await turnOn(person)
  wait(30)
  return { ...person, ...own }
}

test('five wrong passwords lock an account out, across processes', async () => {
  const { email } = await verified()
  for (const server of [world, other, world, other, world])
    expect(failureOf(await signIn(server, email, 'a guess'))).toEqual([401, 'wrong_credentials'])
  for (const server of [world, other])
    expect(failureOf(await signIn(server, email, PASSWORD))).toEqual([429, 'locked_out'])
  wait(15 * 60)
  expect((await signIn(other, email, PASSWORD)).status).toBe(200)
})

test('ten wrong codes lock the second step for a quarter of an hour, across processes', async () => {
  const { email, secret } = await withTwoFactor()
  const wrong = codeOf(secret) === '111111' ? '222222' : '111111'
  for (const process of [world, other]) {
    const token = await firstStep(email)
    for (let i = 0; i < 5; i++) {
      const reply = await process.send(twoFactorRoutes.signIn, undefined, { body: { token, code: wrong } })
      expect(failureOf(reply)).toEqual([422, 'code_wrong'])
    }
  }
  for (const process of [world, other]) {
    const token = await firstStep(email)
    const reply = await process.send(twoFactorRoutes.signIn, undefined, { body: { token, code: codeOf(secret) } })
    expect(failureOf(reply)).toEqual([429, 'too_many_requests'])
    expect(reply.headers['retry-after']).toBe('900')
  }
  wait(15 * 60)
  expect((await secondStep(await firstStep(email), codeOf(secret))).status).toBe(200)
})

test('a cookie replayed after its 30 seconds at another process ends the whole session', async () => {
  const { email } = await verified()
  const first = refreshOf((await signIn(world, email, PASSWORD)).cookies)
  wait(60)
  const second = refreshOf((await refreshAt(world, first)).cookies)
  wait(31)
  expect(failureOf(await refreshAt(other, first))).toEqual([401, 'unauthenticated'])
  for (const server of [world, other]) expect((await refreshAt(server, second)).status).toBe(401)
})
