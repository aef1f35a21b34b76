import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { ExchangeAccount } from '../../providers/exchange/account.ts'
import { startVendor } from '../../testing/fake-vendor.ts'
import { testApp } from '../../testing/test-app.ts'
import { aRouting, testExchange, testNumber } from '../../testing/test-numbers.ts'
import { settleNumbers } from './numbers.jobs.ts'

let exchange: ExchangeAccount | undefined
let moment: Date | undefined
const it = await testApp({ exchange: () => exchange, now: () => moment ?? new Date() })
const vendor = startVendor(testExchange)
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  exchange = { ...testExchange, baseUrl: vendor.url() }
  moment = undefined
})

/** Runs the job as if at a later time. Later requests use the current time again. */
async function settleAfter(seconds: number) {
  moment = new Date(Date.now() + seconds * 1_000)
  await settleNumbers.run(it.deps, {})
  moment = undefined
}

let last = 0
/** A phone that no other test orders. */
const freshPhone = () => `+9723555${String(1_000 + last++)}`

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const order = async (phone = freshPhone(), more = {}) => {
    const body = { phone, campaignId: business.campaignId, ...more }
    const reply = await it.send(numberRoutes.order, owner, { body })
    return { phone, ...reply, order: reply.body.order }
  }
  const shown = async () =>
    (await it.send(campaignRoutes.get, owner, { query: { campaignId: business.campaignId } })).body.campaign
      .virtualNumber
  return { ...business, owner, order, shown }
}

test('without an account and without an exchange there is nothing to order', async () => {
  exchange = undefined
  const { owner, order } = await world()
  expect((await it.send(numberRoutes.connection, owner, {})).body).toEqual({
    success: true,
    connection: null,
    canOrder: false,
  })
  expect((await order()).body).toMatchObject({ code: 'no_voice_provider' })
  expect((await it.send(numberRoutes.areas, owner, {})).status).toBe(409)
})

test('from the area to the number that rings', async () => {
  const { owner, order, shown, campaignId } = await world()
  const areas = await it.send(numberRoutes.areas, owner, {})
  expect(areas.body.areas.slice(0, 2)).toEqual([
    { area: '02', kind: 'local' },
    { area: '03', kind: 'local' },
  ])
  const phone = freshPhone()
  vendor.sells([phone])
  const free = await it.send(numberRoutes.search, owner, { query: { area: '03', ending: phone.slice(-3) } })
  expect(free.body.numbers).toEqual([{ phone, locality: null, kind: 'local', sms: true, needsAddress: false }])
  const ordered = await order(phone, { label: 'Radio' })
  expect(ordered.status).toBe(201)
  expect(ordered.order).toMatchObject({ phone, state: 'done', error: null, campaignId })
  const { number } = ordered.order
  expect(number).toMatchObject({
    phone,
    label: 'Radio',
    state: 'active',
    campaignId,
    provider: 'local',
    sms: true,
    lastCallAt: null,
  })
  expect(number?.routing).toMatchObject({
    ring: { mode: 'together', seconds: 25, knownFirst: true, targets: [{ kind: 'softphone', userId: owner.userId }] },
    recording: true,
    announcement: { isOn: true, text: '' },
    language: 'en',
  })
  expect(number?.people).toEqual([{ _id: owner.userId, name: owner.name, image: null }])
  const bought = vendor.owned(phone)
  expect(bought).toMatchObject({
    FriendlyName: 'Radio',
    VoiceUrl: expect.stringMatching(/\/hooks\/voice\/[\w-]{36}\/inbound$/),
  })
  expect(await shown()).toBe(phone)
  expect((await it.send(numberRoutes.list, owner, { query: { campaignId } })).body.numbers).toEqual([number])
  expect((await it.send(numberRoutes.getOrder, owner, { params: { id: ordered.order._id } })).body.order).toEqual(
    ordered.order,
  )
  expect((await it.send(numberRoutes.connection, owner, {})).body).toMatchObject({
    canOrder: true,
    connection: { provider: 'local', numbers: 1 },
  })
  const audited = await it.send(auditRoutes.list, owner, { query: { action: 'number.ordered' } })
  expect(audited.body.rows).toMatchObject([
    {
      event: 'number.ordered',
      action: 'Virtual number ordered',
      by: { kind: 'person', _id: owner.userId },
      subject: { kind: 'number', name: phone, campaignId },
    },
  ])
})

describe('an order', () => {
  test.each([
    [{ status: 400, body: { code: 21422, message: 'no' } }, 'number_taken'],
    [{ status: 400, body: { code: 21631, message: 'no' } }, 'number_needs_address'],
    [{ status: 401, body: { code: 20003, message: 'no' } }, 'voice_credentials_wrong'],
    [{ status: 400, body: { code: 1, message: 'no' } }, 'voice_refused'],
  ])('that is refused has failed, and says why: %o', async (answer, error) => {
    const { order } = await world()
    vendor.answersBuying(answer)
    expect((await order()).order).toMatchObject({ state: 'failed', error, number: null })
  })

  test('whose answer was lost is found again, and not sent twice', async () => {
    const { order, owner, shown } = await world()
    vendor.answersBuying('bought, and the line breaks')
    const { order: open, phone } = await order()
    expect(open).toMatchObject({ state: 'ordering', error: null, number: null })
    expect((await order(phone)).body).toMatchObject({ code: 'number_taken' })
    vendor.answersBuying(undefined)
    await Promise.all([settleAfter(60), settleAfter(60)])
    const settled = await it.send(numberRoutes.getOrder, owner, { params: { id: open._id } })
    expect(settled.body.order).toMatchObject({ state: 'done', number: { phone, state: 'active' } })
    expect(vendor.timesBought(phone)).toBe(1)
    expect(await shown()).toBe(phone)
  })

  test('that never arrived is sent again, and given up after an hour', async () => {
    const { order, owner } = await world()
    vendor.answersBuying('not bought, and the line breaks')
    const [one, two] = [await order(), await order()]
    vendor.answersBuying(undefined)
    await settleAfter(60)
    const state = async (id: string) => (await it.send(numberRoutes.getOrder, owner, { params: { id } })).body.order
    expect(await state(one.order._id)).toMatchObject({ state: 'done' })
    expect(await state(two.order._id)).toMatchObject({ state: 'done' })
    expect([vendor.timesBought(one.phone), vendor.timesBought(two.phone)]).toEqual([1, 1])
    vendor.answersBuying('not bought, and the line breaks')
    const three = await order()
    await settleAfter(3_700)
    expect(await state(three.order._id)).toMatchObject({ state: 'failed', error: 'voice_unavailable' })
  })

  test('of another business’s number is refused, and that number stays theirs', async () => {
    const [ours, theirs] = [await world(), await world()]
    const { phone } = await theirs.order()
    const { status, body } = await ours.order(phone)
    expect([status, body]).toMatchObject([409, { code: 'number_taken' }])
    expect((await it.send(numberRoutes.list, theirs.owner, { query: {} })).body.numbers).toHaveLength(1)
  })

  test('names a campaign that the caller may change', async () => {
    const { order, campaign, member, campaignId } = await world()
    const other = await world()
    expect((await order(undefined, { campaignId: other.campaignId })).body).toMatchObject({
      code: 'campaign_not_found',
    })
    const admin = await member('Admin')
    const id = await campaign()
    const reply = await it.send(numberRoutes.order, admin, { body: { phone: freshPhone(), campaignId: id } })
    expect(reply.status).toBe(201)
    const affiliate = await member('Affiliate', [campaignId])
    const refused = await it.send(numberRoutes.order, affiliate, { body: { phone: freshPhone(), campaignId } })
    expect(refused.status).toBe(403)
  })
})

describe('what a number does', () => {
  const change = (owner: Parameters<typeof it.send>[1], id: string, body: object) =>
    it.send(numberRoutes.change, owner, { params: { id }, body })

  test('is changed part by part', async () => {
    const { order, owner, campaign, shown, member } = await world()
    const dana = await member('Writer')
    const { order: made, phone } = await order()
    const id = made.number?._id ?? ''
    const targets = [
      { kind: 'softphone' as const, userId: dana.userId },
      { kind: 'phone' as const, phone: '050-111-1111', userId: dana.userId },
    ]
    const ring = { mode: 'in_order' as const, seconds: 15, knownFirst: false, targets }
    const changed = await change(owner, id, { label: 'TV', routing: { ring, screening: true } })
    expect(changed.body.number).toMatchObject({
      label: 'TV',
      routing: {
        ...made.number?.routing,
        screening: true,
        ring: { ...ring, targets: [targets[0], { ...targets[1], phone: '+972501111111' }] },
      },
    })
    const other = await campaign()
    expect((await change(owner, id, { campaignId: other })).body.number).toMatchObject({ campaignId: other })
    expect(await shown()).toBeNull()
    expect((await change(owner, id, { campaignId: null, isEnabled: false })).body.number).toMatchObject({
      campaignId: null,
      state: 'paused',
    })
    expect((await it.send(numberRoutes.get, owner, { params: { id } })).body.number).toMatchObject({
      phone,
      state: 'paused',
    })
  })

  test('has no phone twice, none that cannot be dialled, none that comes back, and no stranger', async () => {
    const { order, owner } = await world()
    const { order: made } = await order()
    const { phone: other } = await (await world()).order()
    const id = made.number?._id ?? ''
    const stranger = await it.person()
    const withTargets = (...targets: object[]) =>
      change(owner, id, { routing: { ring: { mode: 'together', seconds: 20, knownFirst: false, targets } } })
    const mobile = (phone: string) => ({ kind: 'phone', phone })
    expect((await withTargets(mobile('0501111111'), mobile('+972 50 111 1111'))).body).toMatchObject({
      issues: [{ path: 'routing.ring.targets.1' }],
    })
    expect((await withTargets(mobile('*2700'))).body).toMatchObject({ issues: [{ message: 'Invalid phone number' }] })
    expect((await withTargets(mobile(other))).body).toMatchObject({
      issues: [{ path: 'routing.ring.targets.0', message: expect.stringContaining('loop') }],
    })
    expect((await withTargets({ kind: 'softphone', userId: stranger.userId })).body).toMatchObject({
      code: 'user_not_found',
    })
  })

  test('is seen and changed only by members who may change its campaign', async () => {
    const { order, campaignId, campaign, member } = await world()
    const { order: made } = await order()
    const id = made.number?._id ?? ''
    const elsewhere = await campaign()
    const [lead, reader, other] = [
      await member('Lead', [campaignId]),
      await member('Lead', { [campaignId]: 'Reader', [elsewhere]: 'Lead' }),
      await member('Lead', [elsewhere]),
    ]
    expect((await change(lead, id, { label: 'Mine' })).body.number).toMatchObject({ label: 'Mine' })
    expect((await change(reader, id, { label: 'x' })).status).toBe(403)
    expect((await change(other, id, { label: 'x' })).status).toBe(404)
    const list = async (as: typeof lead) => (await it.send(numberRoutes.list, as, { query: {} })).body.numbers.length
    expect([await list(lead), await list(reader), await list(other)]).toEqual([1, 0, 0])
  })
})

describe('a number that is given back', () => {
  test('rings no more, is kept in mind for 90 days, and may be had again', async () => {
    const { order, owner, shown } = await world()
    const { order: made, phone } = await order()
    const id = made.number?._id ?? ''
    const released = await it.send(numberRoutes.release, owner, { params: { id } })
    expect(released.body.number).toMatchObject({ state: 'quarantined', releasedAt: expect.any(String) })
    expect(vendor.owned(phone)).toBeUndefined()
    expect(await shown()).toBeNull()
    expect((await it.send(numberRoutes.list, owner, { query: {} })).body.numbers).toEqual([])
    expect((await it.send(numberRoutes.list, owner, { query: { released: 'true' } })).body.numbers).toHaveLength(1)
    expect((await it.send(numberRoutes.release, owner, { params: { id } })).body).toMatchObject({
      code: 'number_released',
    })
    expect((await order(phone)).order).toMatchObject({ state: 'done' })
    const stateOf = async () => (await it.send(numberRoutes.get, owner, { params: { id } })).body.number.state
    await settleAfter(89 * 86_400)
    expect(await stateOf()).toBe('quarantined')
    await settleAfter(91 * 86_400)
    expect(await stateOf()).toBe('released')
  })

  test('is retried at a provider that does not answer until it confirms', async () => {
    const { order, owner } = await world()
    const { order: made, phone } = await order()
    const id = made.number?._id ?? ''
    exchange = { ...testExchange, baseUrl: 'http://127.0.0.1:9' }
    it.deps.caches.endAll()
    expect((await it.send(numberRoutes.release, owner, { params: { id } })).body.number).toMatchObject({
      state: 'releasing',
    })
    exchange = { ...testExchange, baseUrl: vendor.url() }
    it.deps.caches.endAll()
    await settleAfter(30)
    expect(vendor.owned(phone), 'not before a minute is over').toBeDefined()
    await settleAfter(61)
    expect((await it.send(numberRoutes.get, owner, { params: { id } })).body.number).toMatchObject({
      state: 'quarantined',
    })
    expect(vendor.owned(phone)).toBeUndefined()
  })

  test('is retried with growing pauses while its provider fails', async () => {
    const { order, owner, db, businessId } = await world()
    const made = await Promise.all([order(), order()])
    const [stuck, other] = made.map((one) => one.order.number?._id ?? '')
    vendor.state().isDown = true
    for (const id of [stuck, other]) await it.send(numberRoutes.release, owner, { params: { id: id ?? '' } })
    for (const seconds of [61, 400]) await settleAfter(seconds)
    const waits = async () =>
      (
        await db
          .selectFrom('virtual_numbers')
          .select(['id', 'release_tries as tries', 'release_at as at'])
          .where('business_id', '=', businessId)
          .execute()
      ).map(({ id, tries, at }) => [id === stuck, tries, Math.round((Date.parse(at ?? '') - Date.now()) / 60_000)])
    // The pauses are one, five and thirty minutes, so the next attempt is due 400 seconds and half an hour from now.
    expect((await waits()).sort()).toEqual([
      [false, 3, 37],
      [true, 3, 37],
    ])
    vendor.state().isDown = false
    await settleAfter(600)
    expect(
      made.map(({ phone }) => vendor.owned(phone) !== undefined),
      'not before half an hour is over',
    ).toEqual([true, true])
    await settleAfter(2_400)
    expect(made.map(({ phone }) => vendor.owned(phone))).toEqual([undefined, undefined])
  })
})

test('a browser phone that a test call rings shows that it is a test', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const ring = { ...aRouting().ring, targets: [{ kind: 'softphone' as const, phone: null, userId: owner.userId }] }
  const number = await testNumber(it, business, { routing: { ring } })
  const called = await it.send(numberRoutes.testCall, owner, { params: { id: number.numberId } })
  expect(called.status).toBe(200)
  const [, query] = String(vendor.state().calls[0]?.To).split('?')
  const about = new URLSearchParams(query)
  expect(about.get('test'), 'the phone knows at once that it is a test').toBe('1')
  const callId = about.get('callId') ?? ''
  expect(callId, 'the phone learns the call').toBe(called.body.callId)
  const { body } = await it.send(softphoneRoutes.ringing, owner, { params: { id: callId } })
  expect(body.call).toMatchObject({ isTest: true, caller: null, lead: null, number: { phone: number.phone } })
})

test('a test call rings the phones that the number would ring first, and counts as no call', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const ring = {
    ...aRouting().ring,
    targets: ['+972501111111', '+972502222222'].map((phone) => ({ kind: 'phone' as const, phone, userId: null })),
  }
  const number = await testNumber(it, business, { routing: { ring } })
  const called = await it.send(numberRoutes.testCall, owner, { params: { id: number.numberId } })
  expect(called.status).toBe(200)
  expect(
    vendor
      .state()
      .calls.map(({ To }) => To)
      .sort(),
  ).toEqual(['+972501111111', '+972502222222'])
  expect(vendor.state().calls[0]?.Twiml).toContain('This is a test call.')
  expect(vendor.state().calls.map(({ Timeout }) => Timeout)).toEqual(['20', '20'])
  const progress = (phone: string, CallStatus: string, SequenceNumber: string) => {
    const call = vendor.state().calls.find(({ To }) => To === phone)
    const leg = new URL(String(call?.StatusCallback)).pathname.replace(/.*\/hooks\/voice\/[^/]+/, '')
    return number.hook(leg, { CallSid: String(call?.sid), CallStatus, SequenceNumber, CallDuration: '4' })
  }
  await progress('+972501111111', 'busy', '1')
  await progress('+972502222222', 'in-progress', '1')
  await progress('+972502222222', 'completed', '2')
  const rows = await business.db
    .selectFrom('calls')
    .select(['id', 'is_test', 'direction', 'status', 'state', 'answered_phone'])
    .where('business_id', '=', business.businessId)
    .execute()
  expect(rows, 'one call, however many phones it rang').toEqual([
    {
      id: called.body.callId,
      is_test: true,
      direction: 'outbound',
      status: 'Answered',
      state: 'ended',
      answered_phone: '+972502222222',
    },
  ])
  const events = await business.db
    .selectFrom('events')
    .select('name')
    .where('business_id', '=', business.businessId)
    .execute()
  // The event names the person who tested the number; no call is stored.
  expect(events).toEqual([{ name: 'number.tested' }])
  const paused = await testNumber(it, business, { state: 'paused' })
  const refused = async (routing: Parameters<typeof aRouting>[0]) => {
    const { numberId: id } = await testNumber(it, business, { routing })
    return (await it.send(numberRoutes.testCall, owner, { params: { id } })).body
  }
  expect((await it.send(numberRoutes.testCall, owner, { params: { id: paused.numberId } })).body).toMatchObject({
    code: 'number_not_active',
  })
  expect(await refused({ hours: { days: Array.from({ length: 7 }, () => []) } })).toMatchObject({
    code: 'outside_hours_now',
    message: expect.stringContaining('business hours'),
  })
  expect(await refused({ ring: { ...ring, targets: [] } })).toMatchObject({ code: 'nobody_to_ring' })
})
