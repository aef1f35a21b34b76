import { describe, expect, test } from 'vitest'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { testDashboard } from '../../testing/features/test-dashboard.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'

/** Tuesday 27 October 2026, noon in Israel, two days after the clocks went back. */
const now = new Date('2026-10-27T10:00:00Z')
const it = await testApp({ now: () => now })
const { read, arrive } = testDashboard(it)
const { relayed, page } = testLeads(it)

/** Two campaigns with nine leads around the days on which the clocks change. */
async function filled() {
  const business = await it.newBusiness()
  const { campaignId: kitchens, statusIds: of } = business
  const baths = await business.campaign({ name: 'Baths' })
  const owner = await business.member('Owner')
  const leads = [
    // Sunday 25 October has 25 hours: from 21:00 UTC the day before to 22:00 UTC.
    ['2026-10-24', { at: '2026-10-24T20:59:59Z', campaignId: kitchens, statusId: of.won, value: 500 }],
    ['2026-10-25', { at: '2026-10-24T21:00:00Z', campaignId: kitchens, statusId: of.won, value: 40_000 }],
    [
      '2026-10-25',
      { at: '2026-10-25T00:30:00Z', campaignId: kitchens, statusId: of.new, answeredAt: '2026-10-25T00:34:00Z' },
    ],
    [
      '2026-10-25',
      { at: '2026-10-25T21:59:59Z', campaignId: baths, statusId: of.lost, answeredAt: '2026-10-25T22:04:10Z' },
    ],
    ['2026-10-26', { at: '2026-10-25T22:00:00Z', campaignId: baths, statusId: of.won, value: 7_000, source: 'meta' }],
    // Friday 27 March has 23: from 22:00 UTC the day before to 21:00 UTC.
    ['2026-03-26', { at: '2026-03-26T21:59:59Z', campaignId: kitchens, statusId: of.new }],
    ['2026-03-27', { at: '2026-03-26T22:00:00Z', campaignId: kitchens, statusId: of.new }],
    ['2026-03-27', { at: '2026-03-27T20:59:59Z', campaignId: kitchens, statusId: of.new }],
    ['2026-03-28', { at: '2026-03-27T21:00:00Z', campaignId: kitchens, statusId: of.new }],
  ] as const
  for (const [day, lead] of leads) await arrive(business, lead, day)
  return { ...business, kitchens, baths, owner }
}

describe('figures of a period', () => {
  test('are those of its days in Israel, beside those of the period before', async () => {
    const { owner } = await filled()
    const week = await read(owner, { preset: 'thisWeek' })
    expect(week.period).toEqual({ from: '2026-10-25', to: '2026-10-27' })
    expect(week.previous).toEqual({ from: '2026-10-18', to: '2026-10-20' })
    expect(week.newLeads).toEqual({ total: 4, previous: 0 })
    expect(week.won).toEqual({ total: 2, previous: 0 })
    expect(week.conversion).toEqual({ value: 0.5, previous: null })
    expect(week.sales).toEqual({ value: 47_000, previous: 0 })
    expect(week.unanswered).toEqual({ total: 2, previous: 0 })
    // After 240 and 251 seconds: one step, 240 to 270, cut in half.
    expect(week.medianResponse).toEqual({ value: 255, previous: null })
    expect(week.time.points.map(({ from, total }) => [from, total])).toEqual([
      ['2026-10-25', 3],
      ['2026-10-26', 1],
      ['2026-10-27', 0],
    ])
    expect((await read(owner, { preset: 'lastWeek' })).newLeads).toEqual({ total: 1, previous: 0 })
    const day = async (from: string) => (await read(owner, { preset: 'custom', from, to: from })).newLeads
    expect(await day('2026-10-25')).toEqual({ total: 3, previous: 1 })
    expect(await day('2026-10-26')).toEqual({ total: 1, previous: 3 })
    expect(await day('2026-03-27')).toEqual({ total: 2, previous: 1 })
    expect(await day('2026-03-28')).toEqual({ total: 1, previous: 2 })
    expect((await read(owner, { preset: 'yesterday' })).newLeads).toEqual({ total: 1, previous: 3 })
    expect((await read(owner, { preset: 'today' })).newLeads).toEqual({ total: 0, previous: 1 })
  })

  test('add up by status, source, campaign and time to the first answer', async () => {
    const { owner, kitchens, baths, statusIds } = await filled()
    const month = await read(owner)
    expect(month.period).toEqual({ from: '2026-10-01', to: '2026-10-27' })
    expect(month.statuses.map(({ _id, total }) => [_id, total])).toEqual([
      [statusIds.new, 1],
      [statusIds.ongoing, 0],
      [statusIds.won, 3],
      [statusIds.lost, 1],
    ])
    expect(month.sources).toEqual([
      { source: 'website', total: 4, previous: 0 },
      { source: 'meta', total: 1, previous: 0 },
    ])
    expect(month.campaigns.map(({ _id, total }) => [_id, total])).toEqual([
      [kitchens, 3],
      [baths, 2],
    ])
    expect(month.responses.filter(({ total }) => total > 0)).toEqual([
      { bucket: '5m', total: 2, previous: 0 },
      { bucket: 'none', total: 3, previous: 0 },
    ])
  })

  test('of all time have nothing to compare with, and a chart from the first lead on', async () => {
    const { owner } = await filled()
    const all = await read(owner, { preset: 'allTime', unit: 'month' })
    expect([all.period, all.previous]).toEqual([null, null])
    expect(all.newLeads).toEqual({ total: 9, previous: null })
    expect(all.conversion).toEqual({ value: 3 / 9, previous: null })
    expect(all.time).toMatchObject({ unit: 'month', units: ['week', 'month'] })
    expect(all.time.points.map(({ from, to, total }) => [from, to, total])).toEqual([
      ['2026-03-26', '2026-03-31', 4],
      ...['04-30', '05-31', '06-30', '07-31', '08-31', '09-30'].map((last) => [
        `2026-${last.slice(0, 2)}-01`,
        `2026-${last}`,
        0,
      ]),
      ['2026-10-01', '2026-10-27', 5],
    ])
  })

  test('stand beside those of the same place in the period before', async () => {
    const { owner } = await filled()
    const { time } = await read(owner, { preset: 'custom', from: '2026-10-25', to: '2026-10-26' })
    expect(time.points).toEqual([
      { from: '2026-10-25', to: '2026-10-25', total: 3, previous: 0 },
      { from: '2026-10-26', to: '2026-10-26', total: 1, previous: 1 },
    ])
  })

  test('include what happened a moment ago and leave out the trash', async () => {
    const { owner, campaignId, apiKey } = await filled()
    const { add, comment, remove, withoutRelay } = testLeads(it)
    await relayed()
    await withoutRelay(async () => {
      // Created by the clock of the database, so looked at over all time.
      const lead = await add(await apiKey(), { campaignId })
      expect((await read(owner, { preset: 'allTime' })).newLeads.total).toBe(10)
      await comment(owner, lead._id, 'Called')
      expect((await read(owner, { preset: 'allTime' })).unanswered.total).toBe(7)
      await remove(owner, [lead._id])
      expect((await read(owner, { preset: 'allTime' })).newLeads.total).toBe(9)
    })
  })

  test('say whether there is any lead at all', async () => {
    const business = await it.newBusiness()
    const owner = await business.member('Owner')
    expect(await read(owner)).toMatchObject({ hasLeads: false, newLeads: { total: 0, previous: 0 }, sources: [] })
    const { owner: other } = await filled()
    expect(await read(other, { preset: 'today' })).toMatchObject({ hasLeads: true, newLeads: { total: 0 } })
  })
})

describe('who sees what', () => {
  test('one campaign’s figures are its own', async () => {
    const { owner, baths } = await filled()
    const month = await read(owner, { campaignId: baths })
    expect(month.newLeads.total).toBe(2)
    expect(month.sales?.value).toBe(7_000)
    expect(month.campaigns).toHaveLength(1)
    expect(month.time.points.reduce((sum, { total }) => sum + total, 0)).toBe(2)
  })

  test('members see the campaigns that they may read, and sales where they may see them', async () => {
    const { member, kitchens, baths } = await filled()
    const reader = await member('Reader', [kitchens])
    const seen = await read(reader)
    expect(seen.newLeads.total).toBe(3)
    expect(seen.sales).toBeNull()
    expect(seen.campaigns.map(({ _id }) => _id)).toEqual([kitchens])
    const mixed = await member('Reader', { [kitchens]: 'Reader', [baths]: 'Lead' })
    expect(await read(mixed)).toMatchObject({ newLeads: { total: 5 }, sales: { value: 7_000 } })
    const outsider = await member('Reader', [])
    expect(await read(outsider)).toMatchObject({ newLeads: { total: 0 }, hasLeads: false, sales: null, campaigns: [] })
    const { status, body } = await it.send(dashboardRoutes.get, reader, { query: { campaignId: baths } })
    expect([status, body]).toMatchObject([404, { code: 'campaign_not_found' }])
  })

  test('a campaign that is gone is not found', async () => {
    const { owner, baths, db } = await filled()
    await db.updateTable('campaigns').set({ deleted_at: now.toISOString() }).where('id', '=', baths).execute()
    const { status } = await it.send(dashboardRoutes.get, owner, { query: { campaignId: baths } })
    expect(status).toBe(404)
  })
})

test('each figure is the total of the list that it leads to', async () => {
  const { owner, statusIds, baths } = await filled()
  const total = async (filters: object, query: object = {}) =>
    (await page(owner, { ...query, filters: { from: '2026-10-01', to: '2026-10-27', ...filters } })).body.pagination
      .total
  const month = await read(owner)
  expect(month.newLeads.total).toBe(await total({}))
  expect(month.won.total).toBe(await total({ status: [statusIds.won] }))
  expect(month.unanswered.total).toBe(await total({ response: ['none'] }))
  const ofBaths = await read(owner, { campaignId: baths })
  expect(ofBaths.won.total).toBe(await total({ status: [statusIds.won] }, { campaignId: baths }))
  expect(ofBaths.sources[0]?.total).toBe(await total({ source: ['meta'] }, { campaignId: baths }))
})

test.each([
  [{ preset: 'custom' }, 'from'],
  [{ preset: 'custom', from: '2026-02-02', to: '2026-02-01' }, 'to'],
  [{ preset: 'nextWeek' }, 'preset'],
  [{ preset: 'custom', from: '2026-02-30', to: '2026-03-01' }, 'from'],
])('%j is refused', async (query, path) => {
  const owner = await (await it.newBusiness()).member('Owner')
  const { status, body } = await it.send(dashboardRoutes.get, owner, { query: query as never })
  expect(status).toBe(422)
  expect(body).toMatchObject({ issues: [{ path }] })
})
