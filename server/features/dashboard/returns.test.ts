import { expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { pastCalls } from '../../testing/past-calls.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { writeAhead } from '../working-hours/open-periods.service.ts'

// Tuesday, half past twelve in Israel. A new business is open from Sunday to Thursday from 8:00 to 18:00.
const now = new Date('2026-11-24T10:30:00Z')
const it = await testApp({ now: () => now })
const { ring } = pastCalls(it)
const { relayed } = testLeads(it)
const at = (day: string, time: string) => new Date(`2026-11-${day}T${time}:00+02:00`).toISOString()

async function world() {
  const business = await it.newBusiness()
  await writeAhead(it.deps.workerDb, business.businessId, { now, isMoved: false })
  const baths = await business.campaign({ name: 'Baths' })
  const owner = await business.member('Owner')
  const { campaignId: kitchens } = business
  const missed = (day: string, time: string, phone: string, campaignId: string | null = kitchens) =>
    ring(business, { at: at(day, time), campaignId, phone, status: 'Not Answered', ring: 20 })
  const spoke = (day: string, time: string, phone: string, direction: 'inbound' | 'outbound' = 'outbound') => {
    const call = { at: at(day, time), campaignId: kitchens, phone, direction }
    return ring(business, { ...call, status: 'Answered', answeredBy: owner.userId, talk: 60 })
  }
  const read = async (as = owner, query: object = {}) => {
    await relayed()
    return (await it.send(dashboardRoutes.returns, as, { query: { preset: 'thisWeek', ...query } })).body.returns
  }
  const total = async (filters: object, campaignId?: string) => {
    const days = { from: '2026-11-22', to: '2026-11-24', ...filters }
    const query = { filters: JSON.stringify(days), ...(campaignId && { campaignId }) }
    return (await it.send(callRoutes.list, owner, { query: query as never })).body.pagination.total
  }
  return { ...business, kitchens, baths, owner, missed, spoke, read, total }
}
const phone = (n: number) => `+9725412300${String(n).padStart(2, '0')}`

test('missed calls are returned when anyone spoke with the caller since; minutes are of working time', async () => {
  const { missed, spoke, read, total, baths } = await world()
  // Called back after 30 minutes; two tries of one caller, called back after 90 and 60.
  await missed('23', '09:00', phone(1))
  await spoke('23', '09:30', phone(1))
  await missed('23', '10:00', phone(2))
  await missed('23', '10:30', phone(2), baths)
  await spoke('23', '11:30', phone(2), 'inbound')
  // In the evening after closing: ten minutes of the evening and twenty of the morning.
  await missed('22', '17:50', phone(3))
  await spoke('23', '08:20', phone(3))
  // They talked before, not after; and never.
  await spoke('24', '08:00', phone(4))
  await missed('24', '09:00', phone(4))
  await missed('24', '09:00', phone(5))
  // The week before: not returned.
  await missed('17', '09:00', phone(6))
  expect(await read()).toEqual({
    returned: { total: 4, previous: 0 },
    notReturned: { total: 2, previous: 1 },
    medianMinutes: { value: 45, previous: null },
  })
  expect([await total({ returned: true }), await total({ notReturned: true }), await total({ missed: true })]).toEqual([
    4, 2, 6,
  ])
  expect(await read(undefined, { campaignId: baths })).toMatchObject({
    returned: { total: 1 },
    notReturned: { total: 0 },
    medianMinutes: { value: 60 },
  })
  expect(await total({ returned: true }, baths)).toBe(1)
})

test('a mark as done counts until it is undone, and a talk that becomes known late counts from when it was', async () => {
  const { missed, spoke, read, owner } = await world()
  const first = await missed('24', '10:00', phone(11))
  const mark = (isDone: boolean) =>
    it.send(missedCallRoutes.done, owner, { params: { id: first }, body: { isDone } as never })
  await relayed()
  expect((await mark(true)).status).toBe(200)
  expect(await read()).toMatchObject({ returned: { total: 1 }, medianMinutes: { value: expect.any(Number) } })
  await mark(false)
  expect(await read()).toMatchObject({ returned: { total: 0 }, notReturned: { total: 1 } })
  await spoke('24', '10:20', phone(11))
  expect(await read()).toMatchObject({ returned: { total: 1 }, medianMinutes: { value: 20 } })
  // An earlier one is reported later.
  await spoke('24', '10:05', phone(11))
  expect(await read()).toMatchObject({ returned: { total: 1 }, medianMinutes: { value: 5 } })
})

test('a talk with the lead on another phone counts', async () => {
  const business = await world()
  const { missed, read, owner, kitchens, db, businessId } = business
  const { body } = await it.send(leadRoutes.create, owner, {
    body: { name: 'Dana', phone: phone(21), campaignId: kitchens },
  })
  const leadId = body.lead._id
  const id = await missed('24', '09:00', phone(21))
  await db
    .updateTable('calls')
    .set({ lead_id: leadId })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
  const call = { at: at('24', '09:40'), campaignId: kitchens, phone: phone(22), direction: 'outbound' as const, leadId }
  const answered = { ...call, status: 'Answered' as const, answeredBy: owner.userId, talk: 30 }
  await ring(business, answered)
  expect(await read()).toMatchObject({ returned: { total: 1 }, medianMinutes: { value: 40 } })
})

test('who may not read calls sees no figures of them, and hearing one campaign shows that one', async () => {
  const { missed, read, member, letHear, kitchens, baths } = await world()
  await missed('24', '09:00', phone(31))
  await missed('24', '09:00', phone(32), baths)
  const lead = await member('Lead', [kitchens])
  expect(await read(lead)).toBe(null)
  await letHear(lead, [kitchens])
  expect(await read(lead)).toMatchObject({ notReturned: { total: 1 } })
})
