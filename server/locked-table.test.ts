import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { healthRoutes } from '#contract/health.ts'
import { leadRoutes } from '#contract/leads.ts'
import { withClient } from './platform/db/connections.ts'
import { testApp } from './testing/test-app.ts'

const it = await testApp()
const business = await it.newBusiness()
const owner = await business.member('Owner')
/** Each with three requests at once: more of one person would wait for their turn. */
const owners = await Promise.all(Array.from({ length: 12 }, () => business.member('Owner')))
const leads = (_: unknown = undefined, n = 0) =>
  it.send(leadRoutes.list, owners[n % owners.length] ?? owner, { query: {} })
const campaigns = () => it.send(campaignRoutes.list, owner, { query: {} })

test('while the table of leads is locked, other tables are read, and health stays what it is', async () => {
  expect((await leads()).status).toBe(200)
  await withClient(it.urls.ownerUrl, async (locker) => {
    await locker.query('begin')
    await locker.query('lock table leads in access exclusive mode')
    // Three times as many as there are connections.
    const blocked = await Promise.all(Array.from({ length: 36 }, leads))
    expect(new Set(blocked.map(({ status }) => status))).toEqual(new Set([503]))
    expect(blocked.map(({ headers }) => headers['retry-after'])).toEqual(blocked.map(() => '5'))
    // Known to wait in vain by now: refused without holding a connection.
    const further = Array.from({ length: 36 }, leads)
    const others = await Promise.all(Array.from({ length: 24 }, campaigns))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await it.send(healthRoutes.ready, undefined, {})).body).toMatchObject({ status: 'ready', database: 'ok' })
    await Promise.all(further)
    await locker.query('rollback')
  })
  await expect.poll(async () => (await leads()).status, { timeout: 8_000 }).toBe(200)
})
