import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import { noRule } from '#contract/leads/assignment/assignment-shapes.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { startVendor } from '../../testing/fake-vendor.ts'
import { officeHours } from '../../testing/features/test-assignment.ts'
import { testSpeedToLead, withoutLoops } from '../../testing/features/test-speed-to-lead.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { testExchange } from '../../testing/test-numbers.ts'

/** Sunday, 29 November 2026, 10:00 in Israel. */
const START = Date.parse('2026-11-29T08:00:00Z')
let time = START
const vendor = startVendor(testExchange)
const softphoneKey = (_identity: string, now: Date) => ({ kind: 'local' as const, token: 't', expiresAt: now })
const it = await testApp({
  exchange: () => ({ ...testExchange, baseUrl: vendor.url(), softphoneKey }),
  now: () => new Date(time),
  // The demo has no quiet hours.
  env: { ...withoutLoops, DEMO: '0' },
})
const { leads, world } = testSpeedToLead(it, { vendor, now: () => time })
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  time = START
  it.deps.caches.endAll()
})
type World = Awaited<ReturnType<typeof world>>
const outcomesOf = async (it1: World, id: string) => (await it1.said(id)).map(({ outcome }) => outcome)
/** Looks at all that rings, as after the interval in which nothing was reported. */
async function lookAgain(it1: World) {
  await it1.db.updateTable('lead_rings').set({ due_at: '-infinity' }).where('due_at', 'is not', null).execute()
  await it1.settle()
}
const pause = (it1: World) =>
  it1.db.updateTable('campaigns').set({ is_enabled: false }).where('id', '=', it1.campaignId).execute()

describe('a phone that began to ring while it was possible, and is answered when it is not', () => {
  test.each<[string, string, (it1: World) => unknown, string]>([
    // 20:59:40 in Israel.
    ['quiet has begun', '2026-11-29T18:59:40Z', () => {}, 'quiet'],
    // 17:59:40 in Israel; the office closes at 18:00.
    ['the business has closed', '2026-11-29T15:59:40Z', () => {}, 'closed'],
    ['the campaign is paused', '2026-11-29T08:00:00Z', pause, 'paused'],
  ])('%s: the person hears that it is not possible, and the lead is not rung', async (_what, at, act, outcome) => {
    time = Date.parse(at)
    const it1 = await world(2, { settings: { ringSeconds: 45 } })
    if (outcome === 'closed')
      await it.send(workingHoursRoutes.change, it1.owner, { body: { hours: officeHours, expected: 0 } })
    const lead = await it1.arrive()
    expect(it1.called()).toEqual(['A'])
    time += 30_000
    await act(it1)
    const call = await it1.live()
    const { xml } = await it1.answer()
    expect(xml).toContain('This call is not possible now.')
    expect(xml).not.toContain('<Dial')
    await it1.report(call, 'status', { CallStatus: 'completed', CallDuration: '3' })
    await it1.settle()
    expect(await outcomesOf(it1, lead._id)).toEqual([outcome])
    expect(it1.called()).toEqual(['A'])
  })

  test('the press of 1 on a mobile, too, comes too late', async () => {
    time = Date.parse('2026-11-29T18:59:40Z')
    const it1 = await world(1)
    await it1.mobile(it1.writers[0] as TestMember)
    await it1.arrive()
    const call = await it1.live()
    await it1.answer()
    time += 30_000
    const { xml } = await it1.report(call, 'accept', { CallStatus: 'in-progress', Digits: '1' })
    expect(xml).toContain('This call is not possible now.')
    expect(xml).not.toContain('<Dial')
  })
})

describe('the lead is answered while a phone rings', () => {
  test('the provider does not stop the phone: ringing ends once, and who answers is hung up on', async () => {
    const it1 = await world(2)
    const lead = await it1.arrive()
    const call = await it1.live()
    await leads.comment(it1.owner, lead._id, 'Called him')
    const before = it.errors.length
    vendor.state().isDown = true
    await it1.settle()
    expect(it.errors.slice(before)).toMatchObject([{ code: 'voice_unavailable' }])
    for (let i = 0; i < 3; i += 1) {
      time += 11_000
      await it1.settle()
    }
    expect(await outcomesOf(it1, lead._id)).toEqual(['answered'])
    vendor.state().isDown = false
    const { xml } = await it1.report(call, 'answered', { CallStatus: 'in-progress' })
    expect(xml).toContain('<Hangup')
    expect(xml).not.toContain('<Say')
  })

  test('a person who has accepted hears it to its end', async () => {
    const it1 = await world(1)
    const lead = await it1.arrive()
    await it1.db
      .updateTable('leads')
      .set({ first_response_at: new Date(time).toISOString() })
      .execute()
    const { xml } = await it1.answer()
    expect(xml).toContain('A colleague has answered this lead already.')
    await lookAgain(it1)
    expect(await outcomesOf(it1, lead._id)).toEqual(['answered'])
    expect(vendor.state().ended).toEqual([])
  })

  test('a person whose mobile asks for 1 is not hung up on, and hears it once they press', async () => {
    const it1 = await world(1)
    await it1.mobile(it1.writers[0] as TestMember)
    const lead = await it1.arrive()
    const call = await it1.live()
    await it1.answer()
    await leads.comment(it1.owner, lead._id, 'Called him')
    await it1.settle()
    expect(await outcomesOf(it1, lead._id)).toEqual(['answered'])
    expect(vendor.state().ended).toEqual([])
    const { xml } = await it1.report(call, 'accept', { CallStatus: 'in-progress', Digits: '1' })
    expect(xml).toContain('A colleague has answered this lead already.')
  })
})

describe('people in calls', () => {
  const calls = async (it1: World, as: TestMember) => {
    const other = await leads.add(it1.owner, { campaignId: it1.campaignId })
    const { status, body } = await it.send(outgoingRoutes.dial, as, { body: { leadId: other._id, via: 'softphone' } })
    expect(status).toBe(200)
    return body.callId
  }

  test('who passed a call on is rung, though the colleague still talks', async () => {
    const it1 = await world(1)
    const [a] = it1.writers as [TestMember]
    const callId = await calls(it1, a)
    const noa = await it1.member('Writer', [it1.campaignId])
    await it1.db
      .updateTable('calls')
      .set({ state: 'talking', phase: 'lead', passed_to: sql`array[${noa.userId}]::uuid[]` })
      .where('id', '=', callId)
      .execute()
    await it1.arrive()
    expect(it1.called()).toEqual(['A', 'A'])
  })

  test('a lead does not wait for an Owner in a call, who is not of the campaign’s people', async () => {
    const it1 = await world(1)
    await it1.present(it1.writers[0] as TestMember, 'away')
    await it1.present(it1.owner)
    await calls(it1, it1.owner)
    const lead = await it1.arrive()
    expect(await outcomesOf(it1, lead._id)).toEqual(['no_people'])
  })

  test('nor for a member whom the rule does not name; it waits for one whom it names', async () => {
    const it1 = await world(2)
    const [a, b] = it1.writers as [TestMember, TestMember]
    const rule = { ...noRule, mode: 'roundRobin' as const, members: [{ userId: a.userId, weight: 1 }] }
    await it.send(assignmentRoutes.change, it1.owner, { params: { id: it1.campaignId }, body: { rule, expected: 0 } })
    await it1.present(a, 'away')
    await calls(it1, b)
    const first = await it1.arrive()
    expect(await outcomesOf(it1, first._id)).toEqual(['no_people'])
    await it1.present(a)
    await calls(it1, a)
    const second = await it1.arrive()
    expect(await outcomesOf(it1, second._id)).toEqual([])
    time += 119_000
    await it1.present(a)
    await lookAgain(it1)
    expect(await outcomesOf(it1, second._id)).toEqual([])
    time += 6_000
    await lookAgain(it1)
    expect(await outcomesOf(it1, second._id)).toEqual(['all_busy'])
  })
})
