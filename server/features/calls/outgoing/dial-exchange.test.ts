import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { freePort } from '../../../platform/free-port.ts'
import { accountOf } from '../../../providers/exchange/account.ts'
import { startExchange } from '../../../providers/exchange/process.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aRouting } from '../../../testing/test-numbers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { identityOf } from '../../softphone/softphone.rules.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'leadline-dial-'))
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
const it = await testApp({ env: { PUBLIC_URL: `http://127.0.0.1:${port}` }, exchange: accountOf(exchange), errors })
await it.app.listen({ port, host: '127.0.0.1' })
await exchange.whenReady()

async function ask(method: string, path: string, body?: object) {
  const reply = await fetch((exchange.current()?.console ?? '') + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply.status === 204 ? undefined : ((await reply.json()) as unknown)
}
const station = (address: string, script: object) => ask('PUT', '/robots', { address, ...script })
type RobotCall = { robot: string; other: string; state: string; heardHz?: number; id: string }
const robotCalls = async (robot: string) =>
  ((await ask('GET', '/robot-calls')) as RobotCall[]).filter((call) => call.robot === robot)

let people = 0
const aMobile = () => `+97252${String(5_550_000 + ++people)}`

/** A business with a number, a lead with a robot's phone, and a Writer whose browser is a robot. */
async function world(agent: object, lead: object, changes: Partial<Routing> = {}) {
  const business = await it.newBusiness()
  const { businessId, campaignId } = business
  const [owner, writer] = [await business.member('Owner'), await business.member('Writer', [campaignId])]
  const body = { phone: aPhone(), campaignId, routing: aRouting(changes) }
  let ordered = await it.send(numberRoutes.order, owner, { body })
  while (ordered.body.order?.state !== 'done')
    ordered = await it.send(numberRoutes.order, owner, { body: { ...body, phone: aPhone() } })
  const browser = `client:${identityOf(writer.userId, businessId)}`
  const leadPhone = aMobile()
  if (Object.keys(agent).length) await station(browser, agent)
  if (Object.keys(lead).length) await station(leadPhone, lead)
  const created = await it.send(leadRoutes.create, owner, { body: { name: 'Dana', phone: leadPhone, campaignId } })
  const leadId = created.body.lead._id
  const dial = (as = writer, more: object = {}) =>
    it.send(outgoingRoutes.dial, as, { body: { leadId, via: 'softphone', ...more } })
  const row = (id: string) =>
    business.db
      .selectFrom('calls')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const until = (id: string, isIt: (call: Awaited<ReturnType<typeof row>>) => boolean) =>
    waitFor(async () => {
      const call = await row(id)
      return isIt(call) ? call : undefined
    }, 30_000)
  const ended = (id: string) => until(id, ({ status }) => status !== null)
  const number = ordered.body.order.phone
  return { ...business, owner, writer, browser, leadPhone, leadId, dial, row, until, ended, number }
}

const answers = (hz: number, more: object = {}) => ({ answerAfterMs: 100, toneHz: hz, ...more })

// Calls take real time, so they run concurrently.
describe.concurrent('a call from the browser', () => {
  test('rings me, then the lead, who sees the number; they hear each other, and the call is answered', async () => {
    const it1 = await world(answers(400), answers(1_000, { answerAfterMs: 400, hangUpAfterMs: 3_000 }), {
      recording: true,
    })
    const { status, body } = await it1.dial()
    expect(status).toBe(200)
    const talking = await it1.until(body.callId, ({ state }) => state === 'talking')
    expect(talking).toMatchObject({ direction: 'outbound', called: it1.leadPhone, lead_id: it1.leadId, phase: 'lead' })
    const shown = await it.send(softphoneRoutes.ringing, it1.writer, { params: { id: body.callId } })
    expect(shown.body.call).toMatchObject({ making: 'talking', caller: it1.leadPhone, lead: { name: 'Dana' } })
    const [heard] = await robotCalls(it1.leadPhone)
    expect(heard?.other).toBe(it1.number)
    const hears = async (robot: string) => {
      const [call] = await robotCalls(robot)
      return ((await ask('GET', `/robot-calls/${call?.id}`)) as RobotCall).heardHz
    }
    await waitFor(async () => (await hears(it1.leadPhone)) === 400)
    await waitFor(async () => (await hears(it1.browser)) === 1_000)
    const call = await it1.ended(body.callId)
    expect(call).toMatchObject({
      status: 'Answered',
      reason: 'bridged',
      answered_by: it1.writer.userId,
      answered_phone: null,
    })
    expect(call.talk_s).toBeGreaterThanOrEqual(2)
    const lead = await it.send(leadRoutes.get, it1.owner, { params: { id: it1.leadId } })
    expect(Date.parse(lead.body.lead.firstResponseAt ?? '')).toBe(Date.parse(call.answered_at ?? ''))
    const { body: details } = await it.send(callRoutes.get, it1.writer, { params: { id: body.callId } })
    expect(details.call).toMatchObject({ called: it1.leadPhone, madeBy: { _id: it1.writer.userId }, isWithheld: false })
    expect(details.call.attempts).toMatchObject([
      { step: 0, kind: 'softphone', user: { _id: it1.writer.userId }, bridged: true },
      { step: 1, kind: 'phone', phone: it1.leadPhone, bridged: true },
    ])
    const recording = await waitFor(() =>
      it1.db.selectFrom('recordings').select('channels').where('call_id', '=', body.callId).executeTakeFirst(),
    )
    expect(recording.channels).toBe(2)
  }, 60_000)

  test.each([
    ['busy', { outcome: 'busy' }, 'Busy', 'all_busy'],
    ['declined', { outcome: 'reject', answerAfterMs: 200 }, 'Not Answered', 'rang_out'],
    ['out of reach', { outcome: 'unreachable' }, 'Unknown', 'route_failed'],
  ])(
    'the lead is %s: no first response',
    async (_what, lead, status, reason) => {
      const it1 = await world(answers(400), lead)
      const { body } = await it1.dial()
      expect(await it1.ended(body.callId)).toMatchObject({ status, reason, answered_at: null, is_abandoned: false })
      const { body: found } = await it.send(leadRoutes.get, it1.owner, { params: { id: it1.leadId } })
      expect(found.lead.firstResponseAt).toBeNull()
    },
    60_000,
  )

  test('I hang up while it rings: Caller Canceled, and the lead is not rung on', async () => {
    const it1 = await world(answers(400, { hangUpAfterMs: 1_500 }), { outcome: 'never' })
    const { body } = await it1.dial()
    expect(await it1.ended(body.callId)).toMatchObject({ status: 'Caller Canceled', reason: 'hangup_while_ringing' })
    await waitFor(async () => (await robotCalls(it1.leadPhone))[0]?.state === 'ended')
  }, 60_000)

  test('no browser of mine is open: the lead is not rung', async () => {
    const it1 = await world({}, answers(1_000))
    const { body } = await it1.dial()
    expect(await it1.ended(body.callId)).toMatchObject({ status: 'Caller Canceled', reason: 'agent_no_answer' })
    expect(await robotCalls(it1.leadPhone)).toEqual([])
  }, 60_000)

  test('canceled by the button, before my phone was answered and while the lead rings', async () => {
    const early = await world({ outcome: 'never' }, answers(1_000))
    const first = await early.dial()
    expect((await it.send(outgoingRoutes.cancel, early.writer, { params: { id: first.body.callId } })).status).toBe(200)
    expect(await early.ended(first.body.callId)).toMatchObject({ status: 'Caller Canceled', reason: 'agent_canceled' })
    expect(await robotCalls(early.leadPhone)).toEqual([])
    const late = await world(answers(400), { outcome: 'never' })
    const { body } = await late.dial()
    await late.until(body.callId, ({ phase }) => phase === 'lead')
    await waitFor(async () => (await robotCalls(late.leadPhone)).length === 1)
    const others = await it.send(outgoingRoutes.cancel, late.owner, { params: { id: body.callId } })
    expect(others.status).toBe(404)
    expect((await it.send(outgoingRoutes.cancel, late.writer, { params: { id: body.callId } })).status).toBe(200)
    expect((await late.ended(body.callId)).status).toBe('Caller Canceled')
  }, 60_000)

  test('five clicks at once ring once', async () => {
    const it1 = await world(answers(400), { outcome: 'never' })
    const replies = await Promise.all(Array.from({ length: 5 }, () => it1.dial()))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const refused = replies.filter(({ status }) => status === 409).map(({ body }) => (body as { code?: string }).code)
    expect(new Set(refused)).toEqual(new Set(['already_in_call']))
    await waitFor(async () => (await robotCalls(it1.leadPhone)).length > 0)
    const colleague = await it1.dial(it1.owner)
    expect(colleague.body).toMatchObject({
      code: 'lead_in_call',
      message: expect.stringContaining('already under way'),
    })
    expect(await robotCalls(it1.browser)).toHaveLength(1)
  }, 60_000)
})

describe.concurrent('a call through my mobile', () => {
  async function mobile(agent: object, lead: object, changes: Partial<Routing> = {}) {
    const it1 = await world({}, lead, changes)
    const phone = aMobile()
    await station(phone, agent)
    await it.deps.tenants.pool
      .updateTable('users')
      .set({ phone, phone_verified_at: new Date().toISOString() })
      .where('id', '=', it1.writer.userId)
      .execute()
    return { ...it1, phone }
  }

  test('1 connects me, and the lead hears that the call is recorded', async () => {
    const changes = { recording: true, announcement: { isOn: true, text: 'Welcome' } }
    const it1 = await mobile(
      { answerAfterMs: 100, digits: '1', digitsAfterMs: 2_000 },
      answers(1_000, { hangUpAfterMs: 9_000 }),
      changes,
    )
    const { body } = await it1.dial(it1.writer, { via: 'phone' })
    const call = await it1.ended(body.callId)
    expect(call).toMatchObject({ status: 'Answered', answered_by: it1.writer.userId, answered_phone: null })
  }, 60_000)

  test('my voicemail answers and presses nothing: the lead is not rung', async () => {
    const it1 = await mobile({ answerAfterMs: 100 }, answers(1_000))
    const { body } = await it1.dial(it1.writer, { via: 'phone' })
    expect(await it1.ended(body.callId)).toMatchObject({ status: 'Caller Canceled', reason: 'agent_no_answer' })
    expect(await robotCalls(it1.leadPhone)).toEqual([])
  }, 60_000)
})
