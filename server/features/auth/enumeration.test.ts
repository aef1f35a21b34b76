import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { registration, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { isPassword } from './passwords.ts'

const world = await testApp({ own: true })
const { deps, send, errors } = world
const { verified, askEmailCode, messagesTo } = testAccounts(world)
const accountsOf = async (email: string) =>
  (await deps.tenants.pool.selectFrom('users').select('id').where('email', '=', email).execute()).length

const ROUNDS = 7
/** The shortest time of each action over several interleaved rounds; load on the machine only adds time. */
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

test('sign-in takes as long for an unknown account, and for one without a password, as for a wrong password', async () => {
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

test('the reply to a sign-in takes as long for an unknown account', async () => {
  const { email } = await verified()
  // A new address each time: guesses at one address are counted together, and a lockout replies at once.
  const guess = (address: () => string) => async () => {
    const body = { email: address(), password: 'a guess' }
    expect((await send(authRoutes.login, undefined, { body })).status).toBe(401)
  }
  let strangers = 0
  const forgetGuesses = () => deps.tenants.pool.deleteFrom('attempts').execute()
  const [work, unknown, known] = await quickest(
    () => isPassword(undefined, 'a guess'),
    guess(() => `stranger${++strangers}@example.test`),
    () => forgetGuesses().then(guess(() => email)),
  )
  expect(unknown).toBeGreaterThan(work / 2)
  expect(unknown).toBeGreaterThan(known / 2)
})

/** The reply without the headers that differ each time. */
const visibleParts = ({ status, headers, body, cookies }: Awaited<ReturnType<typeof send>>) => {
  const { date: _, 'x-request-id': __, ...others } = headers
  return { status, headers: others, body, cookies }
}

test('neither text, headers nor cookies of sign-in and recovery reveal whether an account exists', async () => {
  const { email } = await verified()
  const shapeOf = async (route: 'login' | 'recover', address: string, language: string) => {
    const body = { email: address, password: 'a guess' }
    return visibleParts(await send(authRoutes[route], undefined, { body }, { 'accept-language': language }))
  }
  for (const route of ['login', 'recover'] as const)
    for (const language of ['he', 'en'])
      expect(await shapeOf(route, email, language)).toEqual(await shapeOf(route, 'ghost@example.test', language))
  expect(errors).toEqual([])
})

test('replies and mails of registration do not reveal it, either', async () => {
  const askFor = async (email: string, language: string) =>
    visibleParts(await askEmailCode(email, { 'accept-language': language }))
  const registerWith = async (email: string, emailCode: string | undefined, language: string) => {
    const body = { ...registration({ email, phone: '+972724440199' }), ...(emailCode && { emailCode }) }
    return visibleParts(await send(authRoutes.register, undefined, { body }, { 'accept-language': language }))
  }
  const codes = [undefined, '123456', '000000', '999999', '111111', '222222', '333333', '12']
  for (const language of ['he', 'en']) {
    const [taken, free] = [(await verified()).email, `free-${language}@example.test`]
    const before = (await messagesTo(taken)).length
    for (const ofNone of codes.slice(0, 2))
      expect(await registerWith(taken, ofNone, language)).toEqual(await registerWith(free, ofNone, language))
    expect(await askFor(taken, language)).toEqual(await askFor(free, language))
    // The account's address already got a mail when it was registered.
    expect((await messagesTo(taken)).length - before).toBe((await messagesTo(free)).length)
    for (const code of codes)
      expect(await registerWith(taken, code, language)).toEqual(await registerWith(free, code, language))
    expect(await accountsOf(free)).toBe(0)
  }
  expect(errors).toEqual([])
})

test('the reply to a code takes as long for an address with an account', async () => {
  const [taken, free] = [(await verified()).email, 'slow@example.test']
  const forgetAll = async () => {
    await deps.tenants.pool.deleteFrom('attempts').execute()
    await deps.tenants.pool.deleteFrom('email_codes').execute()
  }
  const asking = (email: string) => () => forgetAll().then(() => askEmailCode(email))
  const [first, second] = await quickest(asking(taken), asking(free))
  expect(first).toBeGreaterThan(second / 2)
  expect(first).toBeLessThan(second * 2)
  const body = (email: string) => ({ ...registration({ email }), emailCode: '123456' })
  const guess = (email: string) => () =>
    forgetAll().then(() => send(authRoutes.register, undefined, { body: body(email) }))
  const [known, unknown] = await quickest(guess(taken), guess(free))
  expect(known).toBeGreaterThan(unknown / 2)
  expect(known).toBeLessThan(unknown * 2)
})
