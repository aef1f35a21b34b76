import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { withClient } from '../../platform/db/connections.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { aPng } from '../../testing/files/test-images.ts'
import { fillTables, rowsOf, tenantTables } from '../../testing/routes/filled-tables.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import { erasures } from '../index.ts'
import { erasingJobs } from './erasing.jobs.ts'
import { operatorsBooks } from './erasing.rules.ts'
import { eraseBusiness, SETTLE_MS } from './erasing.service.ts'

const DAY_MS = 86_400_000
let time = Date.parse('2026-11-21T10:00:00Z')
// No worker runs here; each test runs the job.
const env = { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' }
const it = await testApp({ now: () => new Date(time), env })
const { deps } = it

const world = async () => {
  const business = await it.newBusiness()
  const [owner, writer] = [await business.member('Owner'), await business.member('Writer')]
  const { name } = (await it.send(businessRoutes.get, owner, {})).body.business
  const close = () => it.send(businessRoutes.close, owner, { body: { name, password: PASSWORD } })
  /** The same people after some days, signed in again because their sessions ended. */
  const later = async (days: number) => {
    time += days * DAY_MS
    deps.caches.endAll()
    const again = async <T extends typeof owner>(person: T) => ({ ...person, ...(await it.signIn(person.userId)) })
    return { owner: await again(owner), writer: await again(writer) }
  }
  return { ...business, owner, writer, name, close, later }
}
const erase = (businessId: string, untilMs?: number) =>
  eraseBusiness(deps, businessId, { erasures, ...(untilMs !== undefined && { untilMs }) })
/** Includes the settling time after its first run. */
const eraseWhole = async (businessId: string) => {
  expect(await erase(businessId)).toBe('settling')
  time += SETTLE_MS
  return erase(businessId)
}
const businessesOf = async (as: Credentials) => (await it.send(authRoutes.getCurrentUser, as, {})).body.businesses

test('nothing is erased before its day; then all of it is, and nothing of other businesses', async () => {
  const [ours, theirs] = [await world(), await world()]
  await withClient(it.urls.adminUrl, async (admin) => {
    const tables = await tenantTables(admin)
    const kept: readonly string[] = operatorsBooks
    expect(tables).toContain('leads')
    for (const { businessId } of [ours, theirs]) await fillTables(admin, businessId, 3)
    const before = await rowsOf(admin, theirs.businessId, tables)
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
    await ours.close()
    await ours.later(29.9)
    expect(await erase(ours.businessId)).toBe('over')
    expect((await rowsOf(admin, ours.businessId, tables)).leads).toBe(3)
    await ours.later(0.1)
    expect(await eraseWhole(ours.businessId)).toBe('over')
    const left = await rowsOf(admin, ours.businessId, tables)
    expect(left, 'a table of tenants is not erased: does leadline_worker see and delete its rows?').toEqual(
      Object.fromEntries(tables.map((table) => [table, kept.includes(table) ? 3 : 0])),
    )
    expect(await rowsOf(admin, theirs.businessId, tables)).toEqual(before)
  })
})

test('a table that the worker may not delete from stops it before the business’s row is deleted', async () => {
  const { businessId, close, later } = await world()
  await withClient(it.urls.adminUrl, async (admin) => {
    await admin.query('create table planted (business_id uuid not null)')
    await admin.query('insert into planted values ($1)', [businessId])
    await close()
    await later(30)
    await expect(eraseWhole(businessId)).rejects.toThrow(/permission denied for table planted/)
    await admin.query('drop table planted')
    expect(await erase(businessId)).toBe('over')
  })
})

test('people keep their accounts, and no longer see the business', async () => {
  const { businessId, campaignId, owner, writer, close, later, apiKey } = await world()
  const elsewhere = await world()
  await elsewhere.db
    .insertInto('memberships')
    .values({ business_id: elsewhere.businessId, user_id: writer.userId, role: 'Reader' })
    .execute()
  const key = await apiKey()
  await it.send(leadRoutes.create, key, { body: { name: 'Dana', phone: aPhone(), campaignId } })
  await expect.poll(async () => (await it.send(notificationRoutes.count, owner, {})).body.result.unread).toBe(1)
  await close()
  const then = await later(30)
  expect(await erase(businessId)).toBe('settling')
  deps.caches.endAll()
  expect(await businessesOf(then.owner), 'from the first step on').toEqual([])
  expect((await it.send(campaignRoutes.list, then.owner, { query: {} })).body).toMatchObject({
    code: 'business_not_found',
  })
  expect((await it.send(leadRoutes.create, key, { body: { name: 'Dana', campaignId } })).status).toBe(401)
  time += SETTLE_MS
  expect(await erase(businessId)).toBe('over')
  expect((await businessesOf(then.writer)).map((own) => own.businessId)).toEqual([elsewhere.businessId])
  expect((await it.send(notificationRoutes.count, then.owner, {})).body.result.unread).toBe(0)
  const { status, body } = await it.send(businessRoutes.create, then.owner, { body: { name: 'Starting over' } })
  expect([status, body.business.name]).toEqual([201, 'Starting over'])
})

test('its images are deleted, too', async () => {
  const { businessId, campaignId, owner, close, later } = await world()
  const file = await aPng()
  const own = (await it.send(avatarRoutes.business, owner, { file })).body.image
  const ofCampaign = (await it.send(avatarRoutes.campaign, owner, { file, query: { campaignId } })).body.image
  const statuses = async () =>
    Promise.all([own, ofCampaign].map(async (url) => (await it.app.inject({ url })).statusCode))
  expect(await statuses()).toEqual([200, 200])
  await close()
  await later(30)
  await eraseWhole(businessId)
  expect(await statuses()).toEqual([404, 404])
})

test('stopped at any moment and repeated, by two at once, it ends the same', async () => {
  const { businessId, close, later } = await world()
  await withClient(it.urls.adminUrl, async (admin) => {
    const tables = await tenantTables(admin)
    await fillTables(admin, businessId, 1_200)
    await close()
    await later(30)
    expect(await erase(businessId)).toBe('settling')
    time += SETTLE_MS
    expect(await erase(businessId, Date.now() - 1), 'no time at all').toBe('more')
    expect(await erase(businessId, Date.now() + 30)).toBe('more')
    const halfway = await rowsOf(admin, businessId, tables)
    expect(halfway.businesses).toBe(1)
    await Promise.all([erase(businessId), erase(businessId)])
    await erase(businessId)
    const kept: readonly string[] = operatorsBooks
    const left = await rowsOf(admin, businessId, tables)
    expect(tables.filter((table) => left[table] && !kept.includes(table))).toEqual([])
    expect(await erase(businessId), 'once more').toBe('over')
  })
})

test('at the due time it is either reopened or erased', async () => {
  const outcomes = new Set<string>()
  for (const head of ['reopen', 'erase', 'both'] as const) {
    const { businessId, close, later } = await world()
    await close()
    const { owner } = await later(30)
    const reopen = () => it.send(businessRoutes.reopen, owner, {})
    const first = head === 'reopen' ? await reopen() : undefined
    const [reopened] =
      head === 'erase'
        ? [await erase(businessId).then(reopen)]
        : await Promise.all([first ?? reopen(), sleep(head === 'both' ? 2 : 0).then(() => erase(businessId))])
    time += SETTLE_MS
    await erase(businessId)
    const isThere = await deps.workerDb
      .selectFrom('businesses')
      .select('closes_at')
      .where('business_id', '=', businessId)
      .executeTakeFirst()
    if (reopened.status === 200) expect(isThere).toEqual({ closes_at: null })
    else {
      expect([reopened.status, (reopened.body as unknown as { code: string }).code]).toEqual([
        404,
        'business_not_found',
      ])
      expect(isThere).toBeUndefined()
    }
    outcomes.add(`${head} ${reopened.status}`)
  }
  expect(outcomes).toContain('reopen 200')
  expect(outcomes).toContain('erase 404')
})

test('a job finds it and continues until it is erased', async () => {
  const { businessId, close, later } = await world()
  await close()
  const waiting = async () => {
    const { rows } = await sql<{ run_at: string }>`
      select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'eraseClosedBusiness' and j.payload ->> 'businessId' = ${businessId}
      order by j.id`.execute(deps.workerDb)
    return rows.map(({ run_at }) => Date.parse(run_at) > Date.now() + SETTLE_MS / 2)
  }
  const [eraseOne, find] = erasingJobs(erasures)
  await find.run(deps, {})
  expect(await waiting(), 'not yet').toEqual([])
  await later(30)
  await find.run(deps, {})
  expect(await waiting()).toEqual([false])
  await eraseOne.run(deps, { businessId })
  expect(await waiting(), 'again after a pause').toEqual([false, true])
  time += SETTLE_MS
  await eraseOne.run(deps, { businessId })
  expect(await waiting()).toHaveLength(2)
  await find.run(deps, {})
  expect(await waiting(), 'nothing is found any more').toHaveLength(2)
})
