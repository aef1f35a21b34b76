import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { PASSWORD, testAccounts } from '../../../testing/accounts/test-accounts.ts'
import { testApp } from '../../../testing/test-app.ts'

const NEW_PASSWORD = 'a new and longer one'
let clock = Date.parse('2026-03-01T08:00:00Z')
const wait = (seconds: number) => {
  clock += seconds * 1_000
}
const world = await testApp({ now: () => new Date(clock) })
const { deps, send } = world
const { verified, messagesTo, refresh } = testAccounts(world)

const codeOf = ({ body }: { body: unknown }) => (body as Failure).code
const ask = (email: string, language = 'en') =>
  send(authRoutes.recover, undefined, { body: { email } }, { 'accept-language': language })
const signIn = (email: string, password: string) => send(authRoutes.login, undefined, { body: { email, password } })
const reset = (token: string, password = NEW_PASSWORD) =>
  send(authRoutes.reset, undefined, { body: { token, password, passwordConfirmation: password } })
const check = (token: string) => send(authRoutes.checkReset, undefined, { query: { token } })

const tokensTo = async (email: string) =>
  (await messagesTo(email)).map(({ body }) => /recover-password\?token=([\w-]+)/.exec(body ?? '')?.[1] ?? '')
/** Waits for the nth mail to an address and returns its token. */
async function tokenTo(email: string, nth = 1) {
  await expect.poll(async () => (await tokensTo(email)).length, { timeout: 5_000 }).toBe(nth)
  return (await tokensTo(email)).at(-1) ?? ''
}

test('a link by mail sets a new password once, and ends every session', async () => {
  const person = await verified()
  await ask(person.email.toUpperCase())
  const token = await tokenTo(person.email)
  const [mail] = await messagesTo(person.email)
  expect(mail).toMatchObject({ channel: 'mail', subject: 'Set a new Leadline password' })
  expect(mail?.body).toContain(`${deps.env.publicUrl}/auth/recover-password?token=${token}`)
  expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)

  expect((await check(token)).status).toBe(200)
  const done = await reset(token)
  expect(done.body).toMatchObject({ success: true, message: 'Your password was changed. Sign in with the new one' })
  expect((await refresh(person.cookie)).status).toBe(401)
  expect((await send(authRoutes.getCurrentUser, person, {})).status).toBe(401)
  expect((await signIn(person.email, PASSWORD)).status).toBe(401)
  expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200)

  for (const reply of [await check(token), await reset(token, 'yet another one')]) {
    expect([reply.status, codeOf(reply)]).toEqual([404, 'link_expired'])
  }
  expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200)
})

test('only a hash of the link is stored', async () => {
  const { email } = await verified()
  await ask(email)
  const token = await tokenTo(email)
  const stored = await deps.workerDb.selectFrom('password_resets').select('token_hash').execute()
  expect(stored.length).toBeGreaterThan(0)
  expect(
    stored.some(({ token_hash }) => token_hash.includes(token) || token_hash.includes(Buffer.from(token, 'base64url'))),
  ).toBe(false)
})

test('an address without an account gets the same answer, and no mail', async () => {
  const { email } = await verified()
  const [known, unknown] = [await ask(email), await ask('stranger@example.test')]
  expect(unknown.status).toBe(known.status)
  expect(unknown.body).toEqual(known.body)
  expect(known.body.message).toMatch(/^If this address has an account/)
  await tokenTo(email)
  expect(await messagesTo('stranger@example.test')).toEqual([])
})

test('a link lasts an hour', async () => {
  const { email } = await verified()
  await ask(email)
  const token = await tokenTo(email)
  wait(3_599)
  expect((await check(token)).status).toBe(200)
  wait(1)
  expect(codeOf(await check(token))).toBe('link_expired')
  expect(codeOf(await reset(token))).toBe('link_expired')
  expect((await signIn(email, PASSWORD)).status).toBe(200)
})

test('of simultaneous resets with one link one succeeds', async () => {
  const { email } = await verified()
  await ask(email)
  const token = await tokenTo(email)
  const passwords = ['first of four', 'second of four', 'third of four', 'fourth of four']
  const replies = await Promise.all(passwords.map((password) => reset(token, password)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  const winner = passwords[replies.findIndex(({ status }) => status === 200)] ?? ''
  expect((await signIn(email, winner)).status).toBe(200)
})

test('using one link invalidates the others of the account', async () => {
  const { email } = await verified()
  await ask(email)
  const first = await tokenTo(email)
  await ask(email)
  const second = await tokenTo(email, 2)
  expect((await reset(second)).status).toBe(200)
  expect(codeOf(await reset(first, PASSWORD))).toBe('link_expired')
})

test('a refused password does not use the link up', async () => {
  const { email } = await verified()
  await ask(email)
  const token = await tokenTo(email)
  const common = await reset(token, 'password123')
  expect(common.status).toBe(422)
  expect((common.body as unknown as Failure).issues).toEqual([
    { path: 'password', message: 'This password is too common. Choose another' },
  ])
  expect((await reset(token)).status).toBe(200)
})

test('a locked-out person signs in with the new password', async () => {
  const { email } = await verified()
  for (let i = 0; i < 5; i++) await signIn(email, 'a guess')
  expect(codeOf(await signIn(email, PASSWORD))).toBe('locked_out')
  await ask(email)
  await reset(await tokenTo(email))
  expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
})

test('five links an hour for an address, existing or not', async () => {
  const { email } = await verified()
  for (const address of [email, 'unknown@example.test']) {
    for (let i = 0; i < 5; i++) expect((await ask(address)).status).toBe(200)
    const refused = await ask(address)
    expect([refused.status, codeOf(refused)]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBe(3_600)
  }
})

test('a malformed link is refused', async () => {
  expect(codeOf(await check('a'.repeat(43)))).toBe('link_expired')
  expect((await check('short')).status).toBe(422)
})
