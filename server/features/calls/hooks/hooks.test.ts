import { afterEach, describe, expect, test } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { signHook } from '../../../providers/twilio/signature.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aSid, hooksIn, rfc2822, testExchange, testNumber } from '../../../testing/test-numbers.ts'

const errors: unknown[] = []
let moment: Date | undefined
const it = await testApp({ exchange: () => testExchange, errors, now: () => moment ?? new Date() })
afterEach(() => {
  moment = undefined
})
const closed = { days: Array.from({ length: 7 }, () => []) }

async function world(options: Parameters<typeof testNumber>[2] = {}) {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const number = await testNumber(it, business, options)
  const events = () =>
    business.db
      .selectFrom('events')
      .select(['name', 'payload', 'lead_id'])
      .where('business_id', '=', business.businessId)
      .orderBy('id')
      .execute()
  const leads = async () => (await it.send(leadRoutes.list, owner, { query: {} })).body.leads
  const count = async (table: 'calls' | 'provider_events' | 'leads') =>
    (await business.db.selectFrom(table).select('business_id').where('business_id', '=', business.businessId).execute())
      .length
  return { ...business, ...number, owner, events, leads, count }
}

test('a call from its first ring to its end', async () => {
  const it1 = await world()
  const caller = aPhone()
  const { sid, xml, status, type } = await it1.dial(caller)
  expect([status, type]).toEqual([200, 'text/xml; charset=utf-8'])
  const call = await it1.row(sid)
  const base = `${it.env.publicUrl}/hooks/voice/${it1.connectionId}/${call.id}`
  expect(xml).toContain(`<Dial action="${base}/dial/1" method="POST" timeout="20" answerOnBridge="true"`)
  // Without callerId the vendor shows the caller's own number, in any form.
  expect(xml).not.toContain('callerId')
  expect(xml).toContain(`statusCallback="${base}/leg/1/0#rc=2&amp;rp=ct,rt,5xx"`)
  expect(call).toMatchObject({ state: 'ringing', status: null, caller, called: it1.phone, is_first_time: true })
  const [lead] = await it1.leads()
  expect(lead).toMatchObject({ phone: caller, name: '', source: 'call', campaignId: it1.campaignId, isRead: false })
  expect(call.lead_id).toBe(lead?._id)

  const [leg, at] = [hooksIn(xml)['leg/1/0'] ?? '', Date.parse(call.started_at)]
  const child = { CallSid: aSid('CA'), ParentCallSid: sid, Direction: 'outbound-dial' }
  const progress = (CallStatus: string, SequenceNumber: string, seconds: number, more = {}) => {
    moment = new Date(at + seconds * 1_000)
    return it1.hook(leg, { ...child, CallStatus, SequenceNumber, Timestamp: rfc2822(moment), ...more })
  }
  await progress('initiated', '0', 0)
  await progress('ringing', '1', 1)
  await progress('in-progress', '2', 8)
  expect(await it1.row(sid)).toMatchObject({ state: 'talking', status: null })
  await progress('completed', '3', 50, { CallDuration: '42' })
  const ended = { CallSid: sid, CallStatus: 'in-progress', DialCallStatus: 'completed', DialBridged: 'true' }
  const after = await it1.hook(`/${call.id}/dial/1`, {
    ...ended,
    DialCallSid: child.CallSid,
    DialCallDuration: '42',
  })
  expect(after.xml).toContain('<Response><Hangup/></Response>')
  await it1.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '51', To: it1.phone, From: caller })
  const over = await it1.row(sid)
  expect(over).toMatchObject({
    state: 'ended',
    status: 'Answered',
    reason: 'bridged',
    talk_s: 42,
    answered_phone: '+972501111111',
  })
  expect(over.ring_s).toBeGreaterThanOrEqual(7)
  expect(over.check_at).toBeNull()
  const events = await it1.events()
  expect(events.map(({ name }) => name)).toEqual(['lead.created', 'call.started', 'call.changed', 'call.ended'])
  expect(events.every(({ lead_id }) => lead_id === lead?._id)).toBe(true)
  expect(events.at(-1)?.payload).toMatchObject({
    callId: call.id,
    status: 'Answered',
    calls: [{ status: 'Answered', total: 1, talk: 42, campaignId: it1.campaignId, numberId: it1.numberId }],
  })
  const attempts = await it1.db.selectFrom('call_attempts').selectAll().where('call_id', '=', call.id).execute()
  expect(attempts).toMatchObject([{ step: 1, place: 0, kind: 'phone', outcome: 'completed', bridged: true }])
})

describe('the same hook again', () => {
  test('gets the same answer, and nothing happens twice', async () => {
    const it1 = await world({ routing: { announcement: { isOn: true, text: 'Hello' } } })
    const first = await it1.dial(aPhone())
    await it1.db.updateTable('virtual_numbers').set({ state: 'paused' }).where('id', '=', it1.numberId).execute()
    const again = await it1.hook('/inbound', first.form)
    expect(again.xml).toBe(first.xml)
    expect(first.xml).toContain('>Hello</Say><Dial ')
    expect([await it1.count('calls'), await it1.count('leads'), await it1.count('provider_events')]).toEqual([1, 1, 1])
    const [{ id } = { id: '' }] = await it1.db.selectFrom('calls').select('id').execute()
    const done = { CallSid: first.sid, CallStatus: 'in-progress', DialCallStatus: 'no-answer', DialBridged: 'false' }
    const one = await it1.hook(`/${id}/dial/1`, done)
    const other = await it1.hook(`/${id}/dial/1`, { ...done, DialCallStatus: 'completed', DialBridged: 'true' })
    expect(other.xml).toBe(one.xml)
  })

  test('twenty at the same moment are one call and one lead', async () => {
    const it1 = await world()
    const [caller, sid] = [aPhone(), aSid('CA')]
    const answers = await Promise.all(Array.from({ length: 20 }, () => it1.dial(caller, sid)))
    expect(new Set(answers.map(({ xml }) => xml)).size).toBe(1)
    expect([await it1.count('calls'), await it1.count('leads')]).toEqual([1, 1])
    expect((await it1.events()).map(({ name }) => name)).toEqual(['lead.created', 'call.started'])
  })

  test('twenty calls of one number are twenty calls of one lead', async () => {
    const it1 = await world()
    const caller = aPhone()
    await Promise.all(Array.from({ length: 20 }, () => it1.dial(caller)))
    expect([await it1.count('calls'), await it1.count('leads')]).toEqual([20, 1])
    const names = (await it1.events()).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('lead.'))).toEqual(['lead.created'])
  })
})

describe('what is not signed as it should be', () => {
  const withoutWrites = async (act: (it1: Awaited<ReturnType<typeof world>>) => Promise<{ status: number }>) => {
    const it1 = await world()
    const { status } = await act(it1)
    return [status, await it1.count('calls'), await it1.count('provider_events'), await it1.count('leads')]
  }
  const form = (it1: { phone: string }) => ({
    CallSid: aSid('CA'),
    CallStatus: 'ringing',
    From: aPhone(),
    To: it1.phone,
  })
  test.each([
    ['no signature', { 'x-twilio-signature': '' }],
    ['a wrong one', { 'x-twilio-signature': '0/KCTR6DLpKmkAf8muzZqo1nDgQ=' }],
  ])('%s', async (_what, headers) => {
    expect(await withoutWrites((it1) => it1.hook('/inbound', form(it1), headers))).toEqual([403, 0, 0, 0])
  })

  test('a body changed by one byte, and http for https', async () => {
    expect(
      await withoutWrites(async (it1) => {
        const fields = { AccountSid: testExchange.accountSid, ...form(it1) }
        const target = `/hooks/voice/${it1.connectionId}/inbound`
        const sign = (url: string) => signHook(testExchange.authToken, url, Object.entries(fields))
        const post = async (signature: string, payload: string) => {
          const reply = await it.app.inject({
            method: 'POST',
            url: target,
            headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
            payload,
          })
          return reply.statusCode
        }
        const body = new URLSearchParams(fields).toString()
        const changed = await post(sign(it.env.publicUrl + target), body.replace('ringing', 'rinGing'))
        const insecure = await post(sign(it.env.publicUrl.replace('http:', 'https:') + target), body)
        return { status: changed === 403 ? insecure : changed }
      }),
    ).toEqual([403, 0, 0, 0])
  })

  test('another account’s name, another number, an account that is not there', async () => {
    expect(
      await withoutWrites((it1) => it1.hook('/inbound', { ...form(it1), AccountSid: `AC${'2'.repeat(32)}` })),
    ).toEqual([403, 0, 0, 0])
    const other = await world()
    expect(await withoutWrites((it1) => it1.hook('/inbound', { ...form(it1), To: other.phone }))).toEqual([
      404, 0, 0, 0,
    ])
    const reply = await it.app.inject({ method: 'POST', url: `/hooks/voice/${crypto.randomUUID()}/inbound` })
    expect(reply.statusCode).toBe(404)
  })

  test('another business’s call is not reached through one’s own account', async () => {
    const [ours, theirs] = [await world(), await world()]
    const { sid } = await theirs.dial(aPhone())
    const call = await theirs.row(sid)
    await ours.hook(`/${call.id}/dial/1`, {
      CallSid: sid,
      CallStatus: 'completed',
      DialCallStatus: 'completed',
      DialBridged: 'true',
    })
    expect(await theirs.row(sid)).toEqual(call)
    expect(await ours.row(sid)).toMatchObject({ plan: null })
  })
})

describe('screening', () => {
  const outcome = async (it1: Awaited<ReturnType<typeof world>>, from = aPhone()) => {
    const { sid, xml } = await it1.dial(from)
    const { status, state, reason, lead_id } = await it1.row(sid)
    return { xml: xml.replace(/^.*?\?>/, ''), status, state, reason, hasLead: lead_id !== null }
  }

  test.each([
    ['number', (phone: string) => phone, 'business'],
    ['number', (phone: string) => phone, 'campaign'],
    ['prefix', (phone: string) => phone.slice(0, 9), 'business'],
  ] as const)('a %s on the blacklist of the %s', async (kind, of, scope) => {
    const it1 = await world()
    const caller = aPhone()
    const id = crypto.randomUUID()
    const campaign_id = scope === 'campaign' ? it1.campaignId : null
    await it1.db
      .insertInto('blacklist')
      .values({ business_id: it1.businessId, id, kind, phone: of(caller), campaign_id })
      .execute()
    expect(await outcome(it1, caller)).toEqual({
      xml: '<Response><Reject reason="rejected"/></Response>',
      status: 'Blacklisted',
      state: 'ended',
      reason: 'blacklisted',
      hasLead: false,
    })
    expect((await it1.events()).map(({ name }) => name)).toEqual(['call.started', 'call.ended'])
    const entry = await it1.db.selectFrom('blacklist').select('blocked').where('id', '=', id).executeTakeFirst()
    expect(entry?.blocked).toBe(1)
    expect((await outcome(it1, '+972541112233')).status).toBeNull()
  })

  test('one that has run out, or is another campaign’s, lets through; callers who hide their number may be shut out', async () => {
    const it1 = await world()
    const caller = aPhone()
    const other = await it1.campaign()
    const entry = { business_id: it1.businessId, kind: 'number' as const, phone: caller }
    const past = { ...entry, id: crypto.randomUUID(), expires_at: '2020-01-01T00:00:00Z' }
    const elsewhere = { ...entry, id: crypto.randomUUID(), campaign_id: other }
    await it1.db
      .insertInto('blacklist')
      .values([past, elsewhere].map((row) => ({ campaign_id: null, expires_at: null, ...row })))
      .execute()
    expect((await outcome(it1, caller)).status).toBeNull()
    const hidden = { business_id: it1.businessId, id: crypto.randomUUID(), kind: 'withheld' as const, phone: '' }
    await it1.db.insertInto('blacklist').values(hidden).execute()
    expect((await outcome(it1, 'anonymous')).status).toBe('Blacklisted')
  })

  test('a number that is paused or given back, or whose campaign is', async () => {
    for (const state of ['paused', 'quarantined'] as const)
      expect(await outcome(await world({ state }))).toMatchObject({
        xml: '<Response><Reject reason="busy"/></Response>',
        status: 'Not Active',
        hasLead: false,
      })
    const it1 = await world()
    await it1.db.updateTable('campaigns').set({ is_enabled: false }).where('id', '=', it1.campaignId).execute()
    expect((await outcome(it1)).status).toBe('Not Active')
    const shut = await world()
    await shut.db
      .updateTable('businesses')
      .set({ closes_at: '2100-01-01T00:00:00Z' })
      .where('business_id', '=', shut.businessId)
      .execute()
    expect(await outcome(shut)).toMatchObject({ status: 'Not Active', hasLead: false })
  })

  test('outside the hours a message, and a lead all the same', async () => {
    const it1 = await world({ routing: { hours: closed, outside: { kind: 'message', text: 'Closed & gone' } } })
    const { sid, xml } = await it1.dial(aPhone())
    expect(xml).toContain('>Closed &amp; gone</Say><Hangup/>')
    expect(await it1.row(sid)).toMatchObject({ status: null, state: 'voicemail' })
    await it1.hook('/status', {
      CallSid: sid,
      CallStatus: 'completed',
      CallDuration: '4',
      Timestamp: rfc2822(Date.now()),
    })
    expect(await it1.row(sid)).toMatchObject({ status: 'Out of Time', reason: 'out_of_time', state: 'ended' })
    expect(await it1.leads()).toHaveLength(1)
  })
})

test('a caller who hides the number leaves a call without a lead', async () => {
  const it1 = await world()
  for (const from of ['anonymous', '+266696687', 'Restricted', '']) {
    const { sid, xml } = await it1.dial(from)
    expect(xml).toContain(`callerId="${it1.phone}"`)
    expect(await it1.row(sid)).toMatchObject({ caller: null, lead_id: null, is_first_time: false })
  }
  expect(await it1.leads()).toEqual([])
  expect((await it1.events()).map(({ name }) => name)).toEqual(Array(4).fill('call.started'))
})

test('what cannot be stored is left out of a report, and the call goes through', async () => {
  const it1 = await world()
  const before = errors.length
  const [CallSid, From] = [aSid('CA'), aPhone()]
  const form = { CallSid, CallStatus: 'ringing', From, To: it1.phone, CallerName: 'Da\0na', 'Odd\0': '\0' }
  const { status, xml } = await it1.hook('/inbound', form)
  expect([status, xml]).toEqual([200, expect.stringContaining('<Dial ')])
  expect((await it1.leads()).map(({ name, phone }) => [name, phone])).toEqual([['Dana', From]])
  const ended = await it1.hook('/status', { CallSid, CallStatus: 'completed', CallDuration: '9\0' })
  expect([ended.status, errors.length]).toEqual([200, before])
})

test('who is known already keeps the lead, and rings who spoke with them last', async () => {
  const business = await it.newBusiness()
  const [dana, amir] = [await business.member('Writer'), await business.member('Writer')]
  const targets = [dana, amir].map(({ userId }) => ({ kind: 'softphone' as const, userId }))
  const ring = { mode: 'together' as const, seconds: 20, knownFirst: true, targets }
  const number = await testNumber(it, business, { routing: { ring } })
  const caller = aPhone()
  const first = await number.dial(caller)
  expect(first.xml.match(/<Client /g)).toHaveLength(2)
  const call = await number.row(first.sid)
  await business.db.updateTable('calls').set({ answered_by: amir.userId }).where('id', '=', call.id).execute()
  const again = await number.dial(caller)
  const identity = `u_${amir.userId.replaceAll('-', '')}_b${business.businessId.replaceAll('-', '')}`
  expect(again.xml.match(/<Client /g)).toHaveLength(1)
  expect(again.xml).toContain(`<Identity>${identity}</Identity><Parameter name="callId" value="`)
  expect(await number.row(again.sid)).toMatchObject({ lead_id: call.lead_id, is_first_time: false })
})

test('whisper and press 1: a phone that does not press is skipped', async () => {
  const ring = {
    mode: 'in_order' as const,
    seconds: 15,
    knownFirst: false,
    targets: ['+972501111111', '+972502222222'].map((phone) => ({ kind: 'phone' as const, phone, userId: null })),
  }
  const it1 = await world({
    routing: {
      ring,
      screening: true,
      whisper: { isOn: true, text: 'Garden' },
      noAnswer: { kind: 'voicemail', text: '' },
    },
  })
  const { sid, xml } = await it1.dial(aPhone())
  const { id } = await it1.row(sid)
  expect(xml).toContain('<Number url="')
  const child = { CallSid: aSid('CA'), ParentCallSid: sid, CallStatus: 'in-progress' }
  const heard = await it1.hook(hooksIn(xml)['whisper/1/0'] ?? '', child)
  // Keys pressed during either announcement count.
  expect(heard.xml).toMatch(
    /<Response><Gather numDigits="1" timeout="5" action="[^"]+" method="POST"><Say [^>]+>Garden</,
  )
  expect(heard.xml).toContain('>Press 1 to take the call.</Say></Gather><Hangup/>')
  const screen = hooksIn(heard.xml)['screen/1/0'] ?? ''
  const wrong = await it1.hook(screen, { ...child, Digits: '2' })
  expect(wrong.xml).toMatch(/<Gather [^>]+><Say [^>]+>Press 1 to take the call\.<\/Say><\/Gather><Hangup\/>/)
  expect(wrong.xml).not.toContain('Garden')
  const again = hooksIn(wrong.xml)['screen-again/1/0'] ?? ''
  expect((await it1.hook(again, { ...child, Digits: '3' })).xml).toContain('<Response><Hangup/></Response>')
  const dialled = { CallSid: sid, CallStatus: 'in-progress', DialCallStatus: 'completed', DialBridged: 'false' }
  const second = await it1.hook(`/${id}/dial/1`, dialled)
  expect(second.xml).toContain('+972502222222')
  const last = await it1.hook(`/${id}/dial/2`, { ...dialled, DialCallStatus: 'no-answer' })
  expect(last.xml).toMatch(/<Say .*leave a message.*<\/Say><Record maxLength="180" playBeep="true"/)
  await it1.hook(`/${id}/voicemail`, { CallSid: sid, CallStatus: 'completed', RecordingDuration: '7' })
  await it1.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '40' })
  expect(await it1.row(sid)).toMatchObject({ status: 'Not Answered', state: 'ended' })
  // Pressing 1 connects the caller.
  const other = await it1.dial(aPhone())
  const accepted = { ...child, CallSid: aSid('CA'), ParentCallSid: other.sid, Digits: '1' }
  const call = await it1.row(other.sid)
  expect((await it1.hook(`/${call.id}/screen/1/0`, accepted)).xml).toContain('<Response></Response>')
  expect(await it1.row(other.sid)).toMatchObject({ state: 'talking' })
  // So does pressing 1 after another key.
  const third = await it1.dial(aPhone())
  const pressed = { ...child, CallSid: aSid('CA'), ParentCallSid: third.sid }
  const { id: thirdId } = await it1.row(third.sid)
  await it1.hook(`/${thirdId}/screen/1/0`, { ...pressed, Digits: '7' })
  const through = await it1.hook(`/${thirdId}/screen-again/1/0`, { ...pressed, Digits: '1' })
  expect(through.xml).toContain('<Response></Response>')
  expect(await it1.row(third.sid)).toMatchObject({ state: 'talking' })
})

test('320 reports, shuffled, each twice and all at once, leave every call right', async () => {
  const it1 = await world({ routing: { recording: true } })
  const at = Date.now()
  const callers = Array.from({ length: 40 }, (_, i) => `+9727244499${String(i).padStart(2, '0')}`)
  const sids = callers.map(() => aSid('CA'))
  // Half of the calls are answered, half ring out; half are first reported by their own hook.
  const calls = await Promise.all(
    sids.map(async (sid, i) => ({ sid, ...(i % 4 < 2 ? { inbound: await it1.dial(callers[i] ?? '', sid) } : {}) })),
  )
  const reports = await Promise.all(
    calls.map(async ({ sid, inbound }, i) => {
      const isAnswered = i % 2 === 0
      const id = inbound ? (await it1.row(sid)).id : crypto.randomUUID()
      const child = { CallSid: aSid('CA'), ParentCallSid: sid, Direction: 'outbound-dial' }
      const leg = (CallStatus: string, n: number, seconds: number, more = {}) => ({
        path: `/${id}/leg/1/0`,
        form: { ...child, CallStatus, SequenceNumber: String(n), Timestamp: rfc2822(at + seconds * 1_000), ...more },
      })
      const end = isAnswered ? 'completed' : 'no-answer'
      const dial = { CallSid: sid, DialCallSid: child.CallSid, DialCallStatus: end, DialBridged: String(isAnswered) }
      return [
        { path: '/inbound', form: { CallSid: sid, CallStatus: 'ringing', From: callers[i] ?? '', To: it1.phone } },
        leg('initiated', 0, 0),
        leg('ringing', 1, 1),
        isAnswered ? leg('in-progress', 2, 6) : leg('ringing', 1, 1),
        leg(end, 3, 20, { CallDuration: isAnswered ? '14' : '0' }),
        {
          path: `/${id}/dial/1`,
          form: { ...dial, CallStatus: 'in-progress', ...(isAnswered && { DialCallDuration: '14' }) } as Record<
            string,
            string
          >,
        },
        {
          path: '/status',
          form: {
            CallSid: sid,
            CallStatus: 'completed',
            CallDuration: '20',
            Timestamp: rfc2822(at + 20_000),
            From: callers[i] ?? '',
            To: it1.phone,
          },
        },
        {
          path: `/${id}/recording`,
          form: {
            CallSid: sid,
            RecordingSid: `RE${sid.slice(2)}`,
            RecordingStatus: 'completed',
            RecordingDuration: '14',
            RecordingChannels: '2',
            RecordingSource: 'DialVerb',
          },
        },
      ]
    }),
  )
  const sent = reports.flat().flatMap((report) => [report, report])
  for (let i = sent.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    const [a, b] = [sent[i], sent[j]]
    if (a && b) [sent[i], sent[j]] = [b, a]
  }
  expect(reports.flat()).toHaveLength(320)
  const statuses = await Promise.all(sent.map(({ path, form }) => it1.hook(path, form)))
  expect(statuses.filter(({ status }) => status !== 200)).toEqual([])
  const rows = await it1.db.selectFrom('calls').selectAll().where('business_id', '=', it1.businessId).execute()
  expect(rows).toHaveLength(40)
  for (const [i, sid] of sids.entries()) {
    const row = rows.find(({ provider_sid }) => provider_sid === sid)
    expect([row?.status, row?.state, row?.caller, row?.talk_s]).toEqual(
      i % 2 === 0 ? ['Answered', 'ended', callers[i], 14] : ['Not Answered', 'ended', callers[i], 0],
    )
    expect(row?.lead_id, 'each has its lead').not.toBeNull()
  }
  expect(await it1.count('leads')).toBe(40)
  const recordings = await it1.db.selectFrom('recordings').select(['call_id', 'state', 'due_at', 'channels']).execute()
  expect(recordings).toHaveLength(40)
  expect(recordings.every(({ state, due_at, channels }) => state === 'announced' && due_at && channels === 2)).toBe(
    true,
  )
  // The deltas of each call sum to one call with its final status.
  const deltas = (await it1.events()).flatMap(({ name, payload }) =>
    name === 'call.ended' ? (payload as { calls: { status: string; total: number }[] }).calls : [],
  )
  const weight = (status: string) =>
    deltas.reduce((sum, delta) => (delta.status === status ? sum + delta.total : sum), 0)
  expect([weight('Answered'), weight('Not Answered'), deltas.reduce((sum, { total }) => sum + total, 0)]).toEqual([
    20, 20, 40,
  ])
}, 60_000)

test('when our first answer was lost the fallback puts the call through, and the operator hears of it', async () => {
  const it1 = await world()
  const form = { CallSid: aSid('CA'), CallStatus: 'ringing', From: aPhone(), To: it1.phone }
  const fault = { ErrorCode: '11200', ErrorUrl: 'https://x/hooks' }
  const before = errors.length
  const { xml } = await it1.hook('/fallback', { ...form, ...fault })
  expect(xml).toContain('<Dial ')
  expect(String(errors[before])).toContain('11200')
  const lost = await it1.hook('/fallback', { ...form, ...fault, To: '+972500000000' })
  expect(lost.xml).toContain('</Say><Hangup/>')
})
