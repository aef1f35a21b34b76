import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { withClient } from '../platform/db/connections.ts'
import { newId } from '../platform/ids.ts'
import { testApp } from '../testing/test-app.ts'
import { openStream } from '../testing/test-stream.ts'
import { waitFor } from '../testing/wait-for.ts'

const TERMINATIONS = 200
const it = await testApp({ own: true })
const base = await it.listen()
const business = await it.newBusiness()
const owner = await business.member('Owner')
const key = await business.apiKey()

/** Repeats with the same idempotency key until accepted. */
async function sendLead(seen: Set<number>) {
  const body = { name: 'Dana Levi', email: `${newId()}@example.test`, campaignId: business.campaignId }
  const idempotency = { 'idempotency-key': newId() }
  for (;;) {
    const { status, body: reply } = await it.send(leadRoutes.create, key, { body }, idempotency)
    seen.add(status)
    if (status < 300) return reply.lead._id
    if (status !== 503 && status !== 409) throw new Error(`A lead was answered with ${status}`)
    await sleep(20)
  }
}

// An unhandled rejection fails the test run, and would end the process.
test('connections terminated 200 times under load: no lead is lost, duplicated or without notification, and no other server error occurs', async () => {
  const stream = await openStream(base, owner.authorization)
  await stream.heard('ready')
  const statuses = new Set<number>()
  let isOver = false
  const sent: string[] = []
  const sender = async () => {
    while (!isOver) sent.push(await sendLead(statuses))
  }
  const reader = async () => {
    while (!isOver) {
      statuses.add((await it.send(campaignRoutes.list, owner, { query: {} })).status)
      statuses.add((await it.send(leadRoutes.list, owner, { query: {} })).status)
    }
  }
  const working = Promise.all([sender(), sender(), reader(), reader()])
  await withClient(it.urls.adminUrl, async (admin) => {
    for (let n = 0; n < TERMINATIONS; n++) {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename in ('leadline_app', 'leadline_worker')`,
      )
      await sleep(10)
    }
  })
  isOver = true
  await working
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect(statuses).toContain(201)

  await waitFor(async () => {
    const { body } = await it.send(leadRoutes.list, owner, { query: {} })
    return body.pagination?.total === sent.length
  }, 20_000)
  expect(new Set(sent).size).toBe(sent.length)
  const toldOf = () => stream.changes().filter(({ name }) => name === 'lead.created')
  await waitFor(() => toldOf().length >= sent.length, 20_000)
  expect(
    toldOf()
      .map(({ leadId }) => leadId)
      .sort(),
  ).toEqual([...sent].sort())
}, 120_000)
