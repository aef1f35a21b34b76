import { afterAll, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { googleRoutes } from '#contract/auth/google-sign-in.ts'
import type { Failure } from '#contract/common.ts'
import { PASSWORD, testAccounts, tokenOf } from '../../testing/accounts/test-accounts.ts'
import { type Identity, startIssuer, visit } from '../../testing/accounts/test-issuer.ts'
import { testTwoFactor } from '../../testing/accounts/test-two-factor.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'

const RETURN = 'http://localhost:3000/auth/google'
const issuer = await startIssuer(RETURN)
afterAll(issuer.close)
let skipped = 0
const world = await testApp({
  now: () => new Date(Date.now() + skipped),
  env: {
    PUBLIC_URL: 'http://localhost:3000',
    GOOGLE_ISSUER: issuer.account.issuer,
    GOOGLE_CLIENT_ID: issuer.account.clientId,
    GOOGLE_CLIENT_SECRET: issuer.account.clientSecret,
  },
})
const without = await testApp({ own: true })
const { deps, send } = world
const { verified, neverProved, messagesTo, lastCodeTo } = testAccounts(world)
const { codeOf, turnOn, secondStep } = testTwoFactor(world)

let people = 0
const actAs = (values: Partial<Identity> = {}) => {
  const [subject, email] = [`subject-${++people}`, `google${people}@example.test`]
  const identity = { email, email_verified: true, name: 'Dana Google', ...values }
  issuer.signInAs(subject, identity)
  return { subject, ...identity }
}
const start = async (remember = false) => (await send(googleRoutes.start, undefined, { body: { remember } })).body
const finish = (ticket: string, query: string) => send(googleRoutes.finish, undefined, { body: { ticket, query } })
/** A complete redirect to the issuer and back. */
async function comeBack(remember = false) {
  const { url, ticket } = await start(remember)
  return finish(ticket, await visit(url, RETURN))
}
const arrivalOf = (body: object) =>
  (body as { arrival: { token: string; kind: string; email: string; name: string } }).arrival
const failureOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]
const register = (token: string, phone = aPhone()) =>
  send(googleRoutes.register, undefined, { body: { token, name: 'Dana Google', phone, terms: true } })
const isProved = async (email: string) => {
  const found = await deps.tenants.pool
    .selectFrom('users')
    .select('email_verified_at')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirstOrThrow()
  return found.email_verified_at !== null
}
const link = (token: string, password = PASSWORD) => send(googleRoutes.link, undefined, { body: { token, password } })

test('the redirect to Google has state, nonce and PKCE, and none is stored in clear', async () => {
  const { url, ticket } = await start()
  const asked = Object.fromEntries(new URL(url).searchParams)
  expect(asked).toMatchObject({
    client_id: 'leadline',
    redirect_uri: RETURN,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length).toBeGreaterThanOrEqual(43)
  const stored = await deps.tenants.pool.selectFrom('oauth_redirects').selectAll().execute()
  const text = stored.flatMap((row) => Object.values(row).map(String)).join(' ')
  for (const word of [asked.state, ticket]) expect(text).not.toContain(word)
})

test('a new person enters a phone, is Pending until its code, and signs in by Google from then on', async () => {
  const { email } = actAs({ email: 'New.Person@Example.test' })
  const { status, body, cookies } = await comeBack()
  expect([status, cookies]).toEqual([200, []])
  const { token, ...arrival } = arrivalOf(body)
  expect(arrival).toEqual({ kind: 'register', email: email.toLowerCase(), name: 'Dana Google' })
  const phone = aPhone()
  const wrong = await register(token, '12')
  expect((wrong.body as unknown as Failure).issues).toEqual([{ path: 'phone', message: 'Invalid phone number' }])
  const done = await register(token, phone)
  expect(done.body.user).toMatchObject({ email: email.toLowerCase(), phone, status: 'Pending' })
  const person = { authorization: `Bearer ${done.body.accessToken}` }
  const code = await lastCodeTo(phone)
  expect((await send(authRoutes.verifyPhone, person, { body: { code } })).body.user.status).toBe('Verified')
  expect(failureOf(await register(token))).toEqual([422, 'google_expired'])
  expect(await isProved(email)).toBe(true)

  const again = await comeBack(true)
  expect(again.body).toMatchObject({ success: true, user: { email: email.toLowerCase() } })
  expect(Math.round((again.cookies[0]?.maxAge ?? 0) / 60)).toBe(30 * 24 * 60)
  for (const password of ['', PASSWORD, 'null']) {
    const reply = await send(authRoutes.login, undefined, { body: { email, password } })
    expect(reply.status).toBe(password ? 401 : 422)
  }
})

test('an existing account is linked only with its password', async () => {
  const person = await neverProved()
  const { db, businessId } = await world.newBusiness()
  await db
    .insertInto('memberships')
    .values({ business_id: businessId, user_id: person.userId, role: 'Reader' })
    .execute()
  actAs({ email: person.email })
  const { token, kind } = arrivalOf((await comeBack()).body)
  expect(kind).toBe('link')
  expect(failureOf(await register(token))).toEqual([409, 'email_taken'])
  expect(failureOf(await link(token, 'a guess'))).toEqual([401, 'wrong_credentials'])
  // Until it is linked, Google does not sign in.
  expect(arrivalOf((await comeBack()).body).kind).toBe('link')
  expect(await isProved(person.email)).toBe(false)
  const linked = await link(token)
  expect(await isProved(person.email)).toBe(true)
  expect(linked.body).toMatchObject({ success: true, user: { _id: person.userId } })
  expect((await messagesTo(person.email)).at(-1)?.subject).toBe('Sign-in with Google was added')
  const events = await db.selectFrom('events').select('name').orderBy('id').execute()
  // The refused guess is logged asynchronously.
  const names = events.map(({ name }) => name).filter((name) => name !== 'session.refused')
  expect(names.sort()).toEqual(['account.address_proved', 'account.google_linked', 'session.ended', 'session.started'])
  expect((await comeBack()).body).toMatchObject({ success: true, user: { _id: person.userId } })
  expect(failureOf(await link(token))).toEqual([422, 'google_expired'])
})

test('a person with a password disconnects Google: it no longer signs in, and the log and a mail report it', async () => {
  const person = await verified()
  const { db, businessId } = await world.newBusiness()
  await db
    .insertInto('memberships')
    .values({ business_id: businessId, user_id: person.userId, role: 'Reader' })
    .execute()
  const { email } = actAs({ email: person.email })
  await link(arrivalOf((await comeBack()).body).token)
  const own = async () => (await send(googleRoutes.own, person, {})).body
  expect(await own()).toMatchObject({ account: { email }, hasPassword: true })

  const unlink = (password: string) => send(googleRoutes.unlink, person, { body: { password } })
  const wrong = await unlink('a guess')
  expect((wrong.body as unknown as Failure).issues).toEqual([{ path: 'password', message: 'The password is wrong' }])
  expect((await own()).account?.email).toBe(email)

  expect((await unlink(PASSWORD)).status).toBe(200)
  expect(await own()).toEqual({ success: true, account: null, hasPassword: true })
  expect((await messagesTo(email)).at(-1)?.subject).toBe('Sign-in with Google was removed')
  expect(arrivalOf((await comeBack()).body).kind).toBe('link')
  expect((await send(authRoutes.login, undefined, { body: { email, password: PASSWORD } })).status).toBe(200)
  expect((await unlink(PASSWORD)).status).toBe(200)
  const unlinked = db.selectFrom('events').select('payload').where('name', '=', 'account.google_unlinked')
  expect((await unlinked.execute()).map(({ payload }) => (payload as { userId: string }).userId)).toEqual([
    person.userId,
  ])
})

test('Google cannot be disconnected if it is the only way to sign in', async () => {
  actAs()
  const { body } = await register(arrivalOf((await comeBack()).body).token)
  const person = { authorization: `Bearer ${body.accessToken}` }
  expect((await send(googleRoutes.own, person, {})).body.hasPassword).toBe(false)
  for (const password of ['null', PASSWORD]) {
    const refused = await send(googleRoutes.unlink, person, { body: { password } })
    expect(refused.status).toBe(409)
  }
  expect((await comeBack()).body).toMatchObject({ success: true, user: { _id: body.user._id } })
})

test('guesses at the password of an account are locked out here, too', async () => {
  const { email } = await verified()
  actAs({ email })
  const { token } = arrivalOf((await comeBack()).body)
  for (let i = 0; i < 5; i++) expect(failureOf(await link(token, 'a guess'))).toEqual([401, 'wrong_credentials'])
  expect(failureOf(await link(token))).toEqual([429, 'locked_out'])
})

test('two-factor applies after Google as after the password', async () => {
  const person = await verified()
  const { secret } = await turnOn(person)
  actAs({ email: person.email })
  const { token } = arrivalOf((await comeBack()).body)
  const owed = (await link(token)).body as unknown as { secondStep: { token: string } }
  expect(tokenOf(owed)).toBe('')
  skipped += 30_000
  expect((await secondStep(owed.secondStep.token, codeOf(secret))).status).toBe(200)
  const later = (await comeBack()).body as unknown as { secondStep: { token: string } }
  expect(tokenOf(later)).toBe('')
  skipped += 30_000
  expect((await secondStep(later.secondStep.token, codeOf(secret))).body.user._id).toBe(person.userId)
})

test('an e-mail that Google has not verified neither signs in nor links', async () => {
  const { email } = await verified()
  for (const values of [{ email, email_verified: false }, { email_verified: false }]) {
    actAs(values)
    expect(failureOf(await comeBack())).toEqual([422, 'google_email_unverified'])
  }
})

test('a later holder of the address at Google has no access: the subject identifies the account', async () => {
  const first = actAs({ email: 'shared@example.test' })
  await register(arrivalOf((await comeBack()).body).token)
  actAs({ email: first.email })
  expect(arrivalOf((await comeBack()).body).kind).toBe('link')
})

test('a swapped state and an unknown state are refused', async () => {
  actAs()
  const [mine, theirs] = [await start(), await start()]
  const [back, theirBack] = [await visit(mine.url, RETURN), await visit(theirs.url, RETURN)]
  expect(failureOf(await finish(mine.ticket, theirBack))).toEqual([422, 'google_failed'])
  const swapped = new URLSearchParams(back)
  swapped.set('state', new URLSearchParams(theirBack).get('state') ?? '')
  expect(failureOf(await finish(mine.ticket, swapped.toString()))).toEqual([422, 'google_failed'])
  expect(failureOf(await finish(theirs.ticket, swapped.toString()))).toEqual([422, 'google_failed'])
  const invented = new URLSearchParams(back)
  invented.set('state', 'x'.repeat(43))
  expect(failureOf(await finish(mine.ticket, invented.toString()))).toEqual([422, 'google_failed'])
  expect((await finish(mine.ticket, back)).status).toBe(200)
})

test('a code is accepted once, with its own nonce and verifier', async () => {
  actAs()
  const { url, ticket } = await start()
  const back = await visit(url, RETURN)
  const replies = await Promise.all([1, 2, 3].map(() => finish(ticket, back)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])

  for (const name of ['nonce', 'code_challenge'] as const) {
    const trip = await start()
    const changed = new URL(trip.url)
    changed.searchParams.set(name, 'y'.repeat(43))
    const reply = await finish(trip.ticket, await visit(changed.href, RETURN))
    expect([name, ...failureOf(reply)]).toEqual([name, 422, 'google_failed'])
  }
  const [first, second] = [await start(), await start()]
  const used = new URLSearchParams(await visit(first.url, RETURN))
  const own = new URLSearchParams(await visit(second.url, RETURN))
  own.set('code', used.get('code') ?? '')
  expect(failureOf(await finish(second.ticket, own.toString()))).toEqual([422, 'google_failed'])
})

test('a refusal at Google and a return after ten minutes are reported', async () => {
  actAs()
  const { url, ticket } = await start()
  const state = new URL(url).searchParams.get('state')
  const denied = await finish(ticket, `error=access_denied&state=${state}`)
  expect(failureOf(denied)).toEqual([422, 'google_failed'])
  expect((denied.body as unknown as Failure).message).toBe('An error occurred during Google authentication')
  const late = await start()
  const back = await visit(late.url, RETURN)
  skipped += 10 * 60_000
  expect(failureOf(await finish(late.ticket, back))).toEqual([422, 'google_failed'])
})

test('an installation without a Google account does not offer it', async () => {
  expect((await without.send(googleRoutes.start, undefined, { body: {} })).status).toBe(404)
})
