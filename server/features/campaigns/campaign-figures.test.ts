import { expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { pastCalls } from '../../testing/past-calls.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { testNumber } from '../../testing/test-numbers.ts'

const it = await testApp()
const { ring } = pastCalls(it)
const { add, relayed, withoutRelay } = testLeads(it)

const listed = async (as: TestMember) => {
  const { body } = await it.send(campaignRoutes.list, as, { query: {} })
  return new Map(body.campaigns.map(({ _id, ...campaign }) => [_id, campaign]))
}
const one = async (as: TestMember, campaignId: string) =>
  (await it.send(campaignRoutes.get, as, { query: { campaignId } })).body.campaign
const totalOf = async (as: TestMember, campaignId: string, filters: object = {}) =>
  (await it.send(callRoutes.list, as, { query: { campaignId, filters: JSON.stringify(filters) } as never })).body
    .pagination.total

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  return { ...business, owner, baths: await business.campaign({ name: 'Baths' }) }
}

test('a campaign’s calls and answered share are those of its list, ongoing calls included', async () => {
  const business = await world()
  const { campaignId, baths, owner } = business
  const at = '2026-03-01T10:00:00Z'
  const statuses = ['Answered', 'Answered', 'Answered', 'Busy', 'Blacklisted', 'Not Active', null] as const
  for (const status of statuses) await ring(business, { at, campaignId, status })
  await ring(business, { at, campaignId, status: 'Answered', isTest: true })
  await ring(business, { at, campaignId: null, status: 'Answered' })
  // Three of four that a phone could have answered.
  const calls = { total: 7, answered: 3, answeredShare: 0.75 }
  const check = async () => {
    expect((await listed(owner)).get(campaignId)?.calls).toEqual(calls)
    expect((await listed(owner)).get(baths)?.calls).toEqual({ total: 0, answered: 0, answeredShare: null })
    expect((await one(owner, campaignId)).calls).toEqual(calls)
    expect(await totalOf(owner, campaignId)).toBe(7)
    expect(await totalOf(owner, campaignId, { status: ['Answered'] })).toBe(3)
  }
  await check()
  await relayed()
  await check()
  await withoutRelay(async () => {
    await ring(business, { at, campaignId, status: 'Answered' })
    expect((await listed(owner)).get(campaignId)?.calls).toEqual({ total: 8, answered: 4, answeredShare: 0.8 })
  })
})

test('who may not hear a campaign’s calls sees no figure of them', async () => {
  const business = await world()
  const { campaignId, baths, member, letHear } = business
  await ring(business, { at: '2026-03-01T10:00:00Z', campaignId, status: 'Answered' })
  const [lead, admin] = [await member('Lead', [campaignId, baths]), await member('Admin')]
  for (const as of [lead, admin]) {
    expect([...(await listed(as)).values()].map(({ calls }) => calls)).toEqual([null, null])
    expect((await one(as, campaignId)).calls).toBeNull()
  }
  await letHear(lead, [campaignId])
  const seen = await listed(lead)
  expect([seen.get(campaignId)?.calls?.total, seen.get(baths)?.calls]).toEqual([1, null])
})

test('a campaign lists its numbers, the oldest first, without those that were released', async () => {
  const business = await world()
  const { campaignId, baths, owner, member } = business
  const [first, second] = [await testNumber(it, business), await testNumber(it, business, { state: 'paused' })]
  await testNumber(it, business, { state: 'quarantined' })
  const wanted = [first, second].map(({ numberId, phone }) => ({ _id: numberId, phone }))
  const reader = await member('Reader', [campaignId])
  for (const as of [owner, reader]) expect((await listed(as)).get(campaignId)?.numbers).toEqual(wanted)
  expect((await listed(owner)).get(baths)?.numbers).toEqual([])
})

test('the history of a campaign is what people changed in it: no leads, and nothing of another campaign', async () => {
  const { campaignId, baths, owner } = await world()
  const change = (id: string, name: string) => it.send(campaignRoutes.change, owner, { params: { id }, body: { name } })
  await change(campaignId, 'Kitchens 2')
  await change(baths, 'Baths 2')
  await add(owner, { campaignId })
  const query = { about: campaignId, kind: 'campaigns' } as const
  const { body } = await it.send(auditRoutes.list, owner, { query })
  expect(body.rows.map(({ event, subject }) => [event, subject?.name])).toEqual([['campaign.changed', 'Kitchens 2']])
})
