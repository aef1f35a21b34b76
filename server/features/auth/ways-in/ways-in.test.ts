import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import type { WayInRemoval } from '#contract/auth/ways-in.ts'
import type { Failure } from '#contract/common.ts'
import { softwareAuthenticator } from '../../../testing/accounts/software-authenticator.ts'
import { PASSWORD, testAccounts, tokenOf } from '../../../testing/accounts/test-accounts.ts'
import { testTwoFactor } from '../../../testing/accounts/test-two-factor.ts'
import { testApp } from '../../../testing/test-app.ts'

const origin = 'http://localhost:3000'
const NEW_PASSWORD = 'known to the owner alone'
let clock = Date.parse('2026-03-01T08:00:00Z')
const wait = (seconds: number) => {
  clock += seconds * 1_000
}
const world = await testApp({ now: () => new Date(clock), env: { PUBLIC_URL: origin } })
const { deps, send } = world
const { verified, neverProved, resetTokenTo, messagesTo } = testAccounts(world)
const { turnOn, firstStep, secondStep, codeOf } = testTwoFactor(world)

type As = { authorization: string }
type Way = WayInRemoval extends infer W ? (W extends { review: string } ? Omit<W, 'review'> : never) : never
const failureOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]
const reset = (token: string, password: string) =>
  send(authRoutes.reset, undefined, { body: { token, password, passwordConfirmation: password } })
const recover = async (email: string, { password = NEW_PASSWORD, before = '' } = {}) =>
  (await reset(await resetTokenTo(email, before), password)).body
const remove = (review: string, way: Way) =>
  send(authRoutes.removeWayIn, undefined, { body: { ...way, review } as WayInRemoval })

async function addPasskey(as: As, name: string) {
  const device = softwareAuthenticator()
  const { options } = (await send(passkeyRoutes.start, as, { body: { password: PASSWORD } })).body
  const body = { name, credential: device.create(options, { origin }) }
  const { passkey } = (await send(passkeyRoutes.add, as, { body })).body
  return { device, passkeyId: passkey._id }
}
async function signInBy(device: ReturnType<typeof softwareAuthenticator>) {
  const { options } = (await send(passkeyRoutes.challenge, undefined, {})).body
  return send(passkeyRoutes.signIn, undefined, { body: { assertion: device.get(options, { origin }) } })
}
let subjects = 0
/** An account with a proved address and every way to sign in. */
async function equipped() {
  const person = await verified()
  const { device, passkeyId } = await addPasskey(person, 'Old laptop')
  const subject = `linked-${++subjects}`
  await deps.tenants.pool
    .insertInto('google_accounts')
    .values({
      issuer: 'https://issuer.test',
      subject,
      user_id: person.userId,
      email: 'dana@gmail.test',
      linked_at: 'now',
    })
    .execute()
  const { secret, recoveryCodes } = await turnOn(person)
  wait(30)
  return { ...person, device, passkeyId, secret, recoveryCodes }
}

test('a recovery lists the ways in of an account with a proved address, on the page and in the mail', async () => {
  const person = await equipped()
  const { waysIn } = await recover(person.email)
  expect(waysIn).toMatchObject({
    passkeys: [{ _id: person.passkeyId, name: 'Old laptop', createdAt: '2026-03-01T08:00:00Z', lastUsedAt: null }],
    twoFactor: { since: '2026-03-01T08:00:00Z' },
    google: { email: 'dana@gmail.test' },
    phone: person.phone,
  })
  const mail = (await messagesTo(person.email)).find(({ subject }) => subject === 'Your Leadline password was changed')
  for (const line of [
    'Passkey: Old laptop (added on March 1, 2026)',
    'Authenticator app: on since March 1, 2026',
    'Google: \u200edana@gmail.test',
    `Phone: \u200e${person.phone}`,
  ])
    expect(mail?.body).toContain(line)
})

test('each is removed with the secret of the recovery and no longer opens the account', async () => {
  const person = await equipped()
  const { review } = await recover(person.email)
  expect((await signInBy(person.device)).status).toBe(200)
  const passkey = await remove(review, { kind: 'passkey', passkeyId: person.passkeyId })
  expect(passkey.body.waysIn).toMatchObject({ passkeys: [], google: { email: 'dana@gmail.test' }, phone: person.phone })
  expect(failureOf(await signInBy(person.device))).toEqual([422, 'passkey_refused'])
  expect((await remove(review, { kind: 'google' })).body.waysIn.google).toBeNull()
  expect((await remove(review, { kind: 'phone' })).body.waysIn.phone).toBeNull()
  const off = await remove(review, { kind: 'twoFactor', code: codeOf(person.secret) })
  expect(off.body.waysIn).toEqual({ passkeys: [], twoFactor: null, google: null, phone: null })

  const entered = await send(authRoutes.login, undefined, { body: { email: person.email, password: NEW_PASSWORD } })
  const as = { authorization: `Bearer ${tokenOf(entered.body)}` }
  const { user } = (await send(authRoutes.getCurrentUser, as, {})).body
  expect(user).toMatchObject({ status: 'Pending', phone: null })
  const subjectsSent = (await messagesTo(person.email)).map(({ subject }) => subject)
  expect(subjectsSent).toEqual(
    expect.arrayContaining([
      'A passkey was removed',
      'Sign-in with Google was removed',
      'Two-factor authentication is off',
    ]),
  )
})

test('the authenticator app goes only with one of its codes or a recovery code', async () => {
  const person = await equipped()
  const { review } = await recover(person.email)
  for (const code of ['000000', 'aaaaa-aaaaa'])
    expect(failureOf(await remove(review, { kind: 'twoFactor', code }))).toEqual([422, 'code_wrong'])
  const without = await remove(review, { kind: 'twoFactor' } as never)
  expect(without.status).toBe(422)
  const step = await firstStep(person.email, { password: NEW_PASSWORD })
  expect((await secondStep(step, codeOf(person.secret))).status).toBe(200)
  const [recoveryCode = ''] = person.recoveryCodes
  const off = await remove(review, { kind: 'twoFactor', code: recoveryCode })
  expect(off.body.waysIn.twoFactor).toBeNull()
  expect(await firstStep(person.email, { password: NEW_PASSWORD })).toBe('')
})

test('wrong codes are counted here, too', async () => {
  const person = await equipped()
  const { review } = await recover(person.email)
  const tries = []
  for (let i = 0; i < 11; i++) tries.push((await remove(review, { kind: 'twoFactor', code: '000000' })).status)
  expect(tries).toEqual([...Array(10).fill(422), 429])
})

test('the secret lasts 15 minutes, or until the password changes again', async () => {
  const person = await equipped()
  const token = await resetTokenTo(person.email)
  const { review } = (await reset(token, NEW_PASSWORD)).body
  wait(15 * 60 - 1)
  expect((await remove(review, { kind: 'google' })).status).toBe(200)
  wait(1)
  expect(failureOf(await remove(review, { kind: 'phone' }))).toEqual([404, 'review_over'])

  const { review: second } = await recover(person.email, { password: 'another long one', before: token })
  const newest = (await messagesTo(person.email)).flatMap(
    ({ body }) => /recover-password\?token=([\w-]+)/.exec(body ?? '')?.[1] ?? [],
  )
  await recover(person.email, { password: 'and one more of them', before: newest.at(-1) ?? '' })
  expect(failureOf(await remove(second, { kind: 'phone' }))).toEqual([404, 'review_over'])
})

test('neither a reset link nor another person’s secret removes anything', async () => {
  const [person, other] = [await equipped(), await verified()]
  const link = await resetTokenTo(person.email)
  expect(failureOf(await remove(link, { kind: 'phone' }))).toEqual([404, 'review_over'])
  const { review } = await recover(other.email)
  const passkey = { kind: 'passkey', passkeyId: person.passkeyId } as const
  expect(failureOf(await remove(review, passkey))).toEqual([404, 'passkey_not_found'])
  expect((await signInBy(person.device)).status).toBe(200)
  expect(failureOf(await reset(review, NEW_PASSWORD))).toEqual([404, 'link_expired'])
})

test('after a first proof there is nothing left to remove', async () => {
  const person = await neverProved()
  await addPasskey(person, 'A stranger’s')
  expect((await recover(person.email)).waysIn).toEqual({ passkeys: [], twoFactor: null, google: null, phone: null })
})
