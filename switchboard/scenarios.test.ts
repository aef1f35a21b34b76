import { describe, expect, test } from 'vitest'
import { strengthOf } from './media/frames.ts'
import { readWav } from './media/wav.ts'
import { openTestExchange, until } from './testing/test-exchange.ts'

const CALLER = '+972501234567'
const AGENT = '+972502223344'
const board = openTestExchange({}, 2)

/** Buys a number whose calls are dialled to the agent, as the product does. */
async function aNumber(digits: string, dial = {}) {
  const { url } = board.customer
  const attributes = { timeout: '5', answerOnBridge: 'true', record: 'record-from-answer-dual', ...dial }
  const text = Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')
  board.customer.on(
    '/voice',
    () =>
      `<Dial action="/dial/1" callerId="${CALLER}" ${text} recordingStatusCallback="/recording">
        <Number statusCallback="/leg" statusCallbackEvent="initiated ringing answered completed">${AGENT}</Number></Dial>`,
  )
  board.customer.on('/dial/1', () => '<Hangup/>')
  const phoneNumber = `+97272444${digits}`
  const owned = await board.client().incomingPhoneNumbers.list({ phoneNumber })
  if (owned.length === 0)
    await board.client().incomingPhoneNumbers.create({
      phoneNumber,
      voiceUrl: `${url}/voice`,
      statusCallback: `${url}/status`,
    })
  return phoneNumber
}

const legStatuses = () => board.customer.at('/leg').map(({ params }) => params.CallStatus)
const dialAction = () => board.customer.at('/dial/1')[0]?.params
const end = () => board.customer.at('/status')[0]?.params

describe('a robot calls a number', () => {
  test('answered: both hear each other, and every webhook tells it', async () => {
    const to = await aNumber('0001')
    await board.station(AGENT, { answerAfterMs: 150, toneHz: 1000 })
    const caller = await board.dial('050-123-4567', '072-444-0001', { toneHz: 440, hangUpAfterMs: 1_500 })
    await until(async () => (await caller.look()).heardHz === 1000)
    await caller.ended()
    await until(() => end() !== undefined && board.customer.at('/recording').length > 0 && dialAction() !== undefined)

    const inbound = board.customer.at('/voice')[0]
    expect(inbound?.params).toMatchObject({
      AccountSid: board.accountSid,
      ApiVersion: '2010-04-01',
      CallStatus: 'ringing',
      Direction: 'inbound',
      From: CALLER,
      To: to,
      Caller: CALLER,
      Called: to,
      FromCountry: 'IL',
    })
    expect(inbound?.params.CallSid).toMatch(/^CA[0-9a-f]{32}$/)
    await until(() => legStatuses().length === 4)
    const legs = board.customer
      .at('/leg')
      .sort((a, b) => Number(a.params.SequenceNumber) - Number(b.params.SequenceNumber))
    expect(legs.map(({ params }) => [params.SequenceNumber, params.CallStatus])).toEqual([
      ['0', 'initiated'],
      ['1', 'ringing'],
      ['2', 'in-progress'],
      ['3', 'completed'],
    ])
    expect(legs[3]?.params).toMatchObject({
      ParentCallSid: inbound?.params.CallSid,
      Direction: 'outbound-dial',
      CallbackSource: 'call-progress-events',
      CallDuration: '1',
      Duration: '1',
    })
    expect(legs[3]?.params.Timestamp).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/)
    expect(dialAction()).toMatchObject({
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: '1',
      DialCallSid: legs[3]?.params.CallSid,
      CallStatus: 'completed',
    })
    expect(end()).toMatchObject({ CallStatus: 'completed', CallDuration: '1', SequenceNumber: '0' })
    expect(board.customer.at('/recording')[0]?.params).toMatchObject({
      CallSid: inbound?.params.CallSid,
      RecordingSid: dialAction()?.RecordingSid,
      RecordingStatus: 'completed',
      RecordingChannels: '2',
      RecordingSource: 'DialVerb',
    })
  })

  test('the recording holds the caller on the left and the called on the right', async () => {
    const to = await aNumber('0001')
    await board.station(AGENT, { answerAfterMs: 50, toneHz: 1000 })
    const caller = await board.dial(CALLER, to, { toneHz: 440, hangUpAfterMs: 1_200 })
    await caller.ended()
    await until(() => board.customer.at('/recording').length > 0)
    const { RecordingUrl = '' } = board.customer.at('/recording')[0]?.params ?? {}
    const authorization = `Basic ${btoa(`${board.accountSid}:${board.authToken}`)}`
    const fetchWav = async (query: string) =>
      Buffer.from(await (await fetch(`${RecordingUrl}.wav${query}`, { headers: { authorization } })).arrayBuffer())

    const sound = readWav(await fetchWav('?RequestedChannels=2'))
    const [left = new Int16Array(), right = new Int16Array()] = sound?.channels ?? []
    expect(sound?.rate).toBe(8_000)
    expect(left.length / 8_000).toBeGreaterThan(1)
    expect(left.length / 8_000).toBeLessThan(1.4)
    const middle = (channel: Int16Array) => channel.subarray(1_600, 8_000)
    expect(strengthOf(middle(left), 440)).toBeGreaterThan(0.9)
    expect(strengthOf(middle(left), 1000)).toBeLessThan(0.05)
    expect(strengthOf(middle(right), 1000)).toBeGreaterThan(0.9)
    expect(strengthOf(middle(right), 440)).toBeLessThan(0.05)

    const mono = readWav(await fetchWav('?RequestedChannels=1'))
    expect(mono?.channels).toHaveLength(1)
    expect(strengthOf(middle(mono?.channels[0] ?? left), 440)).toBeGreaterThan(0.4)
    expect(strengthOf(middle(mono?.channels[0] ?? left), 1000)).toBeGreaterThan(0.4)
  })

  test.each([
    { name: 'busy', script: { outcome: 'busy' }, leg: 'busy', dial: 'busy', code: '486' },
    { name: 'declined', script: { outcome: 'reject' }, leg: 'no-answer', dial: 'no-answer', code: '603' },
    { name: 'out of order', script: { outcome: 'unreachable' }, leg: 'failed', dial: 'failed', code: '503' },
    { name: 'no answer', script: { outcome: 'never' }, leg: 'no-answer', dial: 'no-answer', code: '487' },
  ])('$name', async ({ script, leg, dial, code }) => {
    const to = await aNumber('0001', { timeout: '1' })
    await board.station(AGENT, script)
    const caller = await board.dial(CALLER, to, { toneHz: 440 })
    await caller.ended()
    await until(() => legStatuses().includes(leg) && end() !== undefined)
    expect(dialAction()).toMatchObject({ DialCallStatus: dial, DialBridged: 'false', CallStatus: 'ringing' })
    const last = board.customer.at('/leg').find(({ params }) => params.CallStatus === leg)
    expect(last?.params).toMatchObject({ SipResponseCode: code, CallDuration: '0' })
    expect(end()?.CallStatus).toBe('no-answer')
    expect((await caller.look()).sipCode).toBe(480)
    expect(board.customer.at('/recording')).toEqual([])
  })

  test('the dialled number does not exist: failed', async () => {
    const to = await aNumber('0001')
    await board.ask('DELETE', `/robots/${encodeURIComponent(AGENT)}`)
    const caller = await board.dial(CALLER, to)
    await caller.ended()
    await until(() => dialAction() !== undefined)
    expect(dialAction()?.DialCallStatus).toBe('failed')
  })

  test.each([
    { report: 'canceled', dial: 'canceled', leg: 'canceled', parent: 'canceled' },
    { report: 'no-answer', dial: 'no-answer', leg: 'no-answer', parent: 'no-answer' },
    { report: 'none', dial: undefined, leg: 'canceled', parent: 'no-answer' },
  ])('a caller who hangs up while it rings, reported as $report', async ({ report, dial, leg, parent }) => {
    await board.ask('PUT', '/hang-up-report', { report })
    const to = await aNumber('0001')
    await board.station(AGENT, { outcome: 'never' })
    const caller = await board.dial(CALLER, to, { cancelAfterMs: 400 })
    await caller.ended()
    await until(() => legStatuses().includes(leg) && end() !== undefined)
    await new Promise((done) => setTimeout(done, 100))
    expect(end()?.CallStatus).toBe(parent)
    expect(dialAction()?.DialCallStatus).toBe(dial)
    expect(legStatuses()).toEqual(['initiated', 'ringing', leg])
  })

  test.each([
    { name: 'blacklisted', reason: 'rejected', code: 603, status: 'no-answer' },
    { name: 'not active', reason: 'busy', code: 486, status: 'busy' },
  ])('$name: the call is refused unanswered', async ({ reason, code, status }) => {
    const to = await aNumber('0001')
    board.customer.on('/voice', () => `<Reject reason="${reason}"/>`)
    const caller = await board.dial(CALLER, to)
    await caller.ended()
    await until(() => end() !== undefined)
    expect((await caller.look()).sipCode).toBe(code)
    expect(end()).toMatchObject({ CallStatus: status, CallDuration: '0' })
  })

  test('out of hours: a message, then a recording of what the caller says', async () => {
    const to = await aNumber('0001')
    board.customer.on(
      '/voice',
      () =>
        '<Say language="he-IL" voice="Google.he-IL-Standard-A">אנחנו סגורים</Say><Record action="/voicemail" maxLength="1" recordingStatusCallback="/recording"/>',
    )
    board.customer.on('/voicemail', () => '<Hangup/>')
    const caller = await board.dial(CALLER, to, { toneHz: 440 })
    await caller.ended()
    await until(() => board.customer.at('/recording').length > 0 && end() !== undefined)
    expect(board.customer.at('/voicemail')[0]?.params).toMatchObject({
      RecordingDuration: '1',
      CallStatus: 'in-progress',
      RecordingSid: board.customer.at('/recording')[0]?.params.RecordingSid,
    })
    expect(board.customer.at('/recording')[0]?.params).toMatchObject({
      RecordingSource: 'RecordVerb',
      RecordingChannels: '1',
    })
    expect(end()?.CallStatus).toBe('completed')
  })
})
