import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { lineTestRoutes } from '#contract/calls/line-tests/line-tests.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { startVendor } from '../../../../testing/fake-vendor.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { testLeads } from '../../../../testing/test-leads.ts'
import { aSid, testExchange, testNumber } from '../../../../testing/test-numbers.ts'
import { raiseAlarms } from '../../../alarms/alarms.service.ts'
import { writeAhead } from '../../../working-hours/open-periods.service.ts'
import { testDueLines } from './line-tests.jobs.ts'
import { planDaily } from './line-tests.queries.ts'

// A new business is open from Sunday to Thursday from 8:00 to 18:00, and on Fridays from 8:30 to 13:00.
const at = (day: string, time: string, zone = '+02:00') => Date.parse(`2026-11-${day}T${time}:00${zone}`)
let now = at('24', '11:00')
const vendor = startVendor(testExchange)
const it = await testApp({ exchange: () => ({ ...testExchange, baseUrl: vendor.url() }), now: () => new Date(now) })
const leads = testLeads(it)
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  now = at('24', '11:00')
  it.deps.caches.endAll()
})

async function world() {
  const business = await it.newBusiness()
  const { businessId, db } = business
  await writeAhead(it.deps.workerDb, businessId, { now: new Date(now), isMoved: false })
  const number = await testNumber(it, business)
  const other = await testNumber(it, business)
  const owner = await business.member('Owner')
  const params = { id: number.numberId }
  const setDaily = (isDaily: boolean, as = owner) => it.send(lineTestRoutes.set, as, { params, body: { isDaily } })
  const start = () => it.send(lineTestRoutes.start, owner, { params })
  const look = async () => (await it.send(lineTestRoutes.get, owner, { params })).body
  const placed = () => vendor.state().calls.filter(({ To }) => To === number.phone)
  /** The call of the last test, as the provider places it and as it comes in. */
  const theCall = () => {
    const { SendDigits = '', Twiml = '', StatusCallback = '', sid = '', From = '' } = placed().at(-1) ?? {}
    const hooks = /action="([^"]+)\/heard"/.exec(Twiml)?.[1] ?? ''
    const proof = SendDigits.replaceAll('w', '')
    const status = (CallStatus: string) =>
      number.hook(StatusCallback, { CallSid: sid, CallStatus, To: number.phone, From })
    const came = { CallSid: aSid('CA'), CallStatus: 'ringing', Direction: 'inbound', From, To: number.phone }
    const hook = (end: string, form: object = {}) => number.hook(`${hooks}/${end}`, { ...came, ...form })
    return { proof, hooks, sid, from: From, status, came, hook, comesIn: () => number.hook('/inbound', came) }
  }
  const rows = (table: 'calls' | 'leads' | 'line_tests') =>
    db.selectFrom(table).selectAll().where('business_id', '=', businessId).execute()
  const succeed = async () => {
    const { comesIn, hook, proof, status, sid } = theCall()
    await comesIn()
    await hook('proof', { Digits: proof })
    await hook('heard', { CallSid: sid, Digits: '5' })
    await status('completed')
  }
  return { ...business, number, other, owner, params, setDaily, start, look, placed, theCall, rows, succeed }
}
const plan = async (...ids: string[]) => {
  await planDaily(it.deps.workerDb, { now: new Date(now) })
  while (await testDueLines(it.deps)) {}
  return ids
}

test('a test is answered before any phone rings: keys prove the call, a key is heard back, and nothing counts it', async () => {
  const { start, look, theCall, rows, number, other, owner } = await world()
  expect(await look()).toMatchObject({ isDaily: false, last: null })
  expect((await start()).body.test).toMatchObject({ outcome: null, seconds: null, isDaily: false })
  const { proof, from, comesIn, came, hook, status, sid } = theCall()
  expect(proof).toMatch(/^\d{6}$/)
  expect(from).toBe(other.phone)
  now += 2_000
  const { xml } = await comesIn()
  expect(xml).toContain('<Gather numDigits="6"')
  expect(xml).not.toContain('<Dial')
  now += 1_000
  expect((await hook('proof', { Digits: proof })).xml).toContain('<Play digits="w5"/>')
  expect((await hook('heard', { CallSid: sid, Digits: '5' })).xml).toContain('<Hangup/>')
  await status('completed')
  await number.hook('/status', { ...came, CallStatus: 'completed', CallDuration: '4' })
  expect((await look()).last).toMatchObject({ outcome: 'answered', seconds: 2, isDaily: false })
  expect([await rows('calls'), await rows('leads')]).toEqual([[], []])
  const lists = [
    (await it.send(callRoutes.list, owner, { query: {} })).body.calls,
    (await it.send(leadRoutes.list, owner, { query: {} })).body.leads,
    (await it.send(missedCallRoutes.list, owner, { query: {} })).body.callers,
  ]
  expect(lists).toEqual([[], [], []])
  expect((await it.send(numberRoutes.get, owner, { params: { id: number.numberId } })).body.number.lastCallAt).toBe(
    null,
  )
})

test('a caller who only shows our number is asked for the keys, and then rings as any other', async () => {
  const { start, theCall, number, rows, look } = await world()
  await start()
  const { from, hook } = theCall()
  const forged = { CallSid: aSid('CA'), CallStatus: 'ringing', Direction: 'inbound', From: from, To: number.phone }
  expect((await number.hook('/inbound', forged)).xml).toContain('<Gather')
  expect((await hook('proof', { ...forged, Digits: '000000' })).xml).toContain('<Dial')
  expect((await rows('calls')).map(({ provider_sid }) => provider_sid)).toEqual([forged.CallSid])
  const silent = { ...forged, CallSid: aSid('CA') }
  expect((await hook('other', silent)).xml).toContain('<Dial')
  // Another caller never waits.
  expect((await number.dial(aPhone())).xml).toContain('<Dial')
  expect((await look()).last).toMatchObject({ outcome: null })
})

test.each([
  { name: 'no answer', ends: 'no-answer', outcome: 'not_answered' },
  { name: 'busy', ends: 'busy', outcome: 'not_answered' },
  { name: 'something else answers', ends: 'completed', outcome: 'wrong_answer' },
])('failed: $name', async ({ ends, outcome }) => {
  const { start, theCall, look } = await world()
  await start()
  await theCall().status(ends)
  expect((await look()).last).toMatchObject({ outcome, seconds: null })
})

test('failed: the number answers, and the caller hears nothing; what comes later changes nothing', async () => {
  const { start, theCall, look } = await world()
  await start()
  const { comesIn, hook, proof, status, sid } = theCall()
  await comesIn()
  await hook('proof', { Digits: proof })
  await status('completed')
  await hook('heard', { CallSid: sid, Digits: '5' })
  expect((await look()).last).toMatchObject({ outcome: 'not_heard' })
})

test('the tone of something else that answers is no success', async () => {
  const { start, theCall, look } = await world()
  await start()
  const { hook, sid } = theCall()
  await hook('heard', { CallSid: sid, Digits: '5' })
  expect((await look()).last).toMatchObject({ outcome: 'wrong_answer' })
})

test('one at a time: a second click is refused until the first test has ended', async () => {
  const { start, placed, succeed } = await world()
  const replies = await Promise.all([start(), start()])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(placed()).toHaveLength(1)
  await succeed()
  expect((await start()).status).toBe(201)
})

test('daily: from ten to four, while it is open, at most once a day, in turn by two processes', async () => {
  const { setDaily, placed, look, succeed, number, db, businessId } = await world()
  await setDaily(true)
  const days = async (time: number) => {
    now = time
    await Promise.all([plan(), plan()])
    return placed().length
  }
  expect(await days(at('24', '09:59'))).toBe(0)
  expect(await days(at('24', '11:00'))).toBe(1)
  await succeed()
  expect((await look()).last).toMatchObject({ outcome: 'answered', isDaily: true })
  expect(await days(at('24', '15:00'))).toBe(1)
  // The clock of the server goes back.
  expect(await days(at('24', '11:05'))).toBe(1)
  expect(await days(at('25', '16:00'))).toBe(1)
  // Friday at 13:00 it closes, and on Shabbat it is closed.
  expect(await days(at('27', '13:00'))).toBe(1)
  expect(await days(at('28', '11:00'))).toBe(1)
  now = at('29', '09:00')
  await number.dial(aPhone())
  await db
    .updateTable('calls')
    .set({ started_at: new Date(now).toISOString() })
    .where('business_id', '=', businessId)
    .execute()
  expect(await days(at('29', '11:00'))).toBe(1)
  expect(await days(at('30', '11:00'))).toBe(2)
})

test('by local time: on the days around the change of the clock it begins at ten', async () => {
  // October 2026: the clock goes back on Sunday the 25th.
  const zoned = (day: string, time: string, zone: string) => Date.parse(`2026-10-${day}T${time}:00${zone}`)
  now = zoned('22', '09:00', '+03:00')
  const { setDaily, placed, succeed } = await world()
  await setDaily(true)
  const tries: number[] = []
  for (const time of [
    zoned('22', '09:58', '+03:00'),
    zoned('22', '11:00', '+03:00'),
    zoned('25', '09:58', '+02:00'),
    zoned('25', '11:00', '+02:00'),
  ]) {
    now = time
    await plan()
    if (placed().length > (tries.at(-1) ?? 0)) await succeed()
    tries.push(placed().length)
  }
  expect(tries).toEqual([0, 1, 1, 2])
})

test('not for numbers that are off, paused or released', async () => {
  const { setDaily, placed, owner, params } = await world()
  await plan()
  expect(placed()).toEqual([])
  await setDaily(true)
  await it.send(numberRoutes.change, owner, { params, body: { isEnabled: false } })
  await plan()
  expect(placed()).toEqual([])
  vendor.state().owned.clear()
  await it.send(numberRoutes.release, owner, { params })
  await plan()
  expect(placed()).toEqual([])
  expect((await setDaily(false)).status).toBe(409)
})

test('a number that is released between plan and call is not called', async () => {
  const { setDaily, placed, rows, owner, params } = await world()
  await setDaily(true)
  await planDaily(it.deps.workerDb, { now: new Date(now) })
  expect(await rows('line_tests')).toHaveLength(1)
  await it.send(numberRoutes.release, owner, { params })
  await testDueLines(it.deps)
  expect(placed()).toEqual([])
  expect((await rows('line_tests')).map(({ outcome }) => outcome)).toEqual(['unknown'])
})

test('a process that is killed after the call was placed: the provider is asked, and it is never placed twice', async () => {
  const { start, placed, look } = await world()
  vendor.state().losesStarts = true
  expect((await start()).status).toBeGreaterThanOrEqual(400)
  expect(placed()).toHaveLength(1)
  now += 61_000
  while (await testDueLines(it.deps)) {}
  expect(placed()).toHaveLength(1)
  expect((await look()).last).toMatchObject({ outcome: 'not_answered' })
})

test('a provider that does not answer is asked again, and in the end the result is unknown', async () => {
  const { start, look, rows, setDaily, owner, businessId } = await world()
  await setDaily(true)
  await start()
  vendor.state().isDown = true
  now += 61_000
  await testDueLines(it.deps)
  expect((await look()).last).toMatchObject({ outcome: null })
  now += 16 * 60_000
  await testDueLines(it.deps)
  expect((await rows('line_tests')).map(({ outcome }) => outcome)).toEqual(['unknown'])
  await raiseAlarms(it.deps, businessId)
  expect(await alarmsOf(owner.userId)).toEqual([])
})

const alarmsOf = async (userId: string) => {
  it.deps.wakeRelay()
  await leads.relayed()
  const rows = await it.deps.workerDb
    .selectFrom('notifications')
    .select(['action', 'content'])
    .where('user_id', '=', userId)
    .where('action', '=', 'number_test_failed')
    .execute()
  return rows.map(({ action, content }) => [action, (content as { count: number }).count])
}

test('a failed daily test is said once, until a test succeeds or a call comes', async () => {
  const { setDaily, theCall, owner, businessId, succeed, number } = await world()
  await setDaily(true)
  const raised = async () => {
    await raiseAlarms(it.deps, businessId)
    return alarmsOf(owner.userId)
  }
  const onDay = async (day: string, ends: () => Promise<unknown>) => {
    now = at(day, '11:00')
    await plan()
    await ends()
    now = at(day, '11:17')
    return raised()
  }
  const fails = () => theCall().status('no-answer')
  expect(await onDay('24', fails)).toEqual([['number_test_failed', 1]])
  expect(await onDay('25', fails)).toHaveLength(1)
  expect(await onDay('26', succeed)).toHaveLength(1)
  expect(await onDay('29', fails)).toHaveLength(2)
  await number.dial(aPhone())
  expect(await raised()).toHaveLength(2)
  expect(
    await it.deps.workerDb.selectFrom('alarms').select('kind').where('business_id', '=', businessId).execute(),
  ).toEqual([])
})

test('switching it is for those who order numbers, and stands in the log', async () => {
  const { setDaily, look, member, campaignId, db, businessId } = await world()
  const lead = await member('Lead', [campaignId])
  expect((await setDaily(true, lead)).status).toBe(403)
  expect((await setDaily(true)).status).toBe(200)
  expect((await look()).isDaily).toBe(true)
  const events = await db
    .selectFrom('events')
    .select(['name', 'payload'])
    .where('business_id', '=', businessId)
    .where('name', '=', 'number.changed')
    .execute()
  expect(events.map(({ payload }) => (payload as { changes: unknown }).changes)).toEqual([{ dailyTest: [false, true] }])
})
