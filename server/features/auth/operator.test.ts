import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { withClient } from '../../platform/db/connections.ts'
import { registration, testAccounts, tokenOf } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { createOwner, signOutEverywhere } from './operator.ts'

// As on a public server: no outbox, no SMS, no mail. Its clock is behind the database's, so that no message becomes due
// and loses its text before the test reads it.
const now = () => new Date(Date.now() - 60_000)
const world = await testApp({ env: { PUBLIC_URL: 'https://leads.example.com' }, now })
const { deps, send, urls } = world
const { messagesTo, lastCodeTo } = testAccounts(world)

const signIn = async (email: string, password: string) => {
  const { status, body } = await send(authRoutes.login, undefined, { body: { email, password } })
  return { status, authorization: `Bearer ${tokenOf(body)}` }
}

test('the operator creates a first Owner with a random password', async () => {
  const { generatedPassword = '' } = await createOwner(deps, {
    email: 'Boss@example.test',
    name: 'Boss',
    business: 'Kitchens',
  })
  expect(generatedPassword.length).toBeGreaterThanOrEqual(16)
  const { body } = await send(authRoutes.getCurrentUser, await signIn('boss@example.test', generatedPassword), {})
  expect(body.user).toMatchObject({ name: 'Boss', status: 'Active', phone: null, userLanguage: 'he' })
  expect(body.businesses).toMatchObject([{ role: 'Owner', business: { name: 'Kitchens' } }])
})

test('or with a given password and no business yet', async () => {
  const wanted = { email: 'second@example.test', name: 'Second', password: 'given by hand' }
  expect((await createOwner(deps, wanted)).generatedPassword).toBeUndefined()
  const { body } = await send(authRoutes.getCurrentUser, await signIn(wanted.email, wanted.password), {})
  expect(body).toMatchObject({ user: { status: 'Verified' }, businesses: [] })
  await expect(createOwner(deps, wanted)).rejects.toThrow('email_taken')
})

test('a failed command leaves no person without a business', async () => {
  const wanted = { email: 'half@example.test', name: 'Half', business: 'Kitchens' }
  await withClient(urls.ownerUrl, async (database) => {
    await database.query("alter table lead_statuses add constraint planted check (name_en <> 'Won') not valid")
    await expect(createOwner(deps, wanted)).rejects.toThrow('planted')
    await database.query('alter table lead_statuses drop constraint planted')
  })
  expect((await createOwner(deps, wanted)).businessId).toBeDefined()
})

test('values that the forms refuse are refused', async () => {
  for (const wrong of [
    { email: 'no' },
    { name: 'x' },
    { business: 'x' },
    { password: 'short' },
    { password: 'password123' },
  ]) {
    await expect(createOwner(deps, { email: 'third@example.test', name: 'Third', ...wrong })).rejects.toThrow(
      'invalid_input',
    )
  }
})

test('without SMS the code goes by e-mail, and proves the address and not the phone', async () => {
  const typed = registration()
  const { body, cookies } = await send(authRoutes.register, undefined, { body: typed })
  expect(cookies[0]).toMatchObject({ name: '__Secure-refresh', secure: true, httpOnly: true, sameSite: 'Strict' })
  expect(await messagesTo(typed.phone)).toEqual([])
  const person = { authorization: `Bearer ${body.accessToken}` }
  expect((await messagesTo(typed.email))[0]).toMatchObject({ channel: 'mail' })
  const code = await lastCodeTo(typed.email)
  const verified = await send(authRoutes.verifyPhone, person, { body: { code } })
  expect(verified.body.user).toMatchObject({ status: 'Verified', phone: typed.phone })
  const proved = await deps.tenants.pool
    .selectFrom('users')
    .select(['phone_verified_at', 'email_verified_at'])
    .where('id', '=', body.user._id)
    .executeTakeFirstOrThrow()
  expect(proved).toEqual({ phone_verified_at: null, email_verified_at: expect.any(String) })
})

test('the operator signs a person out on every device', async () => {
  const email = 'stolen@example.test'
  await createOwner(deps, { email, name: 'Stolen', password: 'left on the train' })
  const devices = [await signIn(email, 'left on the train'), await signIn(email, 'left on the train')]
  expect(await signOutEverywhere(deps, { email })).toBe(true)
  deps.caches.endAll()
  for (const device of devices) expect((await send(authRoutes.getCurrentUser, device, {})).status).toBe(401)
  expect(await signOutEverywhere(deps, { email })).toBe(false)
  await expect(signOutEverywhere(deps, { email: 'unknown@example.test' })).rejects.toThrow('user_not_found')
})
