import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth.ts'
import { testAccounts } from '../../testing/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { isPassword } from './auth.passwords.ts'

const world = await testApp()
const { deps, send, errors } = world
const { verified } = testAccounts(world)

const ROUNDS = 7
/** The quickest of some rounds: a busy machine only ever adds to it. */
async function quickest(act: () => Promise<unknown>) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}

test('sign-in takes as long without such an account, and without a password in it, as with a wrong password', async () => {
  const { userId } = await verified()
  const account = deps.tenants.pool.selectFrom('users').select('password_hash').where('id', '=', userId)
  const { password_hash } = await account.executeTakeFirstOrThrow()
  const known = await quickest(() => isPassword(password_hash, 'a guess'))
  for (const none of [undefined, null]) {
    const unknown = await quickest(() => isPassword(none, 'a guess'))
    expect(unknown).toBeGreaterThan(known / 2)
    expect(unknown).toBeLessThan(known * 2)
  }
})

test('the answer to a sign-in takes as long where there is no such account', async () => {
  const { email } = await verified()
  // One address each time: guesses at one are counted together, and a lockout answers at once.
  const guess = (address: () => string) => async () => {
    const body = { email: address(), password: 'a guess' }
    expect((await send(authRoutes.login, undefined, { body })).status).toBe(401)
  }
  let strangers = 0
  const work = await quickest(() => isPassword(undefined, 'a guess'))
  const unknown = await quickest(guess(() => `nobody${++strangers}@example.test`))
  expect(unknown).toBeGreaterThan(work / 2)
  const known = await quickest(async () => {
    await deps.tenants.pool.deleteFrom('attempts').execute()
    await guess(() => email)()
  })
  expect(unknown).toBeGreaterThan(known / 2)
})

test('neither text, headers nor cookies of sign-in and recovery tell who has an account', async () => {
  const { email } = await verified()
  const shapeOf = async (route: 'login' | 'recover', address: string, language: string) => {
    const body = { email: address, password: 'a guess' }
    const { status, headers, ...reply } = await send(
      authRoutes[route],
      undefined,
      { body },
      { 'accept-language': language },
    )
    const { date: _, ...told } = headers
    return { status, told, body: reply.body, cookies: reply.cookies }
  }
  for (const route of ['login', 'recover'] as const)
    for (const language of ['he', 'en'])
      expect(await shapeOf(route, email, language)).toEqual(await shapeOf(route, 'ghost@example.test', language))
  expect(errors).toEqual([])
})
