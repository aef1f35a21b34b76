import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { PASSKEYS_MAX, passkeyRoutes } from '#contract/auth/passkeys.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { businessRoutes } from '#contract/businesses.ts'
import type { Failure } from '#contract/common.ts'
import { withClient } from '../../platform/db/connections.ts'
import { newId } from '../../platform/ids.ts'
import { softwareAuthenticator } from '../../testing/accounts/software-authenticator.ts'
import { PASSWORD, testAccounts, tokenOf } from '../../testing/accounts/test-accounts.ts'
import { testTwoFactor } from '../../testing/accounts/test-two-factor.ts'
import { testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { resetTwoFactorOf } from '../two-factor/operator.ts'
import { handleOf } from './passkeys.rules.ts'

let clock = Date.parse('2026-03-01T08:00:00Z')
const wait = (seconds: number) => {
  clock += seconds * 1_000
}
const now = () => new Date(clock)
const world = await testApp({ now, env: { PUBLIC_URL: 'https://leads.example.com' } })
const { deps, send, newBusiness } = world
const { verified, messagesTo } = testAccounts(world)
const { turnOn, codeOf } = testTwoFactor(world)
const origin = 'https://leads.example.com'

type Caller = { authorization: string }
type Device = ReturnType<typeof softwareAuthenticator>
type Way = Partial<Parameters<Device['get']>[1]>
const failureOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]

const startNew = async (as: Caller) =>
  (await send(passkeyRoutes.start, as, { body: { password: PASSWORD } })).body.options
async function add(as: Caller, device: Device, name = 'Laptop', way: Way = {}) {
  const credential = device.create(await startNew(as), { origin, ...way })
  return send(passkeyRoutes.add, as, { body: { name, credential } })
}
const remove = (as: Caller, id: string) =>
  send(passkeyRoutes.remove, as, { params: { id }, body: { password: PASSWORD } })
const challenge = async () => (await send(passkeyRoutes.challenge, undefined, {})).body.options
const bring = (assertion: ReturnType<Device['get']>, remember = false) =>
  send(passkeyRoutes.signIn, undefined, { body: { assertion, remember } })
const signIn = async (device: Device, way: Way = {}) => bring(device.get(await challenge(), { origin, ...way }))
const listOf = async (as: Caller) => (await send(passkeyRoutes.list, as, {})).body.passkeys
/** Creates a person with a passkey on a device. */
async function withPasskey() {
  const [person, device] = [await verified(), softwareAuthenticator()]
  const { body } = await add(person, device)
  return { ...person, device, passkeyId: body.passkey._id }
}

test('a passkey is added by the password, with a name, and signs in as both factors', async () => {
  const [person, device] = [await verified(), softwareAuthenticator()]
  const wrong = await send(passkeyRoutes.start, person, { body: { password: 'not this one' } })
  expect(failureOf(wrong)).toEqual([422, 'invalid_input'])
  const options = await startNew(person)
  expect(options).toMatchObject({
    rp: { id: 'leads.example.com', name: 'Leadline' },
    user: { name: person.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const added = await add(person, device, ' My laptop ')
  expect([added.status, added.body.passkey.name, added.body.passkey.lastUsedAt]).toEqual([201, 'My laptop', null])
  expect((await messagesTo(person.email)).at(-1)?.subject).toBe('A passkey was added')
  await turnOn(person)

  wait(60)
  const done = await bring(device.get(await challenge(), { origin }), true)
  expect(done.body).toMatchObject({ success: true, user: { email: person.email }, message: 'You are signed in' })
  expect(done.cookies[0]?.maxAge).toBe(30 * 24 * 3_600)
  const current = await send(authRoutes.getCurrentUser, { authorization: `Bearer ${tokenOf(done.body)}` }, {})
  expect(current.body.user._id).toBe(person.userId)
  expect((await listOf(person))[0]?.lastUsedAt).toBe('2026-03-01T08:01:00Z')
})

test('a person may have several; a removed one no longer signs in', async () => {
  const { device, passkeyId, email, ...person } = await withPasskey()
  const phone = softwareAuthenticator()
  wait(1)
  const [known] = (await startNew(person)).excludeCredentials as { id: string }[]
  expect(known?.id).toBe(device.credentialId)
  await add(person, phone, 'Phone')
  expect((await listOf(person)).map(({ name }) => name)).toEqual(['Phone', 'Laptop'])
  expect((await remove(person, passkeyId)).status).toBe(200)
  expect((await messagesTo(email)).at(-1)?.subject).toBe('A passkey was removed')
  expect(failureOf(await signIn(device))).toEqual([422, 'passkey_refused'])
  expect((await signIn(phone)).status).toBe(200)
})

test('a challenge is accepted once, within five minutes, and only if issued here', async () => {
  const { device } = await withPasskey()
  const options = await challenge()
  const answers = await Promise.all([1, 2, 3].map(() => bring(device.get(options, { origin }))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const late = device.get(await challenge(), { origin })
  wait(5 * 60)
  expect(failureOf(await bring(late))).toEqual([422, 'passkey_refused'])
  const own = { ...options, challenge: Buffer.alloc(62, 7).toString('base64url') }
  expect(failureOf(await bring(device.get(own, { origin })))).toEqual([422, 'passkey_refused'])
})

test('a challenge of one person or purpose is not accepted for another', async () => {
  const [person, other] = [await verified(), await verified()]
  const credential = softwareAuthenticator().create(await startNew(other), { origin })
  const stolen = await send(passkeyRoutes.add, person, { body: { name: 'Stolen', credential } })
  expect(failureOf(stolen)).toEqual([422, 'passkey_refused'])
  const { device, authorization } = await withPasskey()
  const forNew = await startNew({ authorization })
  const answer = device.get({ ...forNew, rpId: 'leads.example.com' }, { origin })
  expect(failureOf(await bring(answer))).toEqual([422, 'passkey_refused'])
})

test('a passkey of another user is refused at sign-in, registration and removal', async () => {
  const [mine, theirs] = [await withPasskey(), await withPasskey()]
  const handle = (userId: string) => Buffer.from(handleOf(userId)).toString('base64url')
  const as = handle(theirs.userId)
  expect(failureOf(await signIn(mine.device, { as }))).toEqual([422, 'passkey_refused'])
  expect(failureOf(await add(theirs, mine.device))).toEqual([409, 'passkey_known'])
  const removed = await remove(theirs, mine.passkeyId)
  expect(failureOf(removed)).toEqual([404, 'passkey_not_found'])
  expect((await signIn(mine.device, { as: handle(mine.userId) })).body.user._id).toBe(mine.userId)
  // Signed by one device, but with the credential id of the other.
  const forged = { ...mine.device.get(await challenge(), { origin }), id: theirs.device.credentialId }
  const response = { ...forged.response, userHandle: as }
  expect(failureOf(await bring({ ...forged, rawId: forged.id, response }))).toEqual([422, 'passkey_refused'])
})

test('another origin, another relying party and a device without user verification are refused', async () => {
  const { device } = await withPasskey()
  for (const way of [{ origin: 'https://leads.example.com.evil.test' }, { isVerified: false }])
    expect(failureOf(await signIn(device, way))).toEqual([422, 'passkey_refused'])
  const answer = device.get({ ...(await challenge()), rpId: 'evil.test' }, { origin })
  expect(failureOf(await bring(answer))).toEqual([422, 'passkey_refused'])
  for (const way of [{ origin: 'https://evil.test' }, { isVerified: false }])
    expect(failureOf(await add(await verified(), softwareAuthenticator(), 'No', way))).toEqual([422, 'passkey_refused'])
})

test('a demo person’s passkey works on this machine only', async () => {
  const { device, userId } = await withPasskey()
  await deps.tenants.pool.updateTable('users').set({ is_demo: true }).where('id', '=', userId).execute()
  const body = { assertion: device.get(await challenge(), { origin }), remember: false }
  const away = await send(passkeyRoutes.signIn, undefined, { body }, { 'x-forwarded-for': '198.51.100.1' })
  expect(failureOf(away)).toEqual([422, 'passkey_refused'])
})

test('it satisfies a business that demands a second factor, until the last one is removed', async () => {
  const { device, passkeyId, userId } = await withPasskey()
  const { businessId, db } = await newBusiness()
  await db.insertInto('memberships').values({ business_id: businessId, user_id: userId, role: 'Lead' }).execute()
  await db.updateTable('businesses').set({ requires_two_factor: true }).execute()
  await deps.tenants.pool.updateTable('users').set({ status: 'Active' }).where('id', '=', userId).execute()
  const { body } = await signIn(device)
  const as = { authorization: `Bearer ${tokenOf(body)}`, 'x-business-id': businessId }
  const seen = await send(businessRoutes.get, as, {})
  expect([seen.status, seen.body]).toMatchObject([200, { success: true }])
  await remove(as, passkeyId)
  expect(failureOf(await send(businessRoutes.get, as, {}))).toEqual([403, 'two_factor_required'])
})

/**
 * Starts requests while a lock blocks inserts of messages. Each one starts when the previous ones wait for that lock or
 * for each other.
 */
const atOnce = <T>(starts: (() => Promise<T>)[]) =>
  withClient(world.urls.adminUrl, async (admin) => {
    await admin.query('begin; lock table messages in share mode')
    const replies: Promise<T>[] = []
    for (const start of starts) {
      const reply = start()
      let isOver = false
      void reply.finally(() => {
        isOver = true
      })
      replies.push(reply)
      await waitFor(async () => {
        // A transaction sees one snapshot of the statistics. Clearing it makes newer connections visible.
        await admin.query('select pg_stat_clear_snapshot()')
        const { rows } = await admin.query(`select from pg_stat_activity
          where datname = current_database() and usename = 'leadline_app' and wait_event_type = 'Lock'`)
        return isOver || rows.length >= replies.length
      })
    }
    await admin.query('commit')
    return Promise.all(replies)
  })

test('a passkey that is being removed no longer signs in', async () => {
  const { device, passkeyId, ...person } = await withPasskey()
  const assertion = device.get(await challenge(), { origin })
  const [removed, entered] = await atOnce<{ status: number; body: unknown }>([
    () => remove(person, passkeyId),
    () => bring(assertion),
  ])
  expect(removed?.status).toBe(200)
  expect(entered && failureOf(entered)).toEqual([422, 'passkey_refused'])
  const sessions = deps.tenants.pool.selectFrom('sessions').select('second_factor')
  expect(await sessions.where('user_id', '=', person.userId).where('second_factor', '=', 'passkey').execute()).toEqual(
    [],
  )
})

test('of two concurrent removals the second counts as removing the last passkey', async () => {
  const { device, passkeyId, ...person } = await withPasskey()
  const { body } = await add(person, softwareAuthenticator(), 'Phone')
  const { body: signedIn } = await signIn(device)
  expect(tokenOf(signedIn)).not.toBe('')
  const removed = await atOnce([passkeyId, body.passkey._id].map((id) => () => remove(person, id)))
  expect(removed.map(({ status }) => status)).toEqual([200, 200])
  const factors = await deps.tenants.pool
    .selectFrom('sessions')
    .select('second_factor')
    .where('user_id', '=', person.userId)
    .execute()
  expect(factors.map(({ second_factor }) => second_factor)).toEqual([null, null])
})

test('challenges issued early do not exceed the limit of passkeys', async () => {
  const person = await verified()
  const challenges = await Promise.all([startNew(person), startNew(person)])
  const rows = Array.from({ length: PASSKEYS_MAX - 1 }, (_, i) => ({
    id: newId(),
    user_id: person.userId,
    credential_id: `${person.userId} ${i}`,
    public_key: Buffer.alloc(1),
    counter: 0,
    transports: [],
    name: 'Laptop',
    created_at: now().toISOString(),
  }))
  await deps.tenants.pool.insertInto('passkeys').values(rows).execute()
  const sessions = deps.tenants.pool.updateTable('sessions').set({ second_factor: 'passkey' })
  await sessions.where('user_id', '=', person.userId).execute()
  const added = await atOnce(
    challenges.map((options) => () => {
      const credential = softwareAuthenticator().create(options, { origin })
      return send(passkeyRoutes.add, person, { body: { name: 'Phone', credential } })
    }),
  )
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await listOf(person)).toHaveLength(PASSKEYS_MAX)
})

test('with a passkey, the password alone neither adds nor removes a factor', async () => {
  const { device, passkeyId, ...person } = await withPasskey()
  const login = () => send(authRoutes.login, undefined, { body: { email: person.email, password: PASSWORD } })
  const weak = { authorization: `Bearer ${tokenOf((await login()).body)}` }
  const body = { password: PASSWORD }
  const acts = (as: Caller) => [
    () => send(passkeyRoutes.start, as, { body }),
    () => send(twoFactorRoutes.start, as, { body }),
    () => remove(as, passkeyId),
  ]
  for (const act of acts(weak)) expect(failureOf(await act())).toEqual([403, 'passkey_first'])
  const strong = { authorization: `Bearer ${tokenOf((await signIn(device)).body)}` }
  for (const act of acts(strong)) expect((await act()).status).toBe(200)
  // Without a passkey, the password is enough to add the first factor.
  expect((await send(passkeyRoutes.start, weak, { body })).status).toBe(200)
})

test('a factor begun with the password before the first passkey cannot be finished after it', async () => {
  const person = await verified()
  const login = await send(authRoutes.login, undefined, { body: { email: person.email, password: PASSWORD } })
  const weak = { authorization: `Bearer ${tokenOf(login.body)}` }
  const credential = softwareAuthenticator().create(await startNew(weak), { origin })
  const { secret } = (await send(twoFactorRoutes.start, weak, { body: { password: PASSWORD } })).body
  expect((await add(person, softwareAuthenticator())).status).toBe(201)
  const added = await send(passkeyRoutes.add, weak, { body: { name: 'Late', credential } })
  expect(failureOf(added)).toEqual([403, 'passkey_first'])
  const confirmed = await send(twoFactorRoutes.confirm, weak, { body: { code: codeOf(secret) } })
  expect(failureOf(confirmed)).toEqual([403, 'passkey_first'])
})

test('the operator removes lost passkeys', async () => {
  const { device, email } = await withPasskey()
  expect(await resetTwoFactorOf(deps, { email })).toBe(true)
  expect((await messagesTo(email)).at(-1)?.subject).toBe('A passkey was removed')
  expect(failureOf(await signIn(device))).toEqual([422, 'passkey_refused'])
  expect(await resetTwoFactorOf(deps, { email })).toBe(false)
})
