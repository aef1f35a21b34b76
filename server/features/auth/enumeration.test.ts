import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth.ts'
import { testAccounts } from '../../testing/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { isPassword } from './auth.passwords.ts'

const world = await testApp()
const { deps, send, errors } = world
const { verified } = testAccounts(world)

const ROUNDS = 7
/** Of each the quickest of some rounds, taken in turns: a busy machine only ever adds to it, and to all of them. */
async function quickest<const Acts extends readonly (() => Promise<unknown>)[]>(...acts: Acts) {
  const best = acts.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, act] of acts.entries()) {
      const start = performance.now()
      await act()
      best[i] = Math.min(best[i] ?? 0, performance.now() - start)
    }
  return best as { [I in keyof Acts]: number }
}

test('sign-in takes as long without such an account, and without a password in it, as with a wrong password', async () => {
  const { userId } = await verified()
  const account = deps.tenants.pool.selectFrom('users').select('password_hash').where('id', '=', userId)
  const { password_hash } = await account.executeTakeFirstOrThrow()
  const against = (hash: string | null | undefined) => () => isPassword(hash, 'a guess')
  const [known, ...others] = await quickest(against(password_hash), against(undefined), against(null))
  for (const unknown of others) {
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
  const forgetGuesses = () => deps.tenants.pool.deleteFrom('attempts').execute()
  const [work, unknown, known] = await quickest(
    () => isPassword(undefined, 'a guess'),
    guess(() => `nobody${++strangers}@example.test`),
    () => forgetGuesses().then(guess(() => email)),
  )
  expect(unknown).toBeGreaterThan(work / 2)
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
    const { date: _, 'x-request-id': __, ...told } = headers
    return { status, told, body: reply.body, cookies: reply.cookies }
  }
  for (const route of ['login', 'recover'] as const)
    for (const language of ['he', 'en'])
      expect(await shapeOf(route, email, language)).toEqual(await shapeOf(route, 'ghost@example.test', language))
  expect(errors).toEqual([])
})
