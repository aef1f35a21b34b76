import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { profileRoutes } from '#contract/profile.ts'
import { PASSWORD, testAccounts, tokenOf } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'

const NEW = 'a new and longer one'
let clock = Date.parse('2026-03-01T08:00:00Z')
const world = await testApp({ now: () => new Date(clock) })
const { send, deps } = world
const { verified, messagesTo, refresh } = testAccounts(world)

type Caller = { authorization: string }
const change = (as: Caller, current: string, password = NEW, passwordConfirmation = password) =>
  send(profileRoutes.changePassword, as, { body: { current, password, passwordConfirmation } })
const signIn = (email: string, password: string) => send(authRoutes.login, undefined, { body: { email, password } })
const isIn = async (as: Caller) => (await send(authRoutes.getCurrentUser, as, {})).status === 200
const failure = ({ status, body }: { status: number; body: unknown }) => {
  const { code, issues } = body as Failure
  return { status, code, issues }
}
const hashOf = async (userId: string) =>
  (
    await deps.tenants.pool
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).password_hash

test('the old password allows setting a new one: other devices are signed out, this one is not, and a mail is sent', async () => {
  const person = await verified()
  const other = await signIn(person.email, PASSWORD)
  const elsewhere = { authorization: `Bearer ${tokenOf(other.body)}` }
  const reply = await change(person, PASSWORD)
  expect([reply.status, reply.body]).toEqual([
    200,
    { success: true, message: 'Your password was changed, and other devices were signed out' },
  ])
  expect([await isIn(person), await isIn(elsewhere)]).toEqual([true, false])
  expect((await refresh(person.cookie)).status).toBe(200)
  expect([(await signIn(person.email, PASSWORD)).status, (await signIn(person.email, NEW)).status]).toEqual([401, 200])
  const mail = (await messagesTo(person.email)).at(-1)
  expect(mail).toMatchObject({ channel: 'mail', subject: 'Your Leadline password was changed' })
  expect(mail?.body).toContain(person.email)
})

test('a wrong old password changes nothing, and guesses are limited', async () => {
  const person = await verified()
  for (let i = 0; i < 5; i++) {
    expect(failure(await change(person, 'a guess'))).toEqual({
      status: 422,
      code: 'invalid_input',
      issues: [{ path: 'current', message: 'The password is wrong' }],
    })
  }
  expect(failure(await change(person, PASSWORD))).toMatchObject({ status: 429, code: 'locked_out' })
  expect(
    failure(await send(profileRoutes.changeEmail, person, { body: { email: 'x@y.test', password: PASSWORD } })),
  ).toMatchObject({ status: 429 })
  clock += 15 * 60_000
  expect((await signIn(person.email, PASSWORD)).status).toBe(200)
  expect((await messagesTo(person.email)).map(({ subject }) => subject)).toEqual([])
})

test('the new password must satisfy the password rules', async () => {
  const person = await verified()
  const issuesOf = async (...typed: [string, string, string?]) => failure(await change(person, ...typed)).issues
  expect(await issuesOf(PASSWORD, 'short')).toEqual([
    { path: 'password', message: 'The password must have at least 8 characters' },
  ])
  expect(await issuesOf(PASSWORD, 'password123')).toEqual([
    { path: 'password', message: 'This password is too common. Choose another' },
  ])
  expect(await issuesOf(PASSWORD, NEW, 'another one')).toEqual([
    { path: 'passwordConfirmation', message: 'The passwords do not match' },
  ])
  expect((await signIn(person.email, PASSWORD)).status).toBe(200)
})

test('a recovery by mail sends a notice, too', async () => {
  const { email } = await verified()
  await send(authRoutes.recover, undefined, { body: { email } })
  const tokenOf = async () => /recover-password\?token=([\w-]+)/.exec((await messagesTo(email))[0]?.body ?? '')?.[1]
  await expect.poll(tokenOf).toBeTruthy()
  const token = (await tokenOf()) ?? ''
  await send(authRoutes.reset, undefined, { body: { token, password: NEW, passwordConfirmation: NEW } })
  expect((await messagesTo(email)).at(-1)?.subject).toBe('Your Leadline password was changed')
})

test('a hash with other parameters is renewed at the next sign-in', async () => {
  const { email, userId } = await verified()
  const nonce = Buffer.alloc(16, 7)
  const weak = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce,
    memory: 1_024,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const stored = `$argon2id$v=19$m=1024,t=1,p=1$${encode(nonce)}$${encode(weak)}`
  await deps.tenants.pool.updateTable('users').set({ password_hash: stored }).where('id', '=', userId).execute()
  expect((await signIn(email, 'not this one')).status).toBe(401)
  expect(await hashOf(userId)).toBe(stored)
  expect((await signIn(email, PASSWORD)).status).toBe(200)
  const renewed = await hashOf(userId)
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await signIn(email, PASSWORD)).status).toBe(200)
  expect(await hashOf(userId)).toBe(renewed)
})
