import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { withClient } from '../../../platform/db/connections.ts'
import type { ExchangeAccount } from '../../../providers/exchange/account.ts'
import { startVendor } from '../../../testing/fake-vendor.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aSid, hooksIn, rfc2822, testExchange, testNumber } from '../../../testing/test-numbers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { askAfterStart, watchCalls } from './call-watch.jobs.ts'

let exchange: ExchangeAccount | undefined
let moment: Date | undefined
const it = await testApp({ exchange: () => exchange, now: () => moment ?? new Date() })
const vendor = startVendor(testExchange)
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  moment = undefined
  exchange = { ...testExchange, baseUrl: vendor.url() }
  it.deps.caches.endAll()
})
const later = (seconds: number) => {
  moment = new Date(Date.now() + seconds * 1_000)
}
const watch = () => watchCalls.run(it.deps, {})

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const number = await testNumber(it, business)
  const { sid, xml } = await number.dial(aPhone())
  const leg = hooksIn(xml)['leg/1/0'] ?? ''
  const child = { CallSid: aSid('CA'), ParentCallSid: sid }
  const rings = (CallStatus: string, SequenceNumber: string, at = Date.now()) =>
    number.hook(leg, { ...child, CallStatus, SequenceNumber, Timestamp: rfc2822(at) })
  return { ...business, ...number, owner, sid, child: child.CallSid, rings, call: () => number.row(sid) }
}

test('a call whose end was never reported gets it from the provider', async () => {
  const { sid, child, rings, call } = await world()
  await rings('in-progress', '1')
  const talk = { status: 'completed', to: '+972501111111', duration: '30', end_time: new Date().toUTCString() }
  vendor.knows([
    { sid, ...talk, to: 'x' },
    { sid: child, parent_call_sid: sid, ...talk },
  ])
  await watch()
  expect((await call()).status).toBeNull()
  later(100)
  await watch()
  await watch()
  expect(await call()).toMatchObject({ status: 'Answered', state: 'ended', talk_s: 30, check_at: null })
})

test('after a start of the server it is asked for at once, long before it is due', async () => {
  const { sid, child, rings, call, db } = await world()
  await rings('in-progress', '1')
  const talk = { status: 'completed', to: '+972501111111', duration: '30', end_time: new Date().toUTCString() }
  vendor.knows([
    { sid, ...talk, to: 'x' },
    { sid: child, parent_call_sid: sid, ...talk },
  ])
  await askAfterStart.run(it.deps, {})
  expect((await call()).status, 'not one that began since').toBeNull()
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await db.updateTable('calls').set({ started_at: hourAgo }).where('provider_sid', '=', sid).execute()
  await askAfterStart.run(it.deps, {})
  expect(await call()).toMatchObject({ status: 'Answered', state: 'ended', talk_s: 30, check_at: null })
})

test('a call that the provider no longer knows has ended, its outcome unknown', async () => {
  const { rings, call } = await world()
  await rings('ringing', '0')
  later(100)
  await watch()
  expect(await call()).toMatchObject({ status: 'Unknown', reason: 'no_final_event', state: 'ended', check_at: null })
})

test('one that goes on is looked after again, later and later', async () => {
  const { sid, call } = await world()
  vendor.knows([{ sid, status: 'in-progress', to: 'x' }])
  later(100)
  await watch()
  const first = await call()
  expect([first.status, first.checks, Math.round((Date.parse(first.check_at ?? '') - Date.now()) / 10_000)]).toEqual([
    null,
    1,
    16,
  ])
  await watch()
  expect((await call()).checks).toBe(1)
})

test('while the exchange does not answer it is asked again, and given up in the end', async () => {
  const { call, db } = await world()
  exchange = undefined
  it.deps.caches.endAll()
  later(100)
  await watch()
  expect(await call()).toMatchObject({ status: null, checks: 1 })
  await db
    .updateTable('calls')
    .set({ checks: 10 })
    .where('id', '=', (await call()).id)
    .execute()
  later(100_000)
  await watch()
  expect(await call()).toMatchObject({ status: 'Unknown', reason: 'no_final_event' })
})

test('one that cannot be looked after holds up no other, and what is over stays as it is', async () => {
  const over = await world()
  await over.rings('in-progress', '1')
  await over.hook('/status', { CallSid: over.sid, CallStatus: 'completed', CallDuration: '5' })
  later(100)
  await watch()
  const ended = await over.call()
  expect(ended.status).toBe('Answered')
  moment = undefined
  const [bad, good] = [await world(), await world()]
  await bad.rings('ringing', '0')
  await good.rings('ringing', '0')
  const planted = (statement: string) => withClient(it.urls.adminUrl, (client) => client.query(statement))
  await planted(
    `alter table provider_events add constraint planted check (call_id <> '${(await bad.call()).id}') not valid`,
  )
  try {
    later(100)
    await watch()
  } finally {
    await planted('alter table provider_events drop constraint planted')
  }
  expect(await bad.call()).toMatchObject({ status: null, checks: 1 })
  expect(await good.call()).toMatchObject({ status: 'Unknown', state: 'ended' })
  expect(await over.call()).toEqual(ended)
})

test('an end is waited for twenty seconds for what its phones say, and a late word mends the status', async () => {
  const { sid, hook, rings, call, owner, events } = { ...(await withEvents()) }
  const start = Date.now()
  later(9)
  await hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '9', Timestamp: rfc2822(start + 9_000) })
  expect(await call()).toMatchObject({ status: null, state: 'ended' })
  later(60)
  await watch()
  expect(await call()).toMatchObject({ status: 'Caller Canceled', reason: 'left_before_dial' })
  const received = async () =>
    (await it.send(notificationRoutes.list, owner, { query: {} })).body.data.map(({ action }) => action)
  await waitFor(async () => (await received()).includes('missed_call'))
  await rings('in-progress', '2', start + 3_000)
  expect(await call()).toMatchObject({ status: 'Answered', talk_s: 6 })
  const ended = (await events())
    .filter(({ name }) => name === 'call.ended')
    .map(({ payload }) => payload as { calls: { status: string; total: number }[] })
  expect(ended.map(({ calls }) => calls.map(({ status, total }) => [status, total]))).toEqual([
    [['Caller Canceled', 1]],
    [
      ['Caller Canceled', -1],
      ['Answered', 1],
    ],
  ])
  expect((await received()).filter((action) => action === 'missed_call')).toHaveLength(1)
})

async function withEvents() {
  const it1 = await world()
  const events = () =>
    it1.db
      .selectFrom('events')
      .select(['name', 'payload'])
      .where('business_id', '=', it1.businessId)
      .orderBy('id')
      .execute()
  return { ...it1, events }
}

test('a recording without a report is shown as failed, and a late recording is still kept', async () => {
  const business = await it.newBusiness()
  const number = await testNumber(it, business, { routing: { recording: true } })
  const { sid, xml } = await number.dial(aPhone())
  const child = { CallSid: aSid('CA'), ParentCallSid: sid }
  const hooks = hooksIn(xml)
  await number.hook(hooks['leg/1/0'] ?? '', { ...child, CallStatus: 'in-progress', SequenceNumber: '1' })
  await number.hook(hooks['leg/1/0'] ?? '', {
    ...child,
    CallStatus: 'completed',
    SequenceNumber: '2',
    CallDuration: '7',
  })
  await number.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '9' })
  const shown = async () => (await number.row(sid)).recording
  later(800)
  await watch()
  expect([(await number.row(sid)).status, await shown()]).toEqual(['Answered', null])
  later(1_000)
  await watch()
  expect(await shown()).toMatchObject({ state: 'failed', kind: 'dial' })
  expect((await number.row(sid)).check_at).toBeNull()
  later(1_200)
  const late = {
    RecordingSid: aSid('RE'),
    RecordingStatus: 'completed',
    RecordingDuration: '7',
    RecordingChannels: '2',
  }
  await number.hook(hooks.recording ?? '', { ...late, CallSid: sid, RecordingSource: 'DialVerb' })
  expect(await shown()).toMatchObject({ state: 'announced', seconds: 7, channels: 2 })
})
