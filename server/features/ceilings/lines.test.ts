import { createSocket } from 'node:dgram'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { numberRoutes } from '#contract/calls/numbers.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { freePort } from '../../platform/free-port.ts'
import { newId } from '../../platform/ids.ts'
import { accountOf } from '../../providers/exchange/account.ts'
import { startExchange } from '../../providers/exchange/process.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { aRouting } from '../../testing/test-numbers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { tellExchange } from '../numbers/exchange.service.ts'
import { findLimits, switchOutsideLines } from './operator.ts'
import { findOutsideSeconds, takeOutsideSeconds } from './outside-lines.queries.ts'

/** A carrier that records which numbers it is asked to call, and answers busy. */
async function aCarrier() {
  const called: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const lines = message.toString().split('\r\n')
    const [, method, to = ''] = /^(\w+) sip:([^@;]+)/.exec(lines[0] ?? '') ?? []
    if (method !== 'INVITE') return
    if (!called.includes(to)) called.push(to)
    const kept = lines.filter((line) => /^(via|from|call-id|cseq):/i.test(line))
    const target = lines.filter((line) => /^to:/i.test(line)).map((line) => `${line};tag=carrier`)
    const reply = ['SIP/2.0 486 Busy Here', ...kept, ...target, 'Content-Length: 0', '', '']
    socket.send(reply.join('\r\n'), from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  afterAll(() => void socket.close())
  return { called, address: `127.0.0.1:${socket.address().port}` }
}

const carrier = await aCarrier()
const dataDir = await mkdtemp(join(tmpdir(), 'leadline-trunk-'))
const port = await freePort()
const exchange = await startExchange({
  dataDir,
  variables: {
    PATH: process.env.PATH ?? '',
    SWITCHBOARD_MEDIA_DELAY_MS: '0',
    SWITCHBOARD_SIP_TRUNK: carrier.address,
    SWITCHBOARD_RTP_PORTS: '44200-44298',
  },
  onError: () => {},
})
afterAll(async () => {
  await exchange.stop()
  await rm(dataDir, { recursive: true, force: true })
})
const it = await testApp({
  env: {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SWITCHBOARD_SIP_TRUNK: carrier.address,
    OUTSIDE_MINUTES_PER_DAY: '20',
    OUTSIDE_MINUTES_PER_BUSINESS: '10',
    TEST_CALLS_PER_HOUR: '5',
  },
  exchange: accountOf(exchange),
})
await it.app.listen({ port, host: '127.0.0.1' })
await exchange.whenReady()
await tellExchange(it.deps)

const [MOBILE, PREMIUM, SATELLITE] = ['+972541112233', '+9721900123456', '+881612345678']
const targets = (phones: string[]) => phones.map((phone) => ({ kind: 'phone' as const, phone, userId: null }))
const ringing = (phones: string[], changes: Partial<Routing> = {}): Routing => ({
  ...aRouting({ noAnswer: { kind: 'voicemail', text: '' }, ...changes }),
  ring: { ...aRouting().ring, seconds: 6, mode: 'in_order', targets: targets(phones) },
})

/** A new account with a business and a number; `saved` is written into its ring list, bypassing all checks. */
async function world(saved: string[] = []) {
  const business = await it.newBusiness()
  const { db, businessId, campaignId } = business
  const owner = await business.member('Owner')
  const order = (routing: Routing) =>
    it.send(numberRoutes.order, owner, { body: { phone: aPhone(), campaignId, routing } })
  const softphone = { ...aRouting().ring, targets: [{ kind: 'softphone' as const, userId: owner.userId }] }
  let ordered = await order({ ...aRouting(), ring: softphone })
  // Of the few thousand numbers of the exchange another test may have taken this one.
  while (ordered.body.order?.state !== 'done') ordered = await order({ ...aRouting(), ring: softphone })
  const { phone, number } = ordered.body.order
  const save = (phones: string[]) =>
    db
      .updateTable('virtual_numbers')
      .set({ routing: JSON.stringify(ringing(phones)) })
      .execute()
  if (saved.length) await save(saved)
  const call = async () => {
    const console_ = exchange.current()?.console ?? ''
    const reply = await fetch(`${console_}/robot-calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: aPhone(), to: phone, hangUpAfterMs: 3_000 }),
    })
    expect(reply.ok).toBe(true)
    const ended = await waitFor(async () => {
      const rows = await db.selectFrom('calls').selectAll().where('business_id', '=', businessId).execute()
      return rows.length > 0 && rows.every(({ status }) => status !== null) && rows
    }, 20_000)
    return ended.at(-1)
  }
  const test = () => it.send(numberRoutes.testCall, owner, { params: { id: number?._id ?? '' } })
  const change = (routing: Partial<Routing>) =>
    it.send(numberRoutes.change, owner, { params: { id: number?._id ?? '' }, body: { routing } })
  const called = (phones: string[]) => carrier.called.filter((one) => phones.includes(one))
  return { ...business, owner, order, save, call, test, change, called }
}

test('a new account cannot save outside phones and gets the operator’s address; no account can save premium and satellite numbers', async () => {
  const { order, change, businessId } = await world()
  const refused = await order(ringing([MOBILE, PREMIUM, SATELLITE]))
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    issues: [
      { path: 'routing.ring.targets.0', message: expect.stringContaining('operator@localhost.test') },
      { path: 'routing.ring.targets.1', message: expect.stringContaining('premium') },
      { path: 'routing.ring.targets.2', message: expect.stringContaining('Israel') },
    ],
  })
  expect((await change(ringing([MOBILE]))).status).toBe(422)
  await switchOutsideLines(it.deps, businessId, { word: 'on' })
  expect((await change(ringing([MOBILE]))).status).toBe(200)
  expect((await change(ringing([MOBILE, PREMIUM]))).status).toBe(422)
  await switchOutsideLines(it.deps, businessId, { word: 'off' })
  // A number with a saved phone stays editable otherwise.
  expect((await change({ ...ringing([MOBILE]), recording: true })).status).toBe(200)
  expect(await findLimits(it.deps)).not.toContainEqual(expect.stringContaining(businessId))
})

test('no INVITE is sent to phones that were saved before: the caller reaches the voicemail and becomes a lead', async () => {
  const phones = [MOBILE.replace(/33$/, '34'), '+9721900123457']
  const { call, test: ring, called } = await world(phones)
  expect(await call()).toMatchObject({ status: 'Not Answered', lead_id: expect.any(String) })
  const first = await ring()
  expect(first.status).toBe(422)
  expect(first.body).toMatchObject({ issues: [{ message: expect.stringContaining('operator') }] })
  const tries = await Promise.all(Array.from({ length: 12 }, ring))
  expect(tries.filter(({ status }) => status === 429).length).toBe(8)
  const limited = tries.find(({ status }) => status === 429)
  expect(limited?.body).toMatchObject({ code: 'test_calls_limit' })
  expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(3_000)
  expect(called(phones)).toEqual([])
})

test('with the consent outside phones ring, premium ones still do not', async () => {
  const phones = ['+9721900123458', '+972541112235']
  const { call, called, businessId } = await world(phones)
  await switchOutsideLines(it.deps, businessId, { word: 'on' })
  await call()
  expect(called(phones)).toEqual(['+972541112235'])
  expect(await findLimits(it.deps)).toContainEqual(expect.stringContaining(businessId))
})

test('once the day’s minutes are granted no outside phone rings, and the call continues without', async () => {
  const phones = ['+972541112236']
  const { call, called, businessId, db } = await world(phones)
  await switchOutsideLines(it.deps, businessId, { word: 'on' })
  const now = new Date()
  const day = { since: new Date(now.getTime() - 3_600_000), at: now, ofBusiness: 600, ofInstallation: 1_200 }
  const take = () => takeOutsideSeconds(db, businessId, { callId: newId(), step: 1, most: 7_200, ...day })
  const grants = await Promise.all(Array.from({ length: 40 }, take))
  const sum = grants.reduce((all, one) => all + one, 0)
  expect(sum).toBeLessThanOrEqual(600)
  expect(sum).toBeGreaterThan(600 - 60)
  expect(grants.filter((one) => one > 0 && one < 60)).toEqual([])
  expect(await call()).toMatchObject({ status: 'Not Answered' })
  expect(called(phones)).toEqual([])
  expect(await findLimits(it.deps)).toContainEqual(expect.stringMatching(/OUTSIDE_MINUTES_PER_BUSINESS .* 10 of 10/))
})

test('a phone whose end was not reported counts until its call ended, or its grant was used up', async () => {
  const { businessId, db, campaignId } = await world()
  const { id: connectionId } = await db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
  const now = Date.now()
  const at = (seconds: number) => new Date(now - seconds * 1_000).toISOString()
  const since = new Date(now - 3_600_000)
  /** Answered ten minutes ago; the arguments: seconds since the call and the phone's leg ended. */
  const talked = async (ended: { state?: 'ended' | 'talking'; call: number | null; leg: number | null }) => {
    const [id, own] = [newId(), { business_id: businessId }]
    const about = {
      connection_id: connectionId,
      campaign_id: campaignId,
      provider_sid: newId(),
      called: '+97231234567',
    }
    const time = (seconds: number | null) => (seconds === null ? null : at(seconds))
    const { state = 'ended' } = ended
    await db
      .insertInto('calls')
      .values({ ...own, id, ...about, state, started_at: at(605), ended_at: time(ended.call) })
      .execute()
    const leg = { step: 1, place: 0, kind: 'phone' as const, started_at: at(602), answered_at: at(600) }
    await db
      .insertInto('call_attempts')
      .values({ ...own, call_id: id, ...leg, ended_at: time(ended.leg), bridged: true })
      .execute()
    const before = await findOutsideSeconds(db, businessId, since)
    const day = { since, at: new Date(now), ofBusiness: 7_200, ofInstallation: 72_000 }
    await takeOutsideSeconds(db, businessId, { callId: id, step: 1, most: 400, ...day })
    return (await findOutsideSeconds(db, businessId, since)).business - before.business
  }
  expect(await talked({ call: 480, leg: 500 })).toBe(100)
  expect(await talked({ call: 480, leg: null })).toBe(120)
  expect(await talked({ call: null, leg: null })).toBe(400)
  expect(await talked({ call: 100, leg: null })).toBe(400)
  // An ongoing call counts with its whole grant, so that no other call gets the same seconds.
  expect(await talked({ state: 'talking', call: null, leg: null })).toBe(400)
})
