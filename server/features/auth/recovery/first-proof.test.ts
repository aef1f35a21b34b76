import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { googleRoutes } from '#contract/auth/google-sign-in.ts'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import type { Failure } from '#contract/common.ts'
import { profileRoutes } from '#contract/profile.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { softwareAuthenticator } from '../../../testing/accounts/software-authenticator.ts'
import { PASSWORD, refreshOf, testAccounts, tokenOf } from '../../../testing/accounts/test-accounts.ts'
import { startIssuer, visit } from '../../../testing/accounts/test-issuer.ts'
import { testTwoFactor } from '../../../testing/accounts/test-two-factor.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { anAddress, testInvitations } from '../../../testing/test-invitations.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const RETURN = 'http://localhost:3000/auth/google'
const origin = 'http://localhost:3000'
const NEW_PASSWORD = 'known to the owner alone'
const issuer = await startIssuer(RETURN)
afterAll(issuer.close)
let skipped = 0
const world = await testApp({
  now: () => new Date(Date.now() + skipped),
  env: {
    PUBLIC_URL: origin,
    GOOGLE_ISSUER: issuer.account.issuer,
    GOOGLE_CLIENT_ID: issuer.account.clientId,
    GOOGLE_CLIENT_SECRET: issuer.account.clientSecret,
  },
})
const { deps, send } = world
const { verified, neverProved, resetTokenTo, messagesTo, lastCodeTo, refresh } = testAccounts(world)
const { turnOn, firstStep, secondStep, codeOf } = testTwoFactor(world)
const { invited, linksTo, accept } = testInvitations(world)

type As = { authorization: string }
const failureOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]
const login = (email: string, password: string) => send(authRoutes.login, undefined, { body: { email, password } })
const own = async (as: As) => (await send(authRoutes.getCurrentUser, as, {})).body
const reset = (token: string) =>
  send(authRoutes.reset, undefined, { body: { token, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD } })
const recover = async (email: string) => reset(await resetTokenTo(email))

const newPasskey = async (as: As, device: ReturnType<typeof softwareAuthenticator>) => {
  const { options } = (await send(passkeyRoutes.start, as, { body: { password: PASSWORD } })).body
  return { name: 'Theirs', credential: device.create(options, { origin }) }
}
async function addPasskey(as: As) {
  const device = softwareAuthenticator()
  const added = await send(passkeyRoutes.add, as, { body: await newPasskey(as, device) })
  expect(added.status).toBe(201)
  return device
}
async function signInBy(device: ReturnType<typeof softwareAuthenticator>) {
  const { options } = (await send(passkeyRoutes.challenge, undefined, {})).body
  const assertion = device.get(options, { origin })
  return send(passkeyRoutes.signIn, undefined, { body: { assertion } })
}
let subjects = 0
async function fromGoogle(email: string, subject = `subject-${++subjects}`) {
  issuer.signInAs(subject, { email, email_verified: true, name: 'Dana' })
  const { url, ticket } = (await send(googleRoutes.start, undefined, { body: {} })).body
  return { ticket, query: await visit(url, RETURN), subject }
}
const finish = ({ ticket, query }: { ticket: string; query: string }) =>
  send(googleRoutes.finish, undefined, { body: { ticket, query } })
const arrivalIn = (body: object) => ('arrival' in body ? (body.arrival as { token: string; kind: string }) : undefined)
const linkBy = (token: string, password: string) => send(googleRoutes.link, undefined, { body: { token, password } })
/** A Google link to another address, as older versions allowed. */
const plantGoogle = (userId: string, subject: string) =>
  deps.tenants.pool
    .insertInto('google_accounts')
    .values({ issuer: issuer.account.issuer, subject, user_id: userId, email: 'x@example.test', linked_at: 'now' })
    .execute()
/** The ways in and unfinished changes of the account. */
async function waysOf(userId: string) {
  const count = async (table: 'passkeys' | 'two_factor' | 'recovery_codes' | 'google_accounts' | 'email_changes') =>
    (await deps.tenants.pool.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  return Promise.all(
    (['passkeys', 'two_factor', 'recovery_codes', 'google_accounts', 'email_changes'] as const).map(count),
  )
}
/** A stranger registered this address with a phone of their own, and added every way in. */
async function occupied() {
  const stranger = await neverProved()
  const device = await addPasskey(stranger)
  const { secret } = await turnOn(stranger)
  const subject = `stranger-${++subjects}`
  await plantGoogle(stranger.userId, subject)
  await send(profileRoutes.changeEmail, stranger, { body: { email: anAddress(), password: PASSWORD } })
  skipped += 30_000
  return { ...stranger, device, secret, subject }
}

test('the first recovery by mail removes what a stranger left in the account, and asks for the phone again', async () => {
  const stranger = await occupied()
  const { email, userId } = stranger
  const { db, businessId } = await world.newBusiness()
  await db.insertInto('memberships').values({ business_id: businessId, user_id: userId, role: 'Owner' }).execute()
  expect((await signInBy(stranger.device)).status).toBe(200)
  expect((await recover(email)).status).toBe(200)

  expect(await waysOf(userId)).toEqual([0, 0, 0, 0, 0])
  expect(failureOf(await signInBy(stranger.device))).toEqual([422, 'passkey_refused'])
  expect((await send(authRoutes.getCurrentUser, stranger, {})).status).toBe(401)
  expect((await refresh(stranger.cookie)).status).toBe(401)
  const back = await fromGoogle('x@example.test', stranger.subject)
  expect(arrivalIn((await finish(back)).body)?.kind).toBe('register')

  const entered = await login(email, NEW_PASSWORD)
  const owner = { authorization: `Bearer ${tokenOf(entered.body)}` }
  expect((await own(owner)).user).toMatchObject({ status: 'Pending', phone: null })
  const phone = aPhone()
  await send(authRoutes.sendPhoneCode, owner, { body: { phone } })
  const verify = await send(authRoutes.verifyPhone, owner, { body: { code: await lastCodeTo(phone) } })
  expect(verify.body.user).toMatchObject({ status: 'Active', phone })
  const events = await db.selectFrom('events').select('name').execute()
  expect(events.map(({ name }) => name)).toContain('account.address_proved')
})

test('recovery of an account whose address was proved keeps its ways in', async () => {
  const person = await verified()
  const device = await addPasskey(person)
  const { secret } = await turnOn(person)
  await recover(person.email)
  skipped += 30_000
  const token = await firstStep(person.email, { password: NEW_PASSWORD })
  expect((await secondStep(token, codeOf(secret))).body.user).toMatchObject({ status: 'Verified', phone: person.phone })
  expect((await signInBy(device)).status).toBe(200)
})

test('changes begun before the recovery cannot be finished after it', async () => {
  const stranger = await neverProved()
  const { email, authorization } = stranger
  const passkey = await newPasskey(stranger, softwareAuthenticator())
  const newAddress = anAddress()
  await send(profileRoutes.changeEmail, stranger, { body: { email: newAddress, password: PASSWORD } })
  const changeLinks = [...(await messagesTo(email)), ...(await messagesTo(newAddress))].flatMap(
    ({ body }) => /confirm-email\?token=([\w-]+)/.exec(body ?? '')?.[1] ?? [],
  )
  expect(changeLinks).toHaveLength(2)
  const newPhone = aPhone()
  await send(authRoutes.sendPhoneCode, stranger, { body: { phone: newPhone, password: PASSWORD } })
  const arrival = arrivalIn((await finish(await fromGoogle(email))).body)?.token ?? ''
  const trip = await fromGoogle(email)
  const { secret } = (await send(twoFactorRoutes.start, stranger, { body: { password: PASSWORD } })).body
  const halfWay = await neverProved()
  const theirs = await turnOn(halfWay)
  skipped += 30_000
  const step = await firstStep(halfWay.email)
  await recover(halfWay.email)
  expect(failureOf(await secondStep(step, codeOf(theirs.secret)))).toEqual([422, 'second_step_expired'])

  const early = await resetTokenTo(email)
  await reset(await resetTokenTo(email, early))
  expect((await reset(early)).status).toBe(404)
  expect((await send(passkeyRoutes.add, { authorization }, { body: passkey })).status).toBe(401)
  const code = await lastCodeTo(newPhone)
  expect((await send(authRoutes.verifyPhone, { authorization }, { body: { code } })).status).toBe(401)
  expect((await send(twoFactorRoutes.confirm, stranger, { body: { code: codeOf(secret) } })).status).toBe(401)
  for (const token of changeLinks)
    expect((await send(profileRoutes.confirmEmail, stranger, { body: { token } })).status).toBe(404)
  expect((await linkBy(arrival, PASSWORD)).status).toBe(401)
  expect(arrivalIn((await finish(trip)).body)?.kind).toBe('link')
  expect((await login(email, PASSWORD)).status).toBe(401)
  expect((await login(email, NEW_PASSWORD)).status).toBe(200)
})

/** Requests that wait for a row lock held by the test. */
const waiting = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(deps.tenants.pool)
  return rows.length
}

test('a request admitted before the recovery changes nothing after it', async () => {
  const { userId, email, authorization } = await neverProved()
  const as = { authorization }
  const passkey = await newPasskey(as, softwareAuthenticator())
  const before = await waysOf(userId)
  const acts = [
    () => send(passkeyRoutes.add, as, { body: passkey }),
    () => send(twoFactorRoutes.start, as, { body: { password: PASSWORD } }),
    () => send(profileRoutes.changeEmail, as, { body: { email: anAddress(), password: PASSWORD } }),
    () => send(authRoutes.sendPhoneCode, as, { body: { phone: aPhone(), password: PASSWORD } }),
    () => login(email, PASSWORD),
  ]
  const { pool } = deps.tenants
  // Acts like a recovery with the account locked: the requests start before and continue after it.
  const { replies } = await pool.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const sent = Promise.all(acts.map((act) => act()))
    await waitFor(async () => (await waiting()) === acts.length)
    await tx.updateTable('sessions').set({ revoked_at: 'now' }).where('user_id', '=', userId).execute()
    await tx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', userId).execute()
    return { replies: sent }
  })
  expect((await replies).map(({ status }) => status)).toEqual(acts.map(() => 401))
  expect(await waysOf(userId)).toEqual(before)
})

test('a way in that a recovery removes while it is used opens no session', async () => {
  const person = await neverProved()
  const { email, userId } = person
  const device = await addPasskey(person)
  const subject = `removed-${++subjects}`
  await plantGoogle(userId, subject)
  const trip = await fromGoogle(email, subject)
  const { options } = (await send(passkeyRoutes.challenge, undefined, {})).body
  const assertion = device.get(options, { origin })
  const ways = [() => finish(trip), () => send(passkeyRoutes.signIn, undefined, { body: { assertion } })]
  const { replies } = await deps.tenants.pool.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const sent = Promise.all(ways.map((way) => way()))
    await waitFor(async () => (await waiting()) === ways.length)
    await tx.deleteFrom('google_accounts').where('user_id', '=', userId).execute()
    await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
    return { replies: sent }
  })
  for (const reply of await replies) expect(reply.body).not.toHaveProperty('accessToken')
  expect((await replies).map(({ status }) => status)).toEqual([401, 422])
})

test('Google vouches for the address: the link by the password is a first proof, too', async () => {
  const person = await neverProved()
  const device = await addPasskey(person)
  const token = arrivalIn((await finish(await fromGoogle(person.email))).body)?.token ?? ''
  const linked = await linkBy(token, PASSWORD)
  expect(linked.body).toMatchObject({ user: { _id: person.userId, status: 'Pending', phone: null } })
  expect(failureOf(await signInBy(device))).toEqual([422, 'passkey_refused'])
  expect((await send(authRoutes.getCurrentUser, person, {})).status).toBe(401)
  expect(await waysOf(person.userId)).toEqual([0, 0, 0, 1, 0])
})

test('an invitation is accepted with a proved address; its own link from the mail proves it', async () => {
  const { businessId, member } = await world.newBusiness()
  const owner = await member('Owner')
  const person = await neverProved()
  const device = await addPasskey(person)
  const elsewhere = await login(person.email, PASSWORD)
  const { invitation } = await invited(owner, { recipient: person.email, role: 'Owner', password: PASSWORD })
  const by = { params: { id: invitation._id }, body: { password: PASSWORD } }
  const made = await send(invitationRoutes.link, owner, by)
  const [, id = '', token = ''] = /invitation\/([\w-]+)\/([\w-]+)/.exec(made.body.url) ?? []

  // The creator of that link knows it, so it proves nothing; a mail goes to the address instead.
  const refused = await accept(person, { id, token })
  expect(failureOf(refused)).toEqual([403, 'address_not_proved'])
  expect((await own(person)).businesses).toEqual([])
  const links = await linksTo(person.email)
  expect(links).toHaveLength(2)
  expect((await signInBy(device)).status).toBe(200)

  const mailed = links.at(-1)
  expect((await accept(person, mailed as never)).body).toEqual({ success: true, businessId })
  expect((await own(person)).user).toMatchObject({ status: 'Pending', phone: null })
  expect(failureOf(await signInBy(device))).toEqual([422, 'passkey_refused'])
  expect((await refresh(refreshOf(elsewhere.cookies))).status).toBe(401)
})

test('an account of a week ago may have had sessions that are no longer known, so its first proof removes its ways in', async () => {
  const owner = await (await world.newBusiness()).member('Owner')
  const [fresh, old] = [await neverProved(), await neverProved()]
  await deps.tenants.pool
    .updateTable('users')
    .set({ created_at: sql`now() - interval '7 days'` })
    .where('id', '=', old.userId)
    .execute()
  for (const [person, status] of [
    [fresh, 200],
    [old, 422],
  ] as const) {
    const device = await addPasskey(person)
    await invited(owner, { recipient: person.email })
    const mailed = (await linksTo(person.email)).at(-1)
    expect((await accept(person, mailed as never)).status).toBe(200)
    expect((await signInBy(device)).status).toBe(status)
  }
})

test('a link to hand over is enough for a person who proved the address before', async () => {
  const { businessId, member } = await world.newBusiness()
  const owner = await member('Owner')
  const person = await world.person()
  const { invitation } = await invited(owner, { recipient: person.email })
  const made = await send(invitationRoutes.link, owner, { params: { id: invitation._id } })
  const [, id = '', token = ''] = /invitation\/([\w-]+)\/([\w-]+)/.exec(made.body.url) ?? []
  expect((await accept(person, { id, token })).body).toEqual({ success: true, businessId })
})

test('a new address is confirmed from within the account, so that a link cannot join a stranger’s account', async () => {
  const [stranger, victim] = [await verified(), anAddress()]
  await send(profileRoutes.changeEmail, stranger, { body: { email: victim, password: PASSWORD } })
  const tokenIn = async (email: string) =>
    /confirm-email\?token=([\w-]+)/.exec((await messagesTo(email)).at(-1)?.body ?? '')?.[1] ?? ''
  const confirm = async (email: string, as?: As) =>
    send(profileRoutes.confirmEmail, as, { body: { token: await tokenIn(email) } })
  expect((await confirm(stranger.email)).body).toEqual({ success: true, state: 'waiting' })
  for (const as of [undefined, await verified()])
    expect(failureOf(await confirm(victim, as))).toEqual([403, 'sign_in_to_confirm'])
  expect((await confirm(victim, stranger)).body).toEqual({ success: true, state: 'changed' })
})
