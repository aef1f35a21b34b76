import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { noSpeedToLead, speedToLeadRoutes } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import { holidayKinds } from '#contract/working-hours/holiday-names.ts'
import { type WorkingHours, workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { freePort } from '../../platform/free-port.ts'
import { accountOf } from '../../providers/exchange/account.ts'
import { startExchange } from '../../providers/exchange/process.ts'
import { officeHours } from '../../testing/features/test-assignment.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { aRouting } from '../../testing/test-numbers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { identityOf } from '../softphone/softphone.rules.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'leadline-speed-'))
const port = await freePort()
const errors: unknown[] = []
const exchange = await startExchange({
  dataDir,
  variables: { PATH: process.env.PATH ?? '', SWITCHBOARD_MEDIA_DELAY_MS: '0' },
  onError: (error) => void errors.push(error),
})
afterAll(async () => {
  await exchange.stop()
  await rm(dataDir, { recursive: true, force: true })
})
// The loops of the server ring; the demo has no quiet hours.
const env = { PUBLIC_URL: `http://127.0.0.1:${port}`, DEMO: '1' }
const it = await testApp({ env, exchange: accountOf(exchange), errors })
await it.app.listen({ port, host: '127.0.0.1' })
await exchange.whenReady()
const leads = testLeads(it)

async function ask(method: string, path: string, body?: object) {
  const reply = await fetch((exchange.current()?.console ?? '') + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply.status === 204 ? undefined : ((await reply.json()) as unknown)
}
const station = (address: string, script: object) => ask('PUT', '/robots', { address, ...script })
const callsOf = async (robot: string) =>
  ((await ask('GET', '/robot-calls')) as { robot: string; other: string }[]).filter((call) => call.robot === robot)

let phones = 0
const aMobile = () => `+97252${String(6_660_000 + ++phones)}`

/** A campaign that rings for leads of the API, and an Owner. */
async function world() {
  const business = await it.newBusiness()
  const { campaignId, businessId } = business
  const [owner, key] = [await business.member('Owner'), await business.apiKey()]
  // Open at any hour at which the test runs.
  const days = Array.from({ length: 7 }, () => [{ from: '00:00', to: '00:00' }])
  const rules = holidayKinds.map((kind) => [kind, { rule: 'open' }])
  const holidays: WorkingHours['holidays'] = Object.fromEntries(rules)
  const hours: WorkingHours = { ...officeHours, days, shabbat: 'open', holidays }
  const set = await it.send(workingHoursRoutes.change, owner, { body: { hours, expected: 0 } })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const body = { phone: aPhone(), campaignId, routing: aRouting() }
  let ordered = await it.send(numberRoutes.order, owner, { body })
  while (ordered.body.order?.state !== 'done')
    ordered = await it.send(numberRoutes.order, owner, { body: { ...body, phone: aPhone() } })
  const settings = { ...noSpeedToLead, isOn: true, ringSeconds: 10 }
  await it.send(speedToLeadRoutes.change, owner, { params: { id: campaignId }, body: { settings, expected: 0 } })
  const phone = aMobile()
  await station(phone, { answerAfterMs: 300, toneHz: 1_000, hangUpAfterMs: 2_000 })
  const arrive = () => leads.add({ ...key, 'x-business-id': businessId }, { campaignId, phone, name: 'Noa' })
  return { ...business, owner, number: ordered.body.order.phone, phone, arrive }
}

test('a browser declines, then a mobile presses 1: both hear of the lead one after the other, and the lead talks with the second', async () => {
  const it1 = await world()
  const { businessId, campaignId } = it1
  const [first, second] = [await it1.member('Writer', [campaignId]), await it1.member('Writer', [campaignId])]
  const joined = (userId: string, at: string) =>
    it1.db.updateTable('memberships').set({ joined_at: at }).where('user_id', '=', userId).execute()
  await joined(first.userId, '2026-01-01T00:00:00Z')
  await joined(second.userId, '2026-01-02T00:00:00Z')
  const browser = `client:${identityOf(first.userId, businessId)}`
  await station(browser, { outcome: 'reject', answerAfterMs: 300 })
  await it.send(softphoneRoutes.presence, first, { body: { state: 'available' } })
  const mobile = aMobile()
  await station(mobile, { answerAfterMs: 100, digits: '1', digitsAfterMs: 2_000 })
  const verified = { phone: mobile, phone_verified_at: new Date().toISOString() }
  await it.deps.tenants.pool.updateTable('users').set(verified).where('id', '=', second.userId).execute()
  const { _id } = await it1.arrive()
  const said = await waitFor(
    async () => (await leads.history(it1.owner, _id)).body.history.find(({ rang }) => rang !== undefined),
    40_000,
  )
  expect(said.rang).toEqual({ outcome: 'accepted', people: [first.name, second.name] })
  const lead = (await it.send(leadRoutes.get, it1.owner, { params: { id: _id } })).body.lead
  expect(lead.assignedTo?._id).toBe(second.userId)
  await waitFor(
    async () =>
      (
        await it1.db
          .selectFrom('leads')
          .select('first_response_at as at')
          .where('id', '=', _id)
          .executeTakeFirstOrThrow()
      ).at,
  )
  const rows = await it1.db
    .selectFrom('calls')
    .select(['made_by', 'phase', 'answered_by'])
    .where('lead_id', '=', _id)
    .orderBy('started_at')
    .execute()
  expect(rows).toEqual([
    { made_by: first.userId, phase: 'agent', answered_by: null },
    { made_by: second.userId, phase: 'lead', answered_by: second.userId },
  ])
  expect([(await callsOf(browser)).length, (await callsOf(mobile)).length]).toEqual([1, 1])
  expect((await callsOf(it1.phone)).map(({ other }) => other)).toEqual([it1.number])
  expect(errors).toEqual([])
}, 90_000)
