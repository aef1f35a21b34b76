import { expect, test } from 'vitest'
import type { Failure } from '#contract/common.ts'
import { appCode } from '../../testing/accounts/app-code.ts'
import { PASSWORD, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { testTwoFactor } from '../../testing/accounts/test-two-factor.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

let clock = Date.parse('2026-03-01T08:00:00Z')
const world = await testApp({ now: () => new Date(clock) })
const { app } = world
const { registering, verified, messagesTo } = testAccounts(world)
const { turnOn, codeOf } = testTwoFactor(world)

/** From another network. */
async function from(remoteAddress: string, path: string, payload: object) {
  const headers = { host: 'localhost', 'accept-language': 'en' }
  const reply = await app.inject({ method: 'POST', url: `/api/auth/${path}`, remoteAddress, headers, payload })
  return { status: reply.statusCode, body: reply.json<Failure>() }
}
const login = (ip: string, email: string, password: string) => from(ip, 'login', { email, password })
const recover = (ip: string, email: string) => from(ip, 'recover-password', { email })
const network = (n: number) => `198.51.100.${n}`

test('fifty wrong passwords a day from all networks together lock the account, except on networks where it was signed in', async () => {
  const { email } = await verified()
  const home = '203.0.113.7'
  expect((await login(home, email, PASSWORD)).status).toBe(200)
  for (let i = 0; i < 50; i++) expect((await login(network(i), email, 'a guess')).status).toBe(401)
  const refused = await login(network(60), email, PASSWORD)
  expect([refused.status, refused.body.code]).toEqual([429, 'locked_out'])
  expect((await login(home, email, 'a slip')).status).toBe(401)
  expect((await login(home, email, PASSWORD)).status).toBe(200)
  clock += 86_400_000
  expect((await login(network(60), email, PASSWORD)).status).toBe(200)
}, 120_000)

test('tries refused on one network do not count against the limit of all networks', async () => {
  const { email } = await verified()
  for (let i = 0; i < 60; i++) await login(network(61), email, 'a guess')
  expect((await login(network(61), email, PASSWORD)).status).toBe(429)
  expect((await login(network(62), email, PASSWORD)).status).toBe(200)
})

test('requests from other networks cannot keep the owner from getting a reset link', async () => {
  const { email } = await verified()
  const links = async () => (await messagesTo(email)).filter(({ body }) => body?.includes('recover-password')).length
  for (let i = 0; i < 5; i++) await recover(network(70), email)
  const refused = await recover(network(70), email)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  await waitFor(async () => (await links()) === 5)
  expect((await recover('203.0.113.8', email)).status).toBe(200)
  await waitFor(async () => (await links()) === 6)
})

test('requests from many networks leave a valid link in the mailbox, and not hundreds', async () => {
  const { email } = await verified()
  const links = async () => (await messagesTo(email)).filter(({ body }) => body?.includes('recover-password')).length
  for (let i = 0; i < 30; i++) expect((await recover(network(100 + i), email)).status).toBe(200)
  await waitFor(async () => (await links()) === 11)
  clock += 10 * 60_000
  await recover(network(140), email)
  await waitFor(async () => (await links()) === 12)
})

test('codes to one phone are counted per network', async () => {
  const phone = aPhone()
  const register = async (ip: string) => from(ip, 'register', await registering({ phone }))
  for (let i = 0; i < 6; i++) expect((await register(network(150))).status).toBe(200)
  expect((await register(network(150))).status).toBe(429)
  expect((await register('203.0.113.9')).status).toBe(200)
})

test('wrong codes of the second factor are counted per network, and limited to fifty a day from all together', async () => {
  const person = await verified()
  const { secret } = await turnOn(person)
  const home = '203.0.113.10'
  const firstStep = async (ip: string) => {
    const { body } = await login(ip, person.email, PASSWORD)
    return (body as unknown as { secondStep: { token: string } }).secondStep.token
  }
  const secondStep = (ip: string, token: string, code: string) => from(ip, 'login/code', { token, code })
  const tryCode = async (ip: string) => {
    clock += 30_000
    const { status, body } = await secondStep(ip, await firstStep(ip), codeOf(secret))
    return status === 200 ? status : [status, body.code]
  }
  const wrongCode = () => {
    const right = [-30_000, 0, 30_000].map((ms) => appCode(secret, new Date(clock + ms)))
    return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
  }
  const guessTenTimes = async (ip: string) => {
    for (const tries of [5, 5]) {
      const token = await firstStep(ip)
      for (let i = 0; i < tries; i++) expect((await secondStep(ip, token, wrongCode())).body.code).toBe('code_wrong')
    }
  }
  expect(await tryCode(home)).toBe(200)
  await guessTenTimes(network(160))
  expect(await tryCode(network(160))).toEqual([429, 'too_many_requests'])
  expect(await tryCode(home)).toBe(200)
  for (const n of [161, 162, 163, 164]) await guessTenTimes(network(n))
  expect(await tryCode(network(170))).toEqual([429, 'too_many_requests'])
  expect(await tryCode(home)).toBe(200)
  clock += 86_400_000
  expect(await tryCode(network(170))).toBe(200)
}, 120_000)
