import { describe, expect, test } from 'vitest'
import { addressOf } from '../calls/outbound.ts'
import { openTestExchange, until } from '../testing/test-exchange.ts'

const board = openTestExchange({ SWITCHBOARD_MEDIA_DELAY_MS: '2000', SWITCHBOARD_PRICE_DELAY_MS: '300' }, 4)
const code = (wanted: number, status: number) => expect.objectContaining({ code: wanted, status })
const authorization = (sid = board.accountSid, token = board.authToken) => `Basic ${btoa(`${sid}:${token}`)}`
const raw = (path: string, init: RequestInit = {}) =>
  fetch(`${board.exchange.apiUrl}/2010-04-01${path}`, {
    ...init,
    headers: { authorization: authorization(), ...init.headers },
  })
const account = () => `/Accounts/${board.accountSid}`

describe('numbers', () => {
  test('what is sold in Israel, by kind', async () => {
    const { subresourceUris } = await board.client().availablePhoneNumbers('IL').fetch()
    expect(Object.keys(subresourceUris)).toEqual(['local', 'mobile', 'toll_free', 'national', 'shared_cost'])
    await expect(board.client().availablePhoneNumbers('FR').fetch()).rejects.toEqual(code(20404, 404))
  })

  test('a search keeps to the area, to the pattern and to what can do messages', async () => {
    const { local, national, tollFree } = board.client().availablePhoneNumbers('IL')
    const inTelAviv = await local.list({ contains: '9723*******', limit: 5 })
    expect(inTelAviv).toHaveLength(5)
    for (const { phoneNumber, locality, capabilities } of inTelAviv) {
      expect(phoneNumber).toMatch(/^\+9723\d{7}$/)
      expect(locality).toBe('Tel Aviv')
      expect(capabilities).toMatchObject({ voice: true, sms: false })
    }
    const ending = await national.list({ contains: '97272*****77', smsEnabled: true, limit: 20 })
    expect(ending.length).toBeGreaterThan(10)
    for (const { phoneNumber } of ending) expect(phoneNumber).toMatch(/^\+97272444\d\d77$/)
    expect((await tollFree.list({ limit: 1 }))[0]?.phoneNumber).toMatch(/^\+9721800\d{6}$/)
    expect(await local.list({ smsEnabled: true })).toEqual([])
  })

  test('bought, configured, found again, released', async () => {
    const { incomingPhoneNumbers, availablePhoneNumbers } = board.client()
    const phoneNumber = '+972724440100'
    const bought = await incomingPhoneNumbers.create({
      phoneNumber,
      friendlyName: 'Winter',
      voiceUrl: 'https://leads.example.com/voice?a=1',
    })
    expect(bought.sid).toMatch(/^PN[0-9a-f]{32}$/)
    expect(bought).toMatchObject({ phoneNumber, friendlyName: 'Winter', voiceMethod: 'POST', origin: 'twilio' })
    await expect(incomingPhoneNumbers.create({ phoneNumber })).rejects.toEqual(code(21422, 400))
    expect((await incomingPhoneNumbers.list({ phoneNumber })).map(({ sid }) => sid)).toEqual([bought.sid])
    const free = await availablePhoneNumbers('IL').national.list({ contains: phoneNumber })
    expect(free).toEqual([])

    const changed = await incomingPhoneNumbers(bought.sid).update({ statusCallback: 'https://leads.example.com/s' })
    expect(changed).toMatchObject({
      voiceUrl: 'https://leads.example.com/voice?a=1',
      statusCallback: 'https://leads.example.com/s',
    })
    const emptied = await incomingPhoneNumbers(bought.sid).update({ voiceApplicationSid: '', trunkSid: '', smsUrl: '' })
    expect(emptied).toMatchObject({ voiceUrl: 'https://leads.example.com/voice?a=1', trunkSid: null, smsUrl: '' })
    const application = { voiceApplicationSid: `AP${'1'.repeat(32)}` }
    await expect(incomingPhoneNumbers(bought.sid).update(application)).rejects.toEqual(code(20001, 400))
    await expect(incomingPhoneNumbers(bought.sid).update({ voiceUrl: 'voice' })).rejects.toEqual(code(21502, 400))
    expect(await incomingPhoneNumbers(bought.sid).remove()).toBe(true)
    await expect(incomingPhoneNumbers(bought.sid).fetch()).rejects.toEqual(code(20404, 404))
    await expect(incomingPhoneNumbers(bought.sid).remove()).rejects.toEqual(code(20404, 404))
  })

  test('only what the exchange has can be bought', async () => {
    for (const phoneNumber of ['+972541234567', '0724440001', '+9727244400011'])
      await expect(board.client().incomingPhoneNumbers.create({ phoneNumber })).rejects.toEqual(code(21421, 400))
  })

  test('lists come in pages that the vendor’s package walks through', async () => {
    const { incomingPhoneNumbers } = board.client()
    for (let i = 0; i < 7; i++) await incomingPhoneNumbers.create({ phoneNumber: `+97272444020${i}` })
    const all = await incomingPhoneNumbers.list({ pageSize: 3 })
    expect(all.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(
      Array.from({ length: 7 }, (_, i) => `+97272444020${i}`),
    )
    const reply = await raw(`${account()}/IncomingPhoneNumbers.json?PageSize=3&Page=1`)
    const second = (await reply.json()) as { next_page_uri: string }
    expect(second).toMatchObject({ page: 1, page_size: 3, start: 3, end: 5 })
    expect(second.next_page_uri).toContain('Page=2')
  })
})

describe('accounts', () => {
  test('an account below has its own token, sees its own numbers and no other’s, and can be suspended', async () => {
    const { sid, authToken } = await board.client().api.v2010.accounts.create({ friendlyName: 'Tenant' })
    const tenant = board.client(sid, authToken)
    const { sid: own } = await tenant.incomingPhoneNumbers.create({ phoneNumber: '+972724440300' })
    const { sid: others } = await board.client().incomingPhoneNumbers.create({ phoneNumber: '+972724440301' })
    expect((await tenant.incomingPhoneNumbers.list()).map((number) => number.sid)).toEqual([own])
    await expect(tenant.incomingPhoneNumbers(others).fetch()).rejects.toEqual(code(20404, 404))
    expect((await raw(`/Accounts/${sid}/IncomingPhoneNumbers/${own}.json`)).status).toBe(200)
    const stranger = await raw(`${account()}/Calls.json`, { headers: { authorization: authorization(sid, authToken) } })
    expect(stranger.status).toBe(404)

    await board.client().api.v2010.accounts(sid).update({ status: 'suspended' })
    await expect(tenant.incomingPhoneNumbers.list()).rejects.toEqual(code(20005, 403))
  })
})

describe('calls', () => {
  const create = (params: Record<string, string>) =>
    raw(`${account()}/Calls.json`, { method: 'POST', body: new URLSearchParams(params) }).then((reply) => reply.json())

  test.each([
    { name: 'no phone to call', params: {}, expected: code(21201, 400) },
    { name: 'a star number', params: { To: '*2700' }, expected: code(21211, 400) },
    { name: 'a national number', params: { To: '0541234567' }, expected: code(21211, 400) },
    { name: 'no caller', params: { To: '+972541234567' }, expected: code(21213, 400) },
    {
      name: 'another account’s number',
      params: { To: '+972541234567', From: '+972724449999' },
      expected: code(21210, 400),
    },
    { name: 'no instructions', params: { To: '+972541234567', From: 'client:u_1' }, expected: code(21205, 400) },
  ])('refused: $name', async ({ params, expected }) => {
    expect(await create(params as Record<string, string>)).toEqual(expected)
  })

  test('a call is queued, followed by its webhooks, listed with its parts, and priced a little later', async () => {
    const { url } = board.customer
    await board.client().incomingPhoneNumbers.create({ phoneNumber: '+972724440400' })
    await board.station('+972541111111', { answerAfterMs: 50, toneHz: 900 })
    await board.station('+972542222222', { answerAfterMs: 50, hangUpAfterMs: 300 })
    board.customer.on('/out', () => '<Dial callerId="+972724440400">+972542222222</Dial>')
    const made = await board.client().calls.create({
      to: '+972541111111',
      from: '+972724440400',
      url: `${url}/out`,
      statusCallback: `${url}/progress`,
      statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
    })
    expect(made).toMatchObject({ status: 'queued', direction: 'outbound-api', price: null })
    await until(() => board.customer.at('/progress').length === 4)
    expect(board.customer.at('/out')[0]?.params).toMatchObject({
      CallSid: made.sid,
      CallStatus: 'in-progress',
      Direction: 'outbound-api',
    })
    expect(
      board.customer
        .at('/progress')
        .map(({ params }) => `${params.SequenceNumber} ${params.CallStatus}`)
        .sort(),
    ).toEqual(['0 initiated', '1 ringing', '2 in-progress', '3 completed'])
    const [child] = await board.client().calls.list({ parentCallSid: made.sid })
    expect(child).toMatchObject({ to: '+972542222222', status: 'completed', direction: 'outbound-dial' })
    expect((await board.client().calls(made.sid).fetch()).status).toBe('completed')
    await until(async () => (await board.client().calls(made.sid).fetch()).price === '-0.01000')
    const since = await board.client().calls.list({ startTimeAfter: new Date(Date.now() - 60_000) })
    expect(since.map(({ sid }) => sid)).toContain(made.sid)
  })

  test('a ringing call is canceled; one that has ended cannot be changed', async () => {
    const { url } = board.customer
    await board.client().incomingPhoneNumbers.create({ phoneNumber: '+972724440401' })
    await board.station('+972543333333', { outcome: 'never' })
    const { sid } = await board.client().calls.create({
      to: '+972543333333',
      from: '+972724440401',
      twiml: '<Response/>',
      statusCallback: `${url}/progress`,
    })
    await until(async () => (await board.client().calls(sid).fetch()).status === 'ringing')
    expect(await board.client().calls(sid).update({ status: 'canceled' })).toMatchObject({ status: 'canceled' })
    await until(() => board.customer.at('/progress').length > 0)
    expect(board.customer.at('/progress').map(({ params }) => params.CallStatus)).toEqual(['canceled'])
    await expect(board.client().calls(sid).update({ status: 'completed' })).rejects.toEqual(code(21220, 400))
  })

  test('a softphone is rung with the parameters of its address, and completed ends the call in any state', async () => {
    expect(addressOf('client:u_7?callId=K7&tab=T%201')).toEqual({
      kind: 'client',
      identity: 'u_7',
      params: { callId: 'K7', tab: 'T 1' },
    })
    expect(addressOf('client:?callId=K7')).toBeUndefined()
    await board.station('client:u_7', { answerAfterMs: 50 })
    const to = 'client:u_7?callId=K7'
    const ringing = {
      to: 'client:u_8?callId=K8',
      from: 'client:u_1',
      twiml: '<Response><Pause length="60"/></Response>',
    }
    const { sid } = await board.client().calls.create({ ...ringing, to })
    await until(async () => (await board.client().calls(sid).fetch()).status === 'in-progress')
    expect((await board.client().calls.list({ from: 'client:u_1' })).map((call) => call.to)).toContain(to)
    await board.client().calls(sid).update({ status: 'completed' })
    await until(async () => (await board.client().calls(sid).fetch()).status === 'completed')
    await board.station('client:u_8', { outcome: 'never' })
    const { sid: unanswered } = await board.client().calls.create(ringing)
    await until(async () => (await board.client().calls(unanswered).fetch()).status === 'ringing')
    await board.client().calls(unanswered).update({ status: 'completed' })
    expect((await board.client().calls(unanswered).fetch()).status).toBe('canceled')
  })

  test('the call is not answered within the time: no answer', async () => {
    await board.station('+972543333333', { outcome: 'never' })
    const { sid } = await board.client().calls.create({
      to: '+972543333333',
      from: 'client:u_1',
      twiml: '<Response/>',
      timeout: 1,
    })
    await until(async () => (await board.client().calls(sid).fetch()).status === 'no-answer')
  })
})

describe('recordings', () => {
  test('the sound comes two seconds after its callback, only to the account, until it is deleted', async () => {
    const { url } = board.customer
    board.customer.on(
      '/take',
      () => '<Record maxLength="1" playBeep="false" action="/taken" recordingStatusCallback="/recorded"/>',
    )
    board.customer.on('/taken', () => '<Hangup/>')
    await board.station('+972544444444', { toneHz: 700 })
    await board.client().calls.create({ to: '+972544444444', from: 'client:u_1', url: `${url}/take` })
    await until(() => board.customer.at('/recorded').length > 0)
    const { RecordingSid = '', RecordingUrl = '' } = board.customer.at('/recorded')[0]?.params ?? {}
    expect(RecordingUrl).toBe(`${board.exchange.apiUrl}/2010-04-01${account()}/Recordings/${RecordingSid}`)
    const sound = (query = '', headers = { authorization: authorization() }) =>
      fetch(`${RecordingUrl}.wav${query}`, { headers })
    expect((await sound()).status).toBe(404)
    await until(async () => (await sound()).status === 200)
    expect((await sound()).headers.get('content-type')).toBe('audio/x-wav')
    expect((await sound('?RequestedChannels=2')).status).toBe(400)
    expect((await fetch(`${RecordingUrl}.wav`)).status).toBe(401)
    expect(await board.takeViolations()).toEqual(['api 20003'])

    const fetched = await board.client().recordings(RecordingSid).fetch()
    expect(fetched).toMatchObject({ status: 'completed', channels: 1, duration: '1', source: 'RecordVerb' })
    expect(await board.client().recordings(RecordingSid).remove()).toBe(true)
    await expect(board.client().recordings(RecordingSid).fetch()).rejects.toEqual(code(20404, 404))
    expect((await sound()).status).toBe(404)
  })
})

describe('requests that the vendor would refuse are refused in its words, and recorded', () => {
  test.each([
    { name: 'an unknown path', path: '/Queues.json', violation: 'api 20404', status: 404, code: 20404 },
    { name: 'an unknown parameter', path: '/Calls.json?Colour=red', violation: 'api 20001', status: 400, code: 20001 },
    {
      name: 'an unknown method',
      path: '/Calls.json',
      init: { method: 'PUT' },
      violation: 'api 20404',
      status: 404,
      code: 20404,
    },
    {
      name: 'JSON',
      path: '/Calls.json',
      init: { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
      violation: 'api 20001',
      status: 400,
      code: 20001,
    },
    {
      name: 'a parameter twice',
      path: '/Calls.json',
      init: {
        method: 'POST',
        body: new URLSearchParams([
          ['To', '1'],
          ['To', '2'],
        ]),
      },
      violation: 'api 20001',
      status: 400,
      code: 20001,
    },
    {
      name: 'a wrong token',
      path: '/Calls.json',
      init: { headers: { authorization: `Basic ${btoa(`${board.accountSid}:x`)}` } },
      violation: 'api 20003',
      status: 401,
      code: 20003,
    },
  ])('$name', async ({ path, init, violation, status, code }) => {
    const reply = await raw(`${account()}${path}`, init as RequestInit)
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({
      status,
      code,
      more_info: `https://www.twilio.com/docs/errors/${code}`,
    })
    expect(await board.takeViolations()).toEqual([violation])
  })
})

test('usage adds up by day and kind', async () => {
  const records = await board.client().usage.records.daily.list({ category: 'calls-outbound' })
  expect(records).toHaveLength(1)
  expect(Number(records[0]?.count)).toBeGreaterThan(1)
  expect(records[0]?.usageUnit).toBe('minutes')
})
