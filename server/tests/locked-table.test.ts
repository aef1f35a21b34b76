import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { healthRoutes } from '#contract/health.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { withClient } from '../platform/db/connections.ts'
import { testApp } from '../testing/test-app.ts'
import { testLeads } from '../testing/test-leads.ts'

const it = await testApp({ own: true })
const business = await it.newBusiness()
const owner = await business.member('Owner')
/** Three concurrent requests per person: more would queue. */
const owners = await Promise.all(Array.from({ length: 12 }, () => business.member('Owner')))
const leads = (_: unknown = undefined, n = 0) =>
  it.send(leadRoutes.list, owners[n % owners.length] ?? owner, { query: {} })
const campaigns = () => it.send(campaignRoutes.names, owner, {})

test('while the table of leads is locked, other tables can be read, and health is unchanged', async () => {
  expect((await leads()).status).toBe(200)
  await withClient(it.urls.ownerUrl, async (locker) => {
    await locker.query('begin')
    await locker.query('lock table leads in access exclusive mode')
    // Three times as many as connections.
    const blocked = await Promise.all(Array.from({ length: 36 }, leads))
    expect(new Set(blocked.map(({ status }) => status))).toEqual(new Set([503]))
    expect(blocked.map(({ headers }) => headers['retry-after'])).toEqual(blocked.map(() => '5'))
    // The lock breaker is open now: requests are refused without holding a connection.
    const further = Array.from({ length: 36 }, leads)
    const others = await Promise.all(Array.from({ length: 24 }, campaigns))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await it.send(healthRoutes.ready, undefined, {})).body).toMatchObject({ status: 'ready', database: 'ok' })
    await Promise.all(further)
    await locker.query('rollback')
  })
  await expect.poll(async () => (await leads()).status, { timeout: 8_000 }).toBe(200)
})

test('a locked lead delays only requests that change it', async () => {
  const places = await Promise.all(Array.from({ length: 2 }, () => it.newBusiness()))
  const [own, other] = await Promise.all(
    places.map(async (place) => {
      const people = await Promise.all(Array.from({ length: 4 }, () => place.member('Owner')))
      const lead = await testLeads(it).add(people[0], { campaignId: place.campaignId })
      const change = (n: number) => testLeads(it).change(people[n], lead._id, { name: `Name ${n}` })
      return { lead, change, businessId: place.businessId }
    }),
  )
  if (!own || !other) throw new Error('no businesses')
  await withClient(it.urls.appUrl, async (locker) => {
    await locker.query('begin')
    await locker.query("select set_config('app.business_id', $1, true)", [own.businessId])
    const { rowCount } = await locker.query('select from leads where id = $1 for update', [own.lead._id])
    expect(rowCount).toBe(1)
    const waiting = Array.from({ length: 12 }, (_, n) => own.change(n % 4))
    await Promise.race(waiting)
    expect((await other.change(0)).status).toBe(200)
    const waited = await Promise.all(waiting)
    expect(waited.map(({ status }) => status)).toEqual(waited.map(() => 503))
    await locker.query('rollback')
  })
})
