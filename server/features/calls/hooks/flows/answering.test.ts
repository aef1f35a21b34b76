import { describe, expect, test } from 'vitest'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { hooksIn, testExchange, testNumber } from '../../../../testing/test-numbers.ts'

const it = await testApp({ exchange: () => testExchange, env: { PHONE_COUNTRIES: 'IL,GB' } })
const [mobile, landline, abroad] = ['+972501111111', '+97239999999', '+442079460000']
const ringing = (...phones: string[]) => ({
  ring: {
    ...{ mode: 'together' as const, seconds: 20, knownFirst: false },
    targets: phones.map((phone) => ({ kind: 'phone' as const, phone, userId: null })),
  },
})

async function world(routing: NonNullable<Parameters<typeof testNumber>[2]>['routing']) {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const number = await testNumber(it, business, { routing })
  /** A call whose phones get these reports; the provider then says how the step ended. */
  const dialled = async (from = aPhone()) => {
    const call = await number.dial(from)
    const hooks = hooksIn(call.xml)
    const { id } = await number.row(call.sid)
    const leg = (place: number, form: Record<string, string>, step = 1) =>
      number.hook(`/${id}/leg/${step}/${place}`, {
        ...{ CallSid: `CA${String(step * 10 + place).padStart(32, '0')}`, ParentCallSid: call.sid },
        ...form,
      })
    const done = (DialCallStatus: string, step = 1, more = {}) =>
      number.hook(`/${id}/dial/${step}`, { CallSid: call.sid, CallStatus: 'in-progress', DialCallStatus, ...more })
    const status = (CallStatus: string) => number.hook('/status', { CallSid: call.sid, CallStatus, CallDuration: '5' })
    return { ...call, id, hooks, leg, done, status, from }
  }
  return { ...business, owner, number, dialled }
}

describe('press 1 to accept', () => {
  test('a new number asks it of mobiles', async () => {
    const { owner } = await world({})
    const order = await it.send(numberRoutes.order, owner, { body: { phone: '+97235557001' } })
    // The exchange of this test does not answer: what was ordered stands in the order.
    expect(order.status).toBe(201)
    const row = await it.deps.workerDb
      .selectFrom('number_orders')
      .select('routing')
      .where('phone', '=', '+97235557001')
      .executeTakeFirstOrThrow()
    expect(row.routing).toMatchObject({ screening: 'mobiles' })
  })

  test.each([
    ['mobiles', [true, false, false]],
    [true, [true, true, true]],
    [false, [false, false, false]],
  ] as const)('%s: of a mobile, a landline and a foreign landline, these are asked: %o', async (screening, asked) => {
    const { dialled } = await world({ ...ringing(mobile, landline, abroad), screening })
    const { xml } = await dialled()
    const numbers = [...xml.matchAll(/<Number([^>]*)>/g)].map(([, attributes]) => attributes?.includes('/whisper/'))
    expect(numbers).toEqual(asked)
  })

  test('a landline that answers is connected without a key, a voicemail of a mobile is not', async () => {
    const both = await world({ ...ringing(mobile, landline), screening: 'mobiles' })
    const answered = async (place: 0 | 1) => {
      const { leg, done, status, sid } = await both.dialled()
      await leg(place, { CallStatus: 'in-progress', SequenceNumber: '2' })
      const talking = (await both.number.row(sid)).state
      await leg(place, { CallStatus: 'completed', SequenceNumber: '3', CallDuration: '4' })
      await done('completed')
      await status('completed')
      return [talking, (await both.number.row(sid)).status]
    }
    expect(await answered(0)).toEqual(['ringing', 'Not Answered'])
    expect(await answered(1)).toEqual(['talking', 'Answered'])
  })
})

describe('the announcement', () => {
  const announced = { isOn: true, text: 'This call is recorded' }
  test('is heard every time, or until the caller has spoken over this number', async () => {
    const always = await world({ announcement: announced })
    const once = await world({ announcement: { ...announced, firstTimeOnly: true } })
    for (const [{ dialled, number }, again] of [
      [always, true],
      [once, false],
    ] as const) {
      const from = aPhone()
      const first = await dialled(from)
      expect(first.xml).toContain('This call is recorded')
      await first.done('no-answer')
      const second = await dialled(from)
      expect(second.xml, 'no one answered the first call').toContain('This call is recorded')
      await second.leg(0, { CallStatus: 'in-progress', SequenceNumber: '2' })
      await second.leg(0, { CallStatus: 'completed', SequenceNumber: '3', CallDuration: '4' })
      await second.done('completed', 1, { DialBridged: 'true' })
      const third = await dialled(from)
      expect(third.xml.includes('This call is recorded')).toBe(again)
      expect(third.xml).toContain('<Dial')
      expect((await dialled('anonymous')).xml, 'a withheld number is not known').toContain('This call is recorded')
      expect((await number.row(third.sid)).state).toBe('ringing')
    }
  })
})

describe('what a called phone shows', () => {
  test('the caller’s number, or the virtual one', async () => {
    const caller = await world(ringing(mobile))
    expect((await caller.dialled()).xml).not.toContain('callerId')
    const ours = await world({ ...ringing(mobile), shownNumber: 'called' })
    expect((await ours.dialled()).xml).toContain(` callerId="${ours.number.phone}"`)
  })

  test('a phone that a carrier refuses to ring with the caller’s number rings again with ours, once', async () => {
    const { dialled, number } = await world(ringing(mobile, landline))
    const { leg, done, status, sid } = await dialled()
    await leg(0, { CallStatus: 'failed', SequenceNumber: '1', SipResponseCode: '403' })
    await leg(1, { CallStatus: 'ringing', SequenceNumber: '1' })
    await leg(1, { CallStatus: 'no-answer', SequenceNumber: '2' })
    const { xml } = await done('no-answer')
    expect(xml).toContain(` callerId="${number.phone}"`)
    expect([...xml.matchAll(/<Number[^>]*>([^<]+)/g)].map(([, phone]) => phone)).toEqual([mobile])
    expect((await done('no-answer')).xml, 'a repeated report gets the same answer').toBe(xml)
    await leg(0, { CallStatus: 'failed', SequenceNumber: '1' }, 2)
    const after = await done('failed', 2)
    expect(after.xml).toContain('<Hangup/>')
    expect(after.xml).not.toContain('<Dial')
    await status('completed')
    expect(await number.row(sid)).toMatchObject({ status: 'Not Answered' })
  })

  test('also if only the provider says that all failed; the answer then counts as any other', async () => {
    const { dialled, number } = await world(ringing(mobile))
    const { leg, done, status, sid } = await dialled()
    expect((await done('failed')).xml).toContain(` callerId="${number.phone}"`)
    await leg(0, { CallStatus: 'in-progress', SequenceNumber: '2' }, 2)
    await leg(0, { CallStatus: 'completed', SequenceNumber: '3', CallDuration: '9' }, 2)
    await done('completed', 2, { DialBridged: 'true', DialCallDuration: '9' })
    await status('completed')
    expect(await number.row(sid)).toMatchObject({ status: 'Answered', answered_phone: mobile, talk_s: 9 })
  })

  test('not if the caller has gone, ours was shown, or the phone rang', async () => {
    const gone = await (await world(ringing(mobile))).dialled()
    expect((await gone.done('failed', 1, { CallStatus: 'completed' })).xml).not.toContain('<Dial')
    const withheld = await (await world(ringing(mobile))).dialled('anonymous')
    expect((await withheld.done('failed')).xml).not.toContain('<Dial')
    const rang = await (await world(ringing(mobile))).dialled()
    await rang.leg(0, { CallStatus: 'ringing', SequenceNumber: '1' })
    await rang.leg(0, { CallStatus: 'failed', SequenceNumber: '2' })
    expect((await rang.done('failed')).xml).not.toContain('<Dial')
  })
})
