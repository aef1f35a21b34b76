import { expect, test } from 'vitest'
import { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import { authRoutes } from '#contract/auth/auth.ts'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { businessRoutes } from '#contract/businesses.ts'
import type { Failure } from '#contract/common.ts'
import { profileRoutes } from '#contract/profile.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { newId } from '../platform/ids.ts'
import { PASSWORD, testAccounts } from '../testing/accounts/test-accounts.ts'
import { testTwoFactor } from '../testing/accounts/test-two-factor.ts'
import { aPhone, testApp } from '../testing/test-app.ts'

let skipped = 0
const it = await testApp({ now: () => new Date(Date.now() + skipped), env: { PUBLIC_URL: 'http://localhost:3000' } })
const { deps, send } = it
const { register, verified } = testAccounts(it)
const { turnOn, codeOf } = testTwoFactor(it)

const NEW_PASSWORD = 'orbit lantern quarry'
const issuesOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ((body as Failure).issues ?? []).map(({ path }) => path.replace(/^body\./, '')),
]
const failureOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]

type By = { authorization: string }
const of = <T>(one: T | undefined) => one as T
let invited = 0
async function invitation(as: By, role: 'Owner' | 'Writer') {
  const recipients = [`invited-${++invited}@example.test`]
  const body = { recipients, role, language: 'en' as const, password: PASSWORD }
  return of((await send(invitationRoutes.create, as, { body })).body.invitations[0])
}
async function passkeyOf(userId: string) {
  const id = newId()
  const made = { public_key: Buffer.alloc(1), counter: 0, transports: [], created_at: new Date().toISOString() }
  const passkeys = deps.tenants.scope({ userId }).insertInto('passkeys')
  await passkeys.values({ id, user_id: userId, credential_id: id, name: 'Phone', ...made }).execute()
  return id
}
/** Requires two-factor in the business; this session has it. */
async function demandOf(db: Business['db'], { sessionId }: { sessionId: string }) {
  const sessions = deps.tenants.pool.updateTable('sessions').where('id', '=', sessionId)
  await sessions.set({ second_factor: 'code' }).execute()
  await db.updateTable('businesses').set({ requires_two_factor: true }).execute()
  deps.caches.endAll()
}

type Business = Awaited<ReturnType<typeof it.newBusiness>>
type Typed = { password?: string; code?: string }
/**
 * A business with several Owners (one suspended), a Writer and a disabled key; and each act that needs a confirmation.
 */
async function world() {
  const business = await it.newBusiness()
  const [owner, second, writer] = [
    await business.member('Owner'),
    await business.member('Owner'),
    await business.member('Writer'),
  ]
  await send(teamRoutes.suspend, owner, { params: { id: second.userId }, body: { password: PASSWORD } })
  const { keyId } = await business.apiKey()
  const others = [await business.member('Owner'), await business.member('Owner'), await business.member('Owner')]
  const [lowered, suspended, removed] = others.map(({ userId }) => ({ params: { id: userId } }))
  const { _id: asked } = await invitation(owner, 'Owner')
  const passkeyId = await passkeyOf(owner.userId)
  await demandOf(business.db, owner)
  const { name } = await business.db.selectFrom('businesses').select('name').executeTakeFirstOrThrow()
  const newPhone = aPhone()
  const acts: Record<string, (typed: Typed) => Promise<{ status: number; body: unknown }>> = {
    invite: (typed) =>
      send(invitationRoutes.create, owner, {
        body: { recipients: [`${keyId}@example.test`], role: 'Owner', language: 'en', ...typed },
      }),
    raise: (typed) =>
      send(teamRoutes.change, owner, { params: { id: writer.userId }, body: { role: 'Owner', ...typed } }),
    resume: (body) => send(teamRoutes.resume, owner, { params: { id: second.userId }, body }),
    lower: (typed) => send(teamRoutes.change, owner, { ...of(lowered), body: { role: 'Reader', ...typed } }),
    suspend: (body) => send(teamRoutes.suspend, owner, { ...of(suspended), body }),
    remove: (typed) => send(teamRoutes.remove, owner, { ...of(removed), body: { takeOver: null, ...typed } }),
    resend: (body) => send(invitationRoutes.resend, owner, { params: { id: asked }, body }),
    link: (body) => send(invitationRoutes.link, owner, { params: { id: asked }, body }),
    phone: (typed) => send(authRoutes.sendPhoneCode, owner, { body: { phone: newPhone, ...typed } }),
    removePasskey: (body) => send(passkeyRoutes.remove, owner, { params: { id: passkeyId }, body }),
    demand: (typed) => send(twoFactorRoutes.demand, owner, { body: { isRequired: false, ...typed } }),
    enable: (typed) => send(apiKeyRoutes.change, owner, { params: { id: keyId }, body: { isActive: true, ...typed } }),
    key: (typed) => send(apiKeyRoutes.create, owner, { body: { name: 'Website', scopes: ['leads:write'], ...typed } }),
    email: (typed) =>
      send(profileRoutes.changeEmail, owner, { body: { email: `new-${keyId}@example.test`, ...typed } as never }),
    passkey: (typed) => send(passkeyRoutes.start, owner, { body: typed as never }),
    transfer: (typed) =>
      send(businessRoutes.transfer, owner, { body: { userId: writer.userId, ownRole: 'Owner', ...typed } }),
    close: (typed) => send(businessRoutes.close, owner, { body: { name, ...typed } }),
    leave: (body) => send(teamRoutes.leave, owner, { body }),
  }
  return { ...business, owner, second, writer, acts }
}

test('a session alone cannot change ownership or access; the password can', async () => {
  const { acts } = await world()
  for (const [name, act] of Object.entries(acts)) {
    expect([name, ...issuesOf(await act({}))]).toEqual([name, 422, ['password']])
    expect([name, ...issuesOf(await act({ password: 'a guess' }))]).toEqual([name, 422, ['password']])
    expect([name, Math.floor((await act({ password: PASSWORD })).status / 100)]).toEqual([name, 2])
  }
})

test('with two-factor on, a code is required, too', async () => {
  const { owner, acts } = await world()
  const { secret } = await turnOn(owner)
  deps.caches.endAll()
  for (const [name, act] of Object.entries(acts)) {
    skipped += 30_000
    expect([name, ...issuesOf(await act({ password: PASSWORD }))]).toEqual([name, 422, ['code']])
    const wrong = codeOf(secret) === '111111' ? '222222' : '111111'
    expect([name, ...failureOf(await act({ password: PASSWORD, code: wrong }))]).toEqual([name, 422, 'code_wrong'])
    const done = await act({ password: PASSWORD, code: codeOf(secret) })
    expect([name, Math.floor(done.status / 100)]).toEqual([name, 2])
  }
  skipped += 30_000
  const change = (code?: string) =>
    send(profileRoutes.changePassword, owner, {
      body: { current: PASSWORD, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD, code },
    })
  expect(issuesOf(await change())).toEqual([422, ['code']])
  expect((await change(codeOf(secret))).status).toBe(200)
})

test('acts that give no ownership or access need no confirmation', async () => {
  const { owner, second, writer, apiKey, member, db } = await world()
  const leaver = await member('Writer')
  await demandOf(db, leaver)
  const open = { params: { id: (await invitation(owner, 'Writer'))._id } }
  const { keyId } = await apiKey()
  const to = { params: { id: writer.userId } }
  const invited = { recipients: [`w-${keyId}@example.test`], role: 'Writer' as const, language: 'en' as const }
  const replies = [
    await send(teamRoutes.change, owner, { ...to, body: { role: 'Reader' } }),
    await send(teamRoutes.suspend, owner, { ...to, body: {} }),
    await send(teamRoutes.resume, owner, { ...to, body: {} }),
    await send(teamRoutes.remove, owner, { ...to, body: { takeOver: null } }),
    await send(invitationRoutes.resend, owner, { ...open, body: {} }),
    await send(invitationRoutes.link, owner, { ...open, body: {} }),
    await send(twoFactorRoutes.demand, owner, { body: { isRequired: true } }),
    await send(teamRoutes.change, owner, { params: { id: second.userId }, body: { campaigns: [] } }),
    await send(teamRoutes.leave, leaver, { body: {} }),
    await send(apiKeyRoutes.change, owner, { params: { id: keyId }, body: { isActive: false } }),
    await send(invitationRoutes.create, owner, { body: invited }),
  ]
  const statuses = replies.map(({ status }) => status)
  expect(statuses).toEqual([...Array(statuses.length - 1).fill(200), 201])
})

test('wrong passwords here and at sign-in count together', async () => {
  const person = await verified()
  const start = (password: string) => send(twoFactorRoutes.start, person, { body: { password } })
  const login = (password: string) => send(authRoutes.login, undefined, { body: { email: person.email, password } })
  for (let i = 0; i < 3; i++) expect((await start('a guess')).status).toBe(422)
  for (let i = 0; i < 2; i++) expect((await login('a guess')).status).toBe(401)
  expect(failureOf(await login(PASSWORD))).toEqual([429, 'locked_out'])
  expect(failureOf(await start(PASSWORD))).toEqual([429, 'locked_out'])
})

test('a person without a password is asked to set one', async () => {
  const person = await verified()
  const account = deps.tenants.pool.updateTable('users').where('id', '=', person.userId)
  await account.set({ password_hash: null }).execute()
  const reply = await send(twoFactorRoutes.start, person, { body: { password: PASSWORD } })
  expect(failureOf(reply)).toEqual([409, 'password_first'])
})

test('correcting an unproved number and resending a code need no confirmation', async () => {
  const [pending, person] = [await register(), await verified()]
  const [corrected, phone] = [aPhone(), aPhone()]
  const send1 = (as: By, body: object) => send(authRoutes.sendPhoneCode, as, { body })
  skipped += 60_000
  expect((await send1(pending, { phone: corrected })).body).toMatchObject({ sentTo: corrected })
  expect((await send1(person, { phone, password: PASSWORD })).body).toMatchObject({ sentTo: phone })
  skipped += 60_000
  expect((await send1(person, { phone })).body).toMatchObject({ sentTo: phone })
  skipped += 60_000
  expect(issuesOf(await send1(person, { phone: aPhone() }))).toEqual([422, ['password']])
  // After the code's ten minutes it is a new request.
  skipped += 600_000
  expect(issuesOf(await send1(person, { phone }))).toEqual([422, ['password']])
})
