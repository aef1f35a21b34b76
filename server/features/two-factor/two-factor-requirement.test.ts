import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { businessRoutes } from '#contract/businesses.ts'
import type { Failure } from '#contract/common.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { PASSWORD, testAccounts, tokenOf } from '../../testing/accounts/test-accounts.ts'
import { testTwoFactor } from '../../testing/accounts/test-two-factor.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { openStream } from '../../testing/test-stream.ts'
import { waitFor } from '../../testing/wait-for.ts'

// An authenticator code can be used once per half minute.
let skipped = 0
const world = await testApp({ now: () => new Date(Date.now() + skipped) })
const { deps, send, newBusiness, listen, errors } = world
const { verified } = testAccounts(world)
const { codeOf, turnOn, firstStep, secondStep } = testTwoFactor(world)
const base = await listen()

type Business = Awaited<ReturnType<typeof newBusiness>>
const failureOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]
const demand = (as: TestMember, isRequired: boolean, typed = {}) =>
  send(twoFactorRoutes.demand, as, { body: { isRequired, ...typed } })
const openBusiness = (as: TestMember) => send(businessRoutes.get, as, {})
/** Creates an Owner of this business with a password. */
async function ownerOf({ businessId, db }: Business) {
  const person = await verified()
  await db
    .insertInto('memberships')
    .values({ business_id: businessId, user_id: person.userId, role: 'Owner' })
    .execute()
  return { ...person, 'x-business-id': businessId }
}
const giveSecondFactor = async ({ sessionId }: TestMember, factor: string | null = 'code') => {
  await deps.tenants.pool.updateTable('sessions').set({ second_factor: factor }).where('id', '=', sessionId).execute()
  deps.caches.endAll()
}

test('an Owner with two-factor demands it; a member without it is refused until they turn it on', async () => {
  const business = await newBusiness()
  const [boss, member] = [await ownerOf(business), await ownerOf(business)]
  expect((await openBusiness(member as never)).body.business.requiresTwoFactor).toBe(false)
  expect(failureOf(await demand(boss as never, true))).toEqual([409, 'two_factor_first'])
  const { secret: bossSecret } = await turnOn(boss)
  expect((await demand(boss as never, true)).status).toBe(200)
  expect((await openBusiness(boss as never)).body.business.requiresTwoFactor).toBe(true)

  expect(failureOf(await openBusiness(member as never))).toEqual([403, 'two_factor_required'])
  const { secret } = await turnOn(member)
  expect((await openBusiness(member as never)).status).toBe(200)

  skipped += 30_000
  const signedIn = await secondStep(await firstStep(member.email), codeOf(secret))
  const again = { authorization: `Bearer ${tokenOf(signedIn.body)}`, 'x-business-id': business.businessId }
  expect((await openBusiness(again as never)).status).toBe(200)
  skipped += 30_000
  const body = { password: PASSWORD, code: codeOf(secret) }
  expect((await send(twoFactorRoutes.turnOff, again, { body })).status).toBe(200)
  for (const session of [again, member])
    expect(failureOf(await openBusiness(session as never))).toEqual([403, 'two_factor_required'])

  const typed = { password: PASSWORD, code: codeOf(bossSecret) }
  expect((await demand(boss as never, false, typed)).status).toBe(200)
  expect((await openBusiness(member as never)).status).toBe(200)
})

test('only an Owner demands it', async () => {
  const business = await newBusiness()
  for (const role of ['Admin', 'Affiliate', 'Lead', 'Writer', 'Reader'] as const) {
    const member = await business.member(role)
    await giveSecondFactor(member)
    expect(failureOf(await demand(member, true))).toEqual([403, 'forbidden'])
  }
})

test('other businesses of the person stay open, and the profile names the one that requires it', async () => {
  const [strict, other] = [await newBusiness(), await newBusiness()]
  const [boss, member] = [await strict.member('Owner'), await strict.member('Lead')]
  await other.db
    .insertInto('memberships')
    .values({ business_id: other.businessId, user_id: member.userId, role: 'Lead' })
    .execute()
  await giveSecondFactor(boss)
  await demand(boss, true)
  const { body } = await send(authRoutes.getCurrentUser, member, {})
  expect(body.businesses.map(({ businessId, needsTwoFactor }) => [businessId, needsTwoFactor])).toEqual([
    [strict.businessId, true],
    [other.businessId, undefined],
  ])
  expect((await openBusiness({ ...member, 'x-business-id': other.businessId })).status).toBe(200)
  const own = await send(authRoutes.getCurrentUser, boss, {})
  expect(own.body.businesses[0]?.needsTwoFactor).toBeUndefined()
})

test('they get neither notifications nor live events of it; API keys keep working', async () => {
  const business = await newBusiness()
  const { campaignId } = business
  const [boss, weak] = [await business.member('Owner'), await business.member('Owner')]
  await giveSecondFactor(boss)
  const key = await business.apiKey()
  const sendLead = (name: string) =>
    send(leadRoutes.create, key, { body: { campaignId, name, phone: aPhone() } as never })
  const listOf = async (as: TestMember) => (await send(notificationRoutes.list, as, { query: {} })).body.data
  await sendLead('Before')
  await waitFor(async () => (await listOf(weak)).length === 1)

  expect((await demand(boss, true)).status).toBe(200)
  expect(await listOf(weak)).toEqual([])
  expect((await send(notificationRoutes.count, weak, {})).body.result).toEqual({ read: 0, unread: 0 })
  const [heard, deaf] = [await openStream(base, boss.authorization), await openStream(base, weak.authorization)]
  await Promise.all([heard.heard('ready'), deaf.heard('ready')])
  expect((await sendLead('After')).status).toBe(201)
  await heard.heard('notification')
  expect([heard.changes().length, deaf.changes(), deaf.notifications()]).toEqual([1, [], []])
  expect((await listOf(boss)).map(({ title }) => title)).toEqual(['New lead: After', 'New lead: Before'])
  await giveSecondFactor(weak)
  expect(await listOf(weak)).toHaveLength(2)
  expect(errors).toEqual([])
})
