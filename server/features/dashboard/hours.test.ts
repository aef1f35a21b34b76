import { expect, test } from 'vitest'
import type { CallStatus } from '#contract/calls/call-statuses.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { LIMIT_MAX } from '#contract/common.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { hoursOfDay, weekdays } from '#contract/values/week-hours.ts'
import { testDashboard } from '../../testing/features/test-dashboard.ts'
import { pastCalls } from '../../testing/past-calls.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'

/** Tuesday 10 November 2026, noon in Israel. */
const now = new Date('2026-11-10T10:00:00Z')
const it = await testApp({ now: () => now })
const { ring, end } = pastCalls(it)
const { arrive } = testDashboard(it)
const { page, remove, relayed, withoutRelay } = testLeads(it)

const hours = async (as: Partial<Credentials>, query: object = { preset: 'allTime' }) => {
  const { status, body } = await it.send(dashboardRoutes.hours, as, { query: query as never })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.hours
}
/** The cells that are not empty, as `weekday hour`. */
const cells = (counts: readonly number[] | null) =>
  Object.fromEntries((counts ?? []).flatMap((total, i) => (total ? [[`${Math.floor(i / 24)} ${i % 24}`, total]] : [])))

const answered = 'Answered' as const
/** Moments around both clock changes of 2026, midnight, and the turn of a month, with their weekday and hour in Israel. */
const moments: [at: string, cell: string, status: CallStatus | null][] = [
  // Summer time begins on Friday 27 March: 02:00 becomes 03:00.
  ['2026-03-26T23:59:59Z', '5 1', answered],
  ['2026-03-27T00:00:00Z', '5 3', answered],
  // It ends on Sunday 25 October: 02:00 becomes 01:00, so this hour comes twice.
  ['2026-10-24T22:30:00Z', '0 1', answered],
  ['2026-10-24T23:30:00Z', '0 1', 'Busy'],
  ['2026-10-25T00:00:00Z', '0 2', answered],
  ['2026-10-24T20:59:59Z', '6 23', 'Caller Canceled'],
  ['2026-10-24T21:00:00Z', '0 0', 'Not Answered'],
  ['2026-10-31T21:59:59Z', '6 23', answered],
  ['2026-10-31T22:00:00Z', '0 0', 'Out of Time'],
  ['2026-11-10T07:05:00Z', '2 9', 'Blacklisted'],
  ['2026-11-10T09:00:00Z', '2 11', null],
]

test('calls and leads stand at the weekday and hour of the clock in Israel, through both changes of the clock', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { campaignId, statusIds } = business
  const lead = (at: string, day: string) => arrive(business, { at, campaignId, statusId: statusIds.new }, day)
  const check = async () => {
    const all = await hours(owner)
    expect(cells(all.calls)).toEqual({
      '5 1': 1,
      '5 3': 1,
      '0 1': 2,
      '0 2': 1,
      '6 23': 2,
      '0 0': 2,
      '2 9': 1,
      '2 11': 1,
    })
    expect(cells(all.missed)).toEqual({ '0 1': 1, '6 23': 1, '0 0': 2 })
    expect(cells(all.leads)).toEqual({ '5 1': 1, '5 3': 1, '0 1': 2 })
    // The days of a custom period, on both sides of a month.
    const some = await hours(owner, { preset: 'custom', from: '2026-10-25', to: '2026-11-01' })
    expect(cells(some.calls)).toEqual({ '0 1': 2, '0 2': 1, '6 23': 1, '0 0': 2 })
    expect(cells(some.leads)).toEqual({ '0 1': 2 })
    // Whole months and days around them.
    expect(cells((await hours(owner, { preset: 'custom', from: '2026-03-27', to: '2026-11-01' })).missed)).toEqual({
      '0 1': 1,
      '6 23': 1,
      '0 0': 2,
    })
  }
  await withoutRelay(async () => {
    for (const [at, , status] of moments) await ring(business, { at, campaignId, status })
    // What others decide, and when a member calls, is not when calls arrive.
    await ring(business, { at: '2026-11-10T07:05:00Z', campaignId, status: answered, direction: 'outbound' })
    await ring(business, { at: '2026-11-10T07:05:00Z', campaignId, status: answered, isTest: true })
    await lead('2026-03-26T23:59:59Z', '2026-03-27')
    await lead('2026-03-27T00:00:00Z', '2026-03-27')
    await lead('2026-10-24T22:30:00Z', '2026-10-25')
    await lead('2026-10-24T23:30:00Z', '2026-10-25')
    const gone = await lead('2026-11-10T07:05:00Z', '2026-11-10')
    await remove(owner, [gone])
    await check()
  })
  await relayed()
  await check()
})

test('a late report moves a call from the missed ones to the answered ones', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const call = { at: '2026-11-09T07:30:00Z', campaignId: business.campaignId }
  const id = await ring(business, { ...call, status: 'Busy' })
  await relayed()
  expect(cells((await hours(owner)).missed)).toEqual({ '1 9': 1 })
  await end(business, id, { ...call, status: 'Busy' }, { ...call, status: answered, answeredBy: owner.userId })
  await relayed()
  expect(await hours(owner).then(({ calls, missed }) => [cells(calls), cells(missed)])).toEqual([{ '1 9': 1 }, {}])
})

async function filled() {
  const business = await it.newBusiness()
  const { campaignId: kitchens, statusIds } = business
  const baths = await business.campaign({ name: 'Baths' })
  const owner = await business.member('Owner')
  const kept = await business.member('Writer', [kitchens])
  const partner = await business.member('Affiliate', [baths])
  for (const [i, [at, , status]] of moments.entries()) {
    const campaignId = i % 3 ? kitchens : baths
    await ring(business, { at, campaignId, status })
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jerusalem', dateStyle: 'short' }).format(
      new Date(at),
    )
    const assignedTo = i % 2 ? kept.userId : owner.userId
    await arrive(business, { at, campaignId, statusId: statusIds.new, assignedTo }, day)
  }
  await ring(business, { at: '2026-10-25T00:10:00Z', campaignId: null, status: 'Not Active' })
  await ring(business, { at: '2026-10-25T00:20:00Z', campaignId: kitchens, status: 'Busy', direction: 'outbound' })
  return { ...business, kitchens, baths, owner, kept, partner }
}

test('each cell is the total of the list that it opens, for each reader, period and campaign', async () => {
  const { owner, kept, partner, kitchens, baths, db, letHear, businessId } = await filled()
  await letHear(partner, [baths])
  await db.updateTable('businesses').set({ own_leads_only: true }).where('business_id', '=', businessId).execute()
  it.deps.caches.endAll()
  await relayed()
  const calls = async (as: Partial<Credentials>, filters: object, campaignId?: string) => {
    const query = { limit: LIMIT_MAX, filters: JSON.stringify(filters), ...(campaignId && { campaignId }) }
    const { status, body } = await it.send(callRoutes.list, as, { query: query as never })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.calls).toHaveLength(body.pagination.total)
    return body.pagination.total
  }
  const leads = async (as: Credentials, filters: object, campaignId?: string) => {
    const { status, body } = await page(as, { limit: LIMIT_MAX, filters, ...(campaignId && { campaignId }) })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.leads).toHaveLength(body.pagination.total)
    return body.pagination.total
  }
  const days = { from: '2026-10-25', to: '2026-11-30' }
  const agree = async (as: Credentials, campaignId?: string) => {
    const board = await hours(as, { preset: 'custom', ...days, ...(campaignId && { campaignId }) })
    let sum = 0
    for (const [i, hour] of board.leads.entries()) {
      const cell = { weekday: [weekdays[Math.floor(i / 24)]], hour: [hoursOfDay[i % 24]], ...days }
      // One empty cell of each row is enough.
      if (!hour && !board.calls?.[i] && i % 24 !== 5) continue
      expect([i, hour]).toEqual([i, await leads(as, cell, campaignId)])
      if (!board.calls) continue
      expect([i, board.calls[i]]).toEqual([i, await calls(as, { ...cell, direction: 'inbound' }, campaignId)])
      expect([i, board.missed?.[i]]).toEqual([i, await calls(as, { ...cell, missed: true }, campaignId)])
      sum += board.calls[i] ?? 0
    }
    return [board.calls && sum, board.leads.reduce((one, two) => one + two, 0)]
  }
  expect(await agree(owner)).toEqual([9, 8])
  expect(await agree(owner, kitchens)).toEqual([5, 5])
  expect(await agree(kept)).toEqual([null, 1])
  expect(await agree(partner)).toEqual([3, 3])
  expect((await it.send(dashboardRoutes.hours, partner, { query: { campaignId: kitchens } as never })).status).toBe(404)
})

test('weekday and hour narrow a list beside a search by name, and say what they refuse', async () => {
  const { owner, campaignId, ...business } = await it
    .newBusiness()
    .then(async (one) => ({ ...one, owner: await one.member('Owner') }))
  const dana = await arrive(
    { ...business, campaignId },
    { at: '2026-11-08T07:05:00Z', campaignId, statusId: business.statusIds.new },
    '2026-11-08',
  )
  await business.db.updateTable('leads').set({ name: 'Dana Levi' }).where('id', '=', dana).execute()
  for (const at of ['2026-11-08T07:05:00Z', '2026-11-08T08:05:00Z', '2026-11-09T07:05:00Z'])
    await ring({ ...business, campaignId }, { at, campaignId, status: 'Busy', leadId: dana })
  await relayed()
  const found = async (filters: object, search?: string) => {
    const query = { filters: JSON.stringify(filters), ...(search && { search }) }
    const { status, body } = await it.send(callRoutes.list, owner, { query: query as never })
    return status === 200 ? body.pagination.total : status
  }
  expect(await found({ weekday: ['0'] }, 'Dana')).toBe(2)
  expect(await found({ hour: ['9'] }, 'Dana')).toBe(2)
  expect(await found({ weekday: ['0'], hour: ['9', '10'] }, 'Dana')).toBe(2)
  expect(await found({ weekday: ['6'] }, 'Dana')).toBe(0)
  expect(await found({ weekday: [] })).toBe(0)
  expect(await found({ weekday: ['7'] })).toBe(422)
  expect(await found({ hour: ['24'] })).toBe(422)
})
