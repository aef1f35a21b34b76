import { expect, test } from 'vitest'
import { apiKeyRoutes } from '#contract/api-keys.ts'
import { authRoutes } from '#contract/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import type { Failure } from '#contract/common.ts'
import { routes } from '#contract/index.ts'
import { invitationRoutes } from '#contract/invitations.ts'
import { passkeyRoutes } from '#contract/passkeys.ts'
import { profileRoutes } from '#contract/profile.ts'
import type { Route } from '#contract/route.ts'
import { teamRoutes } from '#contract/team.ts'
import { twoFactorRoutes } from '#contract/two-factor.ts'
import { PASSWORD, testAccounts } from './testing/test-accounts.ts'
import { testApp } from './testing/test-app.ts'
import { testTwoFactor } from './testing/test-two-factor.ts'

let skipped = 0
const it = await testApp({ now: () => new Date(Date.now() + skipped), env: { PUBLIC_URL: 'http://localhost:3000' } })
const { deps, send } = it
const { verified } = testAccounts(it)
const { turnOn, codeOf } = testTwoFactor(it)

const NEW_PASSWORD = 'orbit lantern quarry'
const issuesOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ((body as Failure).issues ?? []).map(({ path }) => path.replace(/^body\./, '')),
]
const failureOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]

/** What changes who owns or may enter something, as it was decided. */
const byHand = {
  always: [
    ...['profile.changePassword', 'profile.changeEmail', 'twoFactor.start', 'twoFactor.turnOff'],
    ...['twoFactor.renewCodes', 'passkeys.start', 'google.unlink', 'businesses.transfer', 'businesses.close'],
    'apiKeys.create',
  ],
  sometimes: [
    'invitations.create',
    'team.change',
    'team.resume',
    'waitingList.approve',
    'privacy.eraseSelf',
    'apiKeys.change',
  ],
}

test('the routes that ask who it is are these', () => {
  const found = (when: Route['confirms']) =>
    Object.entries(routes).flatMap(([feature, of]) =>
      (Object.entries(of) as [string, Route][])
        .filter(([, route]) => route.confirms === when)
        .map(([name]) => `${feature}.${name}`),
    )
  expect(found('always').sort()).toEqual(byHand.always.sort())
  expect(found('sometimes').sort()).toEqual(byHand.sometimes.sort())
})

type Typed = { password?: string; code?: string }
/** A business whose second Owner is suspended, with a Writer and a key that is switched off; and each act that asks. */
async function world() {
  const business = await it.newBusiness()
  const [owner, second, writer] = [
    await business.member('Owner'),
    await business.member('Owner'),
    await business.member('Writer'),
  ]
  await send(teamRoutes.suspend, owner, { params: { id: second.userId } })
  const { keyId } = await business.apiKey()
  const { name } = await business.db.selectFrom('businesses').select('name').executeTakeFirstOrThrow()
  const acts: Record<string, (typed: Typed) => Promise<{ status: number; body: unknown }>> = {
    invite: (typed) =>
      send(invitationRoutes.create, owner, {
        body: { recipients: [`${keyId}@example.test`], role: 'Owner', language: 'en', ...typed },
      }),
    raise: (typed) =>
      send(teamRoutes.change, owner, { params: { id: writer.userId }, body: { role: 'Owner', ...typed } }),
    resume: (body) => send(teamRoutes.resume, owner, { params: { id: second.userId }, body }),
    enable: (typed) => send(apiKeyRoutes.change, owner, { params: { id: keyId }, body: { isActive: true, ...typed } }),
    key: (typed) => send(apiKeyRoutes.create, owner, { body: { name: 'Website', scopes: ['leads:write'], ...typed } }),
    email: (typed) =>
      send(profileRoutes.changeEmail, owner, { body: { email: `new-${keyId}@example.test`, ...typed } as never }),
    passkey: (typed) => send(passkeyRoutes.start, owner, { body: typed as never }),
    transfer: (typed) =>
      send(businessRoutes.transfer, owner, { body: { userId: writer.userId, ownRole: 'Owner', ...typed } }),
    close: (typed) => send(businessRoutes.close, owner, { body: { name, ...typed } }),
  }
  return { ...business, owner, second, writer, acts }
}

test('an open screen alone changes nothing of who owns or may enter; the password does', async () => {
  const { acts } = await world()
  for (const [name, act] of Object.entries(acts)) {
    expect([name, ...issuesOf(await act({}))]).toEqual([name, 422, ['password']])
    expect([name, ...issuesOf(await act({ password: 'a guess' }))]).toEqual([name, 422, ['password']])
    expect([name, Math.floor((await act({ password: PASSWORD })).status / 100)]).toEqual([name, 2])
  }
})

test('where two-factor is on, a code is asked for, too', async () => {
  const { owner, acts } = await world()
  const { secret } = await turnOn(owner)
  deps.access.forget()
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

test('what gives no Owner and opens nothing asks nothing', async () => {
  const { owner, writer, apiKey } = await world()
  const { keyId } = await apiKey()
  const to = { params: { id: writer.userId } }
  const invited = { recipients: [`w-${keyId}@example.test`], role: 'Writer' as const, language: 'en' as const }
  const replies = [
    await send(teamRoutes.change, owner, { ...to, body: { role: 'Reader' } }),
    await send(teamRoutes.suspend, owner, to),
    await send(teamRoutes.resume, owner, { ...to, body: {} }),
    await send(apiKeyRoutes.change, owner, { params: { id: keyId }, body: { isActive: false } }),
    await send(invitationRoutes.create, owner, { body: invited }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201])
})

test('wrong passwords there and at sign-in count together', async () => {
  const person = await verified()
  const start = (password: string) => send(twoFactorRoutes.start, person, { body: { password } })
  const login = (password: string) => send(authRoutes.login, undefined, { body: { email: person.email, password } })
  for (let i = 0; i < 3; i++) expect((await start('a guess')).status).toBe(422)
  for (let i = 0; i < 2; i++) expect((await login('a guess')).status).toBe(401)
  expect(failureOf(await login(PASSWORD))).toEqual([429, 'locked_out'])
  expect(failureOf(await start(PASSWORD))).toEqual([429, 'locked_out'])
})

test('who has no password is told to set one', async () => {
  const person = await verified()
  const account = deps.tenants.pool.updateTable('users').where('id', '=', person.userId)
  await account.set({ password_hash: null }).execute()
  const reply = await send(twoFactorRoutes.start, person, { body: { password: PASSWORD } })
  expect(failureOf(reply)).toEqual([409, 'password_first'])
})
