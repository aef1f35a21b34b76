import { expect, test } from 'vitest'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { eventOf } from '#contract/events/catalogue.ts'
import { profileRoutes } from '#contract/profile.ts'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import { softwareAuthenticator } from '../../testing/accounts/software-authenticator.ts'
import { PASSWORD, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { testTwoFactor } from '../../testing/accounts/test-two-factor.ts'
import { makeAccessFixtures, makeTeam } from '../../testing/routes/access-fixtures.ts'
import { allRoutes, samples } from '../../testing/routes/all-samples.ts'
import type { RequestInput } from '../../testing/routes/samples.ts'
import { testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'

const origin = 'https://leads.example.com'
// No worker runs here, so no job adds events of its own; nothing listens on the port, so mails stay queued.
const it = await testApp({
  env: {
    ...{ ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' },
    ...{ PUBLIC_URL: origin, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'leads@leadline.test' },
  },
})
const { verified } = testAccounts(it)
const { turnOn } = testTwoFactor(it)

async function world() {
  const business = await it.newBusiness()
  const known = new Set<string>()
  /** Event names written since the last call, sorted; each payload has the catalogue's shape. */
  const written = async () => {
    const events = await business.db.selectFrom('events').select(['id', 'name', 'payload']).execute()
    const fresh = events.filter(({ id }) => !known.has(id))
    for (const { id, name, payload } of fresh) {
      known.add(id)
      expect(eventOf(name), name).toBeDefined()
      eventOf(name)?.payload.strict().parse(payload)
    }
    return fresh
      .map(({ name }) => name)
      .sort()
      .join(' ')
  }
  return { ...business, written }
}

test('every change by an Owner is logged', async () => {
  const business = await world()
  const team = await makeTeam(business)
  const calls = await testCalls(it, business)
  const place = await makeAccessFixtures(it, { business, owner: team.Owner, campaign: business.campaignId, calls })
  const asker = { role: 'Owner', userId: team.Owner.userId, team, home: place } as const
  const found: Record<string, string> = {}
  for (const { name, route } of allRoutes) {
    if (route.method === 'GET' || route.access === 'public') continue
    const asked: RequestInput = (await samples[name]?.request?.(place, asker)) ?? {}
    await business.written()
    await it.send(route, asked.as ?? team.Owner, asked as never)
    const events = await business.written()
    if (events) found[name] = events
  }
  const expected = Object.entries(samples).flatMap(([name, { event }]) => (event ? [[name, event]] : []))
  expect(found).toEqual(Object.fromEntries(expected))
})

test('a join request and its withdrawal are logged', async () => {
  const business = await world()
  const owner = await business.member('Owner')
  const calls = await testCalls(it, business)
  const place = await makeAccessFixtures(it, { business, owner, campaign: business.campaignId, calls })
  const noa = await it.person()
  await business.written()
  const id = await place.request(noa)
  expect(await business.written()).toBe('join.asked join_link.changed')
  await it.send(waitingListRoutes.withdraw, noa, { params: { id } })
  expect(await business.written()).toBe('join.withdrawn')
})

test('every change of a person’s ways to sign in is logged in each of their businesses', async () => {
  const [here, there] = [await world(), await world()]
  const person = await verified()
  for (const { db, businessId } of [here, there])
    await db
      .insertInto('memberships')
      .values({ business_id: businessId, user_id: person.userId, role: 'Reader' })
      .execute()
  const written = async () => [await here.written(), await there.written()]
  const inBoth = (names: string) => [names, names]
  await written()

  const { recoveryCodes } = await turnOn(person)
  expect(await written()).toEqual(inBoth('account.two_factor_on'))
  const [code = ''] = recoveryCodes
  const renewed = await it.send(twoFactorRoutes.renewCodes, person, { body: { password: PASSWORD, code } })
  expect(await written()).toEqual(inBoth('account.recovery_codes_renewed'))
  const [next = ''] = renewed.body.recoveryCodes
  await it.send(twoFactorRoutes.turnOff, person, { body: { password: PASSWORD, code: next } })
  expect(await written()).toEqual(inBoth('account.two_factor_off'))

  const { options } = (await it.send(passkeyRoutes.start, person, { body: { password: PASSWORD } })).body
  const credential = softwareAuthenticator().create(options, { origin })
  await it.send(passkeyRoutes.add, person, { body: { name: 'Laptop', credential } })
  expect(await written()).toEqual(inBoth('account.passkey_added'))

  await it.signIn(person.userId)
  const password = 'another long passphrase'
  const body = { current: PASSWORD, password, passwordConfirmation: password }
  await it.send(profileRoutes.changePassword, person, { body })
  expect(await written()).toEqual(inBoth('account.password_changed session.ended'))
})
