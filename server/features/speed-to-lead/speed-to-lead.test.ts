import { expect, test } from 'vitest'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import { noRule } from '#contract/leads/assignment/assignment-shapes.ts'
import { noSpeedToLead } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import { startVendor } from '../../testing/fake-vendor.ts'
import { testSpeedToLead } from '../../testing/features/test-speed-to-lead.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'
import { testExchange, testNumber } from '../../testing/test-numbers.ts'

const it = await testApp()
const { read, put, world } = testSpeedToLead(it, { vendor: startVendor(testExchange), now: () => Date.now() })

test('off until a person with the right switches it on; it needs an active number', async () => {
  const business = await it.newBusiness()
  const { campaignId } = business
  const owner = await business.member('Owner')
  const { body } = await read(owner, campaignId)
  expect([body.settings, body.version, body.hasNumber]).toEqual([noSpeedToLead, 0, false])
  expect(body.settings.isOn).toBe(false)
  expect(refusal(await put(owner, campaignId, {}))).toMatchObject({ status: 409, code: 'no_number_to_show' })
  expect((await put(owner, campaignId, { isOn: false, ringSeconds: 40 })).status).toBe(200)
  await testNumber(it, business)
  const on = await put(owner, campaignId, { ringSeconds: 40 }, 1)
  expect(on.body).toMatchObject({ settings: { isOn: true, ringSeconds: 40 }, version: 2, hasNumber: true })
})

test('of its campaign: Owner, Admin, Affiliate and Lead; others are refused, and other campaigns are not found', async () => {
  const it1 = await world(1)
  const other = await it1.campaign()
  for (const role of ['Admin', 'Affiliate', 'Lead'] as const) {
    const member = await it1.member(role, role === 'Admin' ? [] : [it1.campaignId])
    expect((await read(member, it1.campaignId)).status, role).toBe(200)
    expect((await read(member, other)).status, role).toBe(role === 'Admin' ? 200 : 404)
  }
  for (const role of ['Writer', 'Reader'] as const) {
    const member = await it1.member(role, [it1.campaignId])
    expect((await read(member, it1.campaignId)).status, role).toBe(403)
    expect((await put(member, it1.campaignId, { ringSeconds: 30 }, 1)).status, role).toBe(403)
  }
})

test('the same settings again are no change; others that were read before are a conflict', async () => {
  const it1 = await world(1)
  expect((await put(it1.owner, it1.campaignId, {}, 0)).body.version).toBe(1)
  expect(refusal(await put(it1.owner, it1.campaignId, { peopleMax: 5 }, 0))).toMatchObject({
    code: 'changed_meanwhile',
  })
  expect((await put(it1.owner, it1.campaignId, { peopleMax: 5 }, 1)).body.version).toBe(2)
})

test.each([
  ['ringSeconds', 9],
  ['ringSeconds', 46],
  ['peopleMax', 0],
  ['peopleMax', 11],
  ['sources', []],
])('%s of %j is refused', async (field, value) => {
  const it1 = await world(1)
  const { status, issues } = refusal(await put(it1.owner, it1.campaignId, { [field]: value }, 1))
  expect([status, Object.keys(issues)]).toEqual([422, [`settings.${field}`]])
})

test('the page shows who can be rung now, and with what', async () => {
  const it1 = await world(3)
  const [a, b, c] = it1.writers
  if (!a || !b || !c) throw new Error('There are three')
  await it1.present(b, 'away')
  await it1.mobile(c)
  const { body } = await read(it1.owner, it1.campaignId)
  expect(body.people.map(({ user, via, isOnShift }) => [user._id, via, isOnShift])).toEqual([
    [a.userId, 'softphone', true],
    [b.userId, null, true],
    [c.userId, 'phone', true],
  ])
  // With a rule, its people in its order.
  const members = [c, b].map(({ userId }) => ({ userId, weight: 1 }))
  const rule = { ...noRule, mode: 'roundRobin' as const, members }
  const params = { id: it1.campaignId }
  await it.send(assignmentRoutes.change, it1.owner, { params, body: { rule, expected: 0 } })
  const byRule = (await read(it1.owner, it1.campaignId)).body
  expect(byRule.people.map(({ user }) => user._id)).toEqual([c.userId, b.userId])
})
