import { describe, expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aRouting, rfc2822, testExchange, testNumber } from '../../../testing/test-numbers.ts'

const it = await testApp({ exchange: () => testExchange })

async function world(routing: Partial<Routing> = {}) {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const number = await testNumber(it, business, { routing })
  const leads = async () => (await it.send(leadRoutes.list, owner, { query: {} })).body.leads
  const ends = (sid: string, at = Date.now()) =>
    number.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '4', Timestamp: rfc2822(at) })
  return { ...business, ...number, owner, leads, ends }
}

describe('an active number whose phones are suspended or gone', () => {
  test('the only person in its ring list is suspended: the caller hears the closing, is a lead and was not answered', async () => {
    const business = await it.newBusiness()
    const [owner, writer] = [await business.member('Owner'), await business.member('Writer')]
    const ring = { ...aRouting().ring, targets: [{ kind: 'softphone' as const, userId: writer.userId }] }
    const noAnswer = { kind: 'voicemail' as const, text: 'Please leave a message' }
    const number = await testNumber(it, business, { routing: { ring, noAnswer } })
    const suspended = await it.send(teamRoutes.suspend, owner, { params: { id: writer.userId } })
    expect(suspended.status).toBe(200)
    const caller = aPhone()
    const { sid, xml } = await number.dial(caller)
    expect(xml).toContain('>Please leave a message</Say><Record ')
    expect(xml).not.toContain('<Reject')
    const call = await number.row(sid)
    expect(call).toMatchObject({ state: 'voicemail', status: null, lead_id: expect.any(String) })
    await number.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '9' })
    expect(await number.row(sid)).toMatchObject({ state: 'ended', status: 'Not Answered', reason: 'no_phones' })
    const { body } = await it.send(leadRoutes.list, owner, { query: {} })
    expect(body.leads).toMatchObject([{ phone: caller, source: 'call' }])
  })

  test('a closing without text says the standard text, so that no caller is cut off in silence', async () => {
    const { dial } = await world({ ring: { ...aRouting().ring, targets: [] } })
    expect((await dial(aPhone())).xml).toContain('>Sorry, we cannot take your call right now. We will call you back')
  })
})

test('a caller who leaves during the announcement has their status at once', async () => {
  const it1 = await world({ announcement: { isOn: true, text: '' }, recording: true })
  const { sid } = await it1.dial(aPhone())
  await it1.ends(sid)
  expect(await it1.row(sid)).toMatchObject({
    status: 'Caller Canceled',
    reason: 'left_before_dial',
    state: 'ended',
    check_at: null,
  })
})

describe('a caller id in another form than +digits', () => {
  test.each(['0541239876', '+0541239876', '+972541239876;ext=5', 'sip:+972541239876@carrier.example'])(
    '%s is the same caller, and the same lead, as the phone in full',
    async (from) => {
      const { dial, row, leads } = await world()
      const first = await dial('+972541239876')
      const second = await dial(from)
      expect(second.xml).toContain('<Dial ')
      expect(second.xml).not.toContain('callerId')
      const [call, other] = [await row(first.sid), await row(second.sid)]
      expect(other).toMatchObject({ caller: '+972541239876', lead_id: call.lead_id, is_first_time: false })
      expect(await leads()).toMatchObject([{ phone: '+972541239876' }])
    },
  )

  test('one that is no phone stays readable in the row, makes no lead and is not withheld', async () => {
    const it1 = await world()
    const entry = { business_id: it1.businessId, id: crypto.randomUUID(), kind: 'withheld', phone: '' }
    await it1.db.insertInto('blacklist').values(entry).execute()
    for (const from of ['*2222', '+97239', '12345678901234567', 'sip:dana@example.com']) {
      const { sid, xml } = await it1.dial(from)
      // Phones show a number that the vendor accepts as caller id.
      expect(xml).toContain(`callerId="${it1.phone}"`)
      expect(await it1.row(sid)).toMatchObject({ caller: null, caller_text: from, lead_id: null, status: null })
    }
    const { body } = await it.send(callRoutes.list, it1.owner, { query: {} })
    expect(body.calls.map(({ callerText }) => callerText).toSorted()).toEqual([
      '*2222',
      '+97239',
      '12345678901234567',
      'sip:dana@example.com',
    ])
    expect(body.calls.every(({ isWithheld }) => !isWithheld)).toBe(true)
    expect(await it1.leads()).toEqual([])
    const { sid } = await it1.dial('Restricted')
    expect(await it1.row(sid)).toMatchObject({ status: 'Blacklisted', caller: null, caller_text: null })
  })
})
