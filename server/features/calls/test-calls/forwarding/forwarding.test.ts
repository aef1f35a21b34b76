import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { FORWARDS_MAX, forwardingRoutes } from '#contract/calls/forwarding.ts'
import { lineTestRoutes } from '#contract/calls/line-tests/line-tests.ts'
import { startVendor } from '../../../../testing/fake-vendor.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { aSid, testExchange, testNumber } from '../../../../testing/test-numbers.ts'

const vendor = startVendor(testExchange)
const it = await testApp({ exchange: () => ({ ...testExchange, baseUrl: vendor.url() }) })
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  it.deps.caches.endAll()
})

const existing = '+97236123456'
async function world() {
  const business = await it.newBusiness()
  const number = await testNumber(it, business)
  const other = await testNumber(it, business)
  const owner = await business.member('Owner')
  const params = { id: number.numberId }
  const list = async () => (await it.send(forwardingRoutes.list, owner, { params })).body.forwards
  const add = (phone: string) => it.send(forwardingRoutes.add, owner, { params, body: { phone } })
  const remove = (phone: string) => it.send(forwardingRoutes.remove, owner, { params, body: { phone } })
  const check = (phone: string) => it.send(forwardingRoutes.check, owner, { params, body: { phone } })
  /** A call that comes in, which a carrier forwarded from this phone. */
  const forwarded = async (ForwardedFrom: string, from = aPhone()) => {
    const sid = aSid('CA')
    const form = { CallSid: sid, CallStatus: 'ringing', Direction: 'inbound', From: from, To: number.phone }
    const { xml } = await number.hook('/inbound', { ...form, ForwardedFrom })
    const { id } = await number.row(sid)
    return { xml, call: (await it.send(callRoutes.get, owner, { params: { id } })).body.call }
  }
  return { ...business, number, other, owner, params, list, add, remove, check, forwarded }
}

test('an existing number is recognised when a call that its carrier forwarded comes in', async () => {
  const { list, forwarded, number } = await world()
  expect(await list()).toEqual([])
  // As carriers write it: in the form of the country.
  const { xml, call } = await forwarded('036123456')
  expect(xml).toContain('<Dial')
  expect(call).toMatchObject({ forwardedFrom: existing, number: { phone: number.phone } })
  expect(await list()).toEqual([{ phone: existing, lastAt: expect.any(String), check: null }])
  const before = (await list())[0]?.lastAt ?? ''
  await forwarded(`sip:${existing}@carrier.example`)
  const [again, ...others] = await list()
  expect(others).toEqual([])
  expect(Date.parse(again?.lastAt ?? '')).toBeGreaterThan(Date.parse(before))
})

test.each([['anonymous'], [''], ['the same number']])('%s names no existing number', async (given) => {
  const { list, forwarded, number } = await world()
  const { call } = await forwarded(given === 'the same number' ? number.phone : given)
  expect(call).toMatchObject({ forwardedFrom: null })
  expect(await list()).toEqual([])
})

test('forged names fill the list once, and known ones stay known', async () => {
  const { list, forwarded } = await world()
  for (let i = 0; i < FORWARDS_MAX + 2; i++) await forwarded(`+9723612${String(1_000 + i)}`)
  expect(await list()).toHaveLength(FORWARDS_MAX)
  const known = (await list()).at(-1)
  await forwarded(known?.phone ?? '')
  expect((await list())[0]?.phone).toBe(known?.phone)
})

test('a number is entered once and forgotten; a virtual one, a wrong one and a premium one are refused', async () => {
  const { list, add, remove, number } = await world()
  expect((await add('03-612-3456')).body.forward).toEqual({ phone: existing, lastAt: null, check: null })
  expect((await add(existing)).status).toBe(201)
  expect(await list()).toHaveLength(1)
  expect((await add(number.phone)).body).toMatchObject({ issues: [{ path: 'phone' }] })
  expect((await add('*2700')).body).toMatchObject({ issues: [{ message: 'Invalid phone number' }] })
  expect((await add('+972190012345')).status).toBe(422)
  expect((await remove(existing)).status).toBe(200)
  expect((await remove(existing)).status).toBe(200)
  expect(await list()).toEqual([])
})

test('the check call shows that forwarding works: it comes in at the virtual number, and no phone rings', async () => {
  const { check, list, number, other, owner, params } = await world()
  expect((await check('03-612-3456')).body.test).toMatchObject({ outcome: null })
  const [placed] = vendor.state().calls
  expect(placed).toMatchObject({ To: existing, From: other.phone })
  const hooks = /action="([^"]+)\/heard"/.exec(placed?.Twiml ?? '')?.[1] ?? ''
  // The carrier shows the caller, or the number that it forwards.
  const came = { CallSid: aSid('CA'), CallStatus: 'ringing', Direction: 'inbound', From: existing, To: number.phone }
  const { xml } = await number.hook('/inbound', came)
  expect(xml).toContain('<Gather numDigits="6"')
  expect(xml).not.toContain('<Dial')
  await number.hook(`${hooks}/proof`, { ...came, Digits: placed?.SendDigits?.replaceAll('w', '') ?? '' })
  await number.hook(`${hooks}/heard`, { ...came, CallSid: placed?.sid ?? '', Digits: '5' })
  expect(await list()).toMatchObject([{ phone: existing, lastAt: expect.any(String), check: { outcome: 'answered' } }])
  const own = (await it.send(lineTestRoutes.get, owner, { params })).body
  expect(own.last, 'it is no test of the number’s own line').toBeNull()
})

test.each([
  ['no-answer', 'not_answered'],
  ['completed', 'wrong_answer'],
])('the existing number itself answers or rings (%s): forwarding is off', async (CallStatus, outcome) => {
  const { check, list, number } = await world()
  await check(existing)
  const [placed] = vendor.state().calls
  await number.hook(placed?.StatusCallback ?? '', { CallSid: placed?.sid ?? '', CallStatus, To: existing })
  expect(await list()).toMatchObject([{ phone: existing, lastAt: null, check: { outcome } }])
})

test('one check at a time, by those who order numbers', async () => {
  const { check, member, params, campaignId } = await world()
  await check(existing)
  expect((await check(existing)).body).toMatchObject({ code: 'line_test_running' })
  const lead = await member('Lead', [campaignId])
  expect((await it.send(forwardingRoutes.list, lead, { params })).status).toBe(200)
  expect((await it.send(forwardingRoutes.check, lead, { params, body: { phone: existing } })).status).toBe(403)
})
