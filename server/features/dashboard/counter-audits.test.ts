import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { withClient } from '../../platform/db/connections.ts'
import { testDashboard } from '../../testing/features/test-dashboard.ts'
import { pastCalls } from '../../testing/past-calls.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { auditCounters } from './counter-audits.jobs.ts'
import { findCounterAudits } from './operator.ts'

const errors: unknown[] = []
const it = await testApp({ errors })
const { read, arrive } = testDashboard(it)
const { ring } = pastCalls(it)
const { add, change, comment, remove, relayed } = testLeads(it)
const run = (at?: string) => auditCounters.run(it.deps, at ? { _cron: { ts: at } } : {})

async function start() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { campaignId, statusIds } = business
  await arrive(business, { at: '2026-03-27T20:59:59Z', campaignId, statusId: statusIds.won, value: 300 }, '2026-03-27')
  await arrive(business, { at: '2025-11-30T12:00:00Z', campaignId, statusId: statusIds.new }, '2025-11-30')
  await relayed()
  const audits = async () => (await it.send(dashboardRoutes.audits, owner, {})).body.audits
  return { ...business, owner, audits }
}
/** Changes rows directly, so that the counters are wrong. */
const byHand = (statement: string, values: unknown[]) =>
  withClient(it.urls.adminUrl, (client) => client.query(statement, values))

test('a night without drift is reported as such', async () => {
  const { audits } = await start()
  await run()
  const [audit] = await audits()
  expect(audit).toMatchObject({ driftCount: 0, repaired: 0, drifts: [] })
  // lead_counts 6, two days and months of 5 + 10 counters each: 6 + 30 + 30.
  expect(audit?.checked).toBe(66)
})

test('what drifted is reported and mended, once', async () => {
  const { businessId, campaignId, owner, audits } = await start()
  await byHand(
    `update campaign_day_counts set total = total + 5 where business_id = $1 and campaign_id = $2 and facet = 'all' and day = '2026-03-27'`,
    [businessId, campaignId],
  )
  await byHand(`delete from lead_day_counts where business_id = $1 and facet = 'status' and day = '2025-11-30'`, [
    businessId,
  ])
  await byHand(`update lead_counts set sales = 0 where business_id = $1 and facet = 'campaign'`, [businessId])
  await byHand(
    `update campaign_month_counts set total = 9 where business_id = $1 and campaign_id <> $2 and facet = 'all' and month = '2026-03-01'`,
    [businessId, campaignId],
  )
  errors.length = 0
  await run()
  const [audit] = await audits()
  expect(audit).toMatchObject({ driftCount: 4, repaired: 4 })
  expect(audit?.drifts.map(({ level, facet, day, total, sales }) => [level, facet, day, total, sales])).toEqual([
    ['day', 'status', '2025-11-30', 1, 0],
    ['day', 'all', '2026-03-27', -5, 0],
    ['month', 'all', '2026-03-01', -8, 0],
    ['total', 'campaign', null, 0, 300],
  ])
  expect(errors.map(String)).toEqual([expect.stringContaining(`${businessId}: 4 were wrong, 4 were mended`)])
  expect((await read(owner, { preset: 'allTime', campaignId })).newLeads.total).toBe(2)
  expect(await findCounterAudits(it.deps)).toContainEqual(
    expect.stringContaining(`${businessId}  66 checked, 4 wrong, 4 repaired`),
  )
  await run()
  expect((await audits()).map(({ driftCount }) => driftCount)).toEqual([0, 4])
})

test('counters of calls are held against the calls, seconds and all', async () => {
  const { businessId, owner, audits, ...business } = await start()
  const call = { at: '2026-03-27T09:00:00Z', campaignId: business.campaignId, status: 'Answered' as const }
  const colleague = await business.member('Writer')
  const attempts = [
    { userId: business.campaignId, outcome: 'no-answer', bridged: false },
    { userId: colleague.userId, outcome: 'canceled', bridged: false },
    { userId: owner.userId, outcome: 'no-answer', bridged: false },
    { userId: owner.userId, outcome: 'completed', bridged: true },
  ]
  await ring({ ...business, businessId }, { ...call, answeredBy: owner.userId, ring: 9, talk: 60, attempts })
  await relayed()
  await run()
  expect((await audits())[0]).toMatchObject({ driftCount: 0 })
  const update = 'update call_day_counts set wait = wait - 2 where business_id = $1 and campaign_id = $2 and facet = $3'
  await byHand(update, [businessId, business.campaignId, 'answered'])
  await byHand('delete from call_month_counts where business_id = $1 and facet = $2 and campaign_id = $3', [
    businessId,
    'missed',
    business.campaignId,
  ])
  const everything = [businessId, business.campaignId, 'all']
  await byHand('update call_counts set talk = 0 where business_id = $1 and campaign_id = $2 and facet = $3', everything)
  await run()
  const [audit] = await audits()
  expect(audit).toMatchObject({ driftCount: 3, repaired: 3 })
  expect(
    audit?.drifts.map(({ of, level, facet, day, total, wait, talk }) => [of, level, facet, day, total, wait, talk]),
  ).toEqual([
    ['calls', 'day', 'answered', '2026-03-27', 0, 2, 0],
    ['calls', 'month', 'missed', '2026-03-01', 1, 9, 60],
    ['calls', 'total', 'all', null, 0, 0, 60],
  ])
  await run()
  expect((await audits())[0]).toMatchObject({ driftCount: 0 })
})

test('nothing drifts while leads arrive, change and go', { timeout: 60_000 }, async () => {
  const { apiKey, campaignId, statusIds, owner, audits, businessId } = await start()
  const key = await apiKey()
  let isOver = false
  const busy = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { _id } = await add(key, { campaignId })
        await comment(owner, _id, 'Called')
        await change(owner, _id, { statusId: statusIds.won, value: 100 })
        await remove(owner, [_id])
      }
    }),
  )
  for (let i = 0; i < 6; i++) await run()
  isOver = true
  await busy
  await relayed()
  await run()
  expect((await audits()).map(({ driftCount }) => driftCount)).toEqual([0, 0, 0, 0, 0, 0, 0])
  const { rows } = await sql<{ total: number }>`select total from lead_counts where business_id = ${businessId}
    and facet = 'all'`.execute(it.deps.workerDb)
  expect(rows).toEqual([{ total: 2 }])
})

test('runs at half past two in Israel, in summer and in winter', async () => {
  const { audits } = await start()
  // Cron schedules are in UTC, so the job starts twice a night.
  await run('2026-07-01T00:30:00.000Z')
  await run('2026-12-01T23:30:00.000Z')
  expect(await audits()).toHaveLength(0)
  await run('2026-06-30T23:30:00.000Z')
  await run('2026-12-02T00:30:00.000Z')
  expect(await audits()).toHaveLength(2)
})

test('audits are the owner’s, and those of their business alone', async () => {
  const { member, owner } = await start()
  await run()
  const admin = await member('Admin')
  expect((await it.send(dashboardRoutes.audits, admin, {})).status).toBe(403)
  const other = await start()
  expect(await other.audits()).toEqual([])
  expect((await it.send(dashboardRoutes.audits, owner, {})).body.audits.length).toBeGreaterThan(0)
})
