import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { profileRoutes } from '#contract/profile.ts'
import { PASSWORD, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

const START = Date.parse('2026-03-01T08:00:00Z')
let clock = START
const world = await testApp({ now: () => new Date(clock) })
const { send, deps } = world
const { verified, messagesTo } = testAccounts(world)

type Caller = { authorization: string }
let addresses = 0
const anAddress = () => `new${++addresses}@example.test`
const ask = (as: Caller, email: string, password = PASSWORD) =>
  send(profileRoutes.changeEmail, as, { body: { email, password } })
const confirm = (token: string, as?: Caller) => send(profileRoutes.confirmEmail, as, { body: { token } })
const pendingOf = async (as: Caller) => (await send(profileRoutes.pendingEmail, as, {})).body.pending
const emailOf = async (as: Caller) => (await send(authRoutes.getCurrentUser, as, {})).body.user.email
const lastTo = async (email: string) => (await messagesTo(email)).at(-1)
const tokenTo = async (email: string) =>
  /confirm-email\?token=([\w-]+)/.exec((await lastTo(email))?.body ?? '')?.[1] ?? ''
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]

test.each(['old', 'new'])('the address changes when both addresses confirmed it, the %s one first', async (first) => {
  const person = await verified()
  const email = anAddress()
  const reply = await ask(person, email.toUpperCase())
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      success: true,
      pending: {
        email,
        isOldConfirmed: false,
        isNewConfirmed: false,
        expiresAt: '2026-03-02T08:00:00Z',
      },
    },
  ])
  const subjects = [await lastTo(person.email), await lastTo(email)].map((mail) => mail?.subject)
  expect(subjects).toEqual(['Confirm the change of your Leadline email', 'Confirm your new email for Leadline'])
  const tokens = [await tokenTo(person.email), await tokenTo(email)]
  const [one, other] = (first === 'old' ? tokens : tokens.toReversed()) as [string, string]
  expect((await lastTo(email))?.body).toContain(`${deps.env.publicUrl}/auth/confirm-email?token=${tokens[1]}`)

  for (let i = 0; i < 2; i++) expect((await confirm(one, person)).body).toEqual({ success: true, state: 'waiting' })
  expect(await emailOf(person)).toBe(person.email)
  expect(await pendingOf(person)).toMatchObject({ isOldConfirmed: first === 'old', isNewConfirmed: first === 'new' })
  expect((await confirm(other, person)).body).toEqual({ success: true, state: 'changed' })

  expect(await emailOf(person)).toBe(email)
  const { email_verified_at } = await deps.tenants.pool
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  expect(email_verified_at).toBe('2026-03-01T08:00:00Z')
  expect(await pendingOf(person)).toBeNull()
  const notice = await lastTo(person.email)
  expect(notice?.subject).toBe('The email of your Leadline account was changed')
  expect(notice?.body).toContain(email)
  const signIn = (address: string) =>
    send(authRoutes.login, undefined, { body: { email: address, password: PASSWORD } })
  expect([(await signIn(email)).status, (await signIn(person.email)).status]).toEqual([200, 401])
  expect(codeOf(await confirm(one))).toEqual([404, 'link_expired'])
})

test('an address with an account gets a notice without a link, and the reply does not reveal the account', async () => {
  const [person, other] = [await verified(), await verified()]
  const free = await ask(person, anAddress())
  const taken = await ask(person, other.email)
  expect([taken.status, { ...taken.body.pending, email: '' }]).toEqual([
    free.status,
    { ...free.body.pending, email: '' },
  ])
  const mail = await lastTo(other.email)
  expect(mail?.subject).toBe('You already have a Leadline account')
  expect(mail?.body).not.toContain('token=')
  expect(mail?.body).not.toContain(person.email)
  expect((await confirm(await tokenTo(person.email))).body).toEqual({ success: true, state: 'waiting' })
  expect(await emailOf(person)).toBe(person.email)
})

test('an address that got an account meanwhile stays with it', async () => {
  const person = await verified()
  const email = anAddress()
  await ask(person, email)
  const [old, fresh] = [await tokenTo(person.email), await tokenTo(email)]
  await verified({ email })
  await confirm(old)
  expect(codeOf(await confirm(fresh, person))).toEqual([409, 'email_taken'])
  expect(await emailOf(person)).toBe(person.email)
})

test('a link lasts 24 hours', async () => {
  const person = await verified()
  await ask(person, anAddress())
  const token = await tokenTo(person.email)
  clock += 24 * 3_600_000 - 1_000
  expect((await confirm(token, person)).status).toBe(200)
  clock += 1_000
  expect(codeOf(await confirm(token))).toEqual([404, 'link_expired'])
  clock = START
})

test('a new request, or keeping the old address, invalidates the sent links', async () => {
  const person = await verified()
  await ask(person, anAddress())
  const first = await tokenTo(person.email)
  const second = anAddress()
  await ask(person, second)
  expect(codeOf(await confirm(first))).toEqual([404, 'link_expired'])
  const [old, fresh] = [await tokenTo(person.email), await tokenTo(second)]
  await confirm(old)
  expect((await send(profileRoutes.keepEmail, person, {})).body).toEqual({ success: true })
  expect(await pendingOf(person)).toBeNull()
  for (const token of [old, fresh]) expect(codeOf(await confirm(token))).toEqual([404, 'link_expired'])
  expect(await emailOf(person)).toBe(person.email)
})

test('it requires the password and a different address', async () => {
  const person = await verified()
  const issuesOf = async (...typed: [string, string?]) =>
    ((await ask(person, ...typed)).body as unknown as Failure).issues
  expect(await issuesOf(anAddress(), 'a guess')).toEqual([{ path: 'password', message: 'The password is wrong' }])
  expect(await issuesOf(person.email.toUpperCase())).toEqual([{ path: 'email', message: 'This is already your email' }])
  expect(await issuesOf('nonsense')).toEqual([{ path: 'email', message: 'Invalid email address' }])
  expect(await messagesTo(person.email)).toEqual([])
})

test('five requests an hour', async () => {
  const person = await verified()
  for (let i = 0; i < 5; i++) expect((await ask(person, anAddress())).status).toBe(200)
  expect(codeOf(await ask(person, anAddress()))).toEqual([429, 'too_many_requests'])
})

test('the change invalidates reset links sent to the old address', async () => {
  const person = await verified()
  await send(authRoutes.recover, undefined, { body: { email: person.email } })
  const resetOf = async () => /recover-password\?token=([\w-]+)/.exec((await lastTo(person.email))?.body ?? '')?.[1]
  await expect.poll(resetOf).toBeTruthy()
  const token = (await resetOf()) ?? ''
  const email = anAddress()
  await ask(person, email)
  await confirm(await tokenTo(person.email))
  await confirm(await tokenTo(email), person)
  expect(codeOf(await send(authRoutes.checkReset, undefined, { query: { token } }))).toEqual([404, 'link_expired'])
})

test('two simultaneous confirmations make one change', async () => {
  const person = await verified()
  const email = anAddress()
  await ask(person, email)
  const tokens = [await tokenTo(person.email), await tokenTo(email)]
  const states = await Promise.all(tokens.map(async (token) => (await confirm(token, person)).body.state))
  expect(states.sort()).toEqual(['changed', 'waiting'])
  expect(await emailOf(person)).toBe(email)
})

test('only hashes of the links are stored', async () => {
  const person = await verified()
  await ask(person, anAddress())
  const token = await tokenTo(person.email)
  const rows = await deps.tenants.pool.selectFrom('email_changes').select(['old_hash', 'new_hash']).execute()
  expect(
    rows.some(({ old_hash }) => old_hash.includes(token) || old_hash.equals(Buffer.from(token, 'base64url'))),
  ).toBe(false)
})

test('mails are in the language of the person', async () => {
  const person = await verified()
  await deps.tenants.pool.updateTable('users').set({ language: 'he' }).where('id', '=', person.userId).execute()
  const email = anAddress()
  await ask(person, email)
  expect([await lastTo(person.email), await lastTo(email)].map((mail) => mail?.subject)).toEqual([
    'אישור החלפת האימייל שלך ב־Leadline',
    'אישור כתובת האימייל החדשה שלך ב־Leadline',
  ])
})

/** Counts the app's connections that wait for a lock. */
async function waiting() {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`.execute(deps.tenants.pool)
  return rows.length
}

test.each(['old', 'new'])(
  'a recovery and the confirmation by the %s address do not wait for each other',
  async (last) => {
    const person = await verified()
    const email = anAddress()
    await ask(person, email)
    const tokens = [await tokenTo(person.email), await tokenTo(email)]
    const [first = '', second = ''] = last === 'new' ? tokens : tokens.toReversed()
    await confirm(first, person)
    const { pool } = deps.tenants
    // Does what a recovery does: locks the account, then deletes its pending changes.
    const { reply } = await pool.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', person.userId).forUpdate().execute()
      const sent = confirm(second, person)
      await waitFor(async () => (await waiting()) === 1)
      await tx.deleteFrom('email_changes').where('user_id', '=', person.userId).execute()
      return { reply: sent }
    })
    expect(codeOf(await reply)).toEqual([404, 'link_expired'])
    expect(await emailOf(person)).toBe(person.email)
  },
)
