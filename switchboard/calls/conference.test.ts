import twilio from 'twilio'
import { describe, expect, test } from 'vitest'
import { strengthOf } from '../media/frames.ts'
import { readWav } from '../media/wav.ts'
import { openTestExchange, until } from '../testing/test-exchange.ts'

const board = openTestExchange({}, 4)
const CALLER = '+972501234567'
const [AGENT, COLLEAGUE] = ['+972502000001', '+972502000002']
const LEG = 'statusCallback="/leg" statusCallbackEvent="initiated ringing answered completed"'
const ROOM = { beep: 'false', waitUrl: '', endConferenceOnExit: true } as const
let next = 700

/** The instructions as the vendor's own package writes them. */
function room(name: string, attributes = {}, dial = {}) {
  const response = new twilio.twiml.VoiceResponse()
  response.dial(dial).conference({ ...ROOM, ...attributes }, name)
  return response.toString()
}

/** A talk between the caller (440 Hz) and an agent (1,000 Hz), who was called with a Dial. */
async function aTalk(dial = 'record="record-from-answer-dual" recordingStatusCallback="/recording"') {
  await board.station(AGENT, { toneHz: 1000 })
  await board.station(COLLEAGUE, { toneHz: 1500 })
  const phoneNumber = `+972724440${next++}`
  board.customer.on(
    '/voice',
    () => `<Dial action="/after" answerOnBridge="true" ${dial}><Number ${LEG}>${AGENT}</Number></Dial>`,
  )
  await board.client().incomingPhoneNumbers.create({ phoneNumber, voiceUrl: `${board.customer.url}/voice` })
  const caller = await board.dial(CALLER, phoneNumber, { toneHz: 440 })
  await until(async () => (await caller.look()).heardHz === 1000)
  const sidOf = (path: string) => board.customer.at(path)[0]?.params.CallSid ?? ''
  const [callerSid, agentSid] = [sidOf('/voice'), sidOf('/leg')]
  const move = (sid: string | undefined, twiml: string) =>
    board
      .client()
      .calls(sid ?? '')
      .update({ twiml })
  return { caller, callerSid, agentSid, move, hears: async () => (await caller.look()).heardHz }
}
type Robot = { id: string; robot: string; heardHz?: number; sent: number }
async function robotAt(number: string) {
  const last = (await board.ask<Robot[]>('GET', '/robot-calls')).filter(({ robot }) => robot === number).at(-1)
  return board.ask<Robot>('GET', `/robot-calls/${last?.id}`)
}
const heardBy = async (number: string) => (await robotAt(number)).heardHz
/** Whether a phone is sent nothing for a while. */
async function hearsNothing(number: string) {
  const { sent } = await robotAt(number)
  await new Promise((done) => setTimeout(done, 150))
  return (await robotAt(number)).sent === sent
}
const ended = (sid: string | undefined) => until(async () => (await statusOf(sid)) === 'completed')
const statusOf = async (sid: string | undefined) => (await board.calls()).find((call) => call.sid === sid)?.status

async function soundOf(sid: string | undefined) {
  const address = `${board.exchange.apiUrl}/2010-04-01/Accounts/${board.accountSid}/Recordings/${sid}.wav?RequestedChannels=2`
  const authorization = `Basic ${Buffer.from(`${board.accountSid}:${board.authToken}`).toString('base64')}`
  const reply = await fetch(address, { headers: { authorization } })
  const channels = readWav(Buffer.from(await reply.arrayBuffer()))?.channels ?? []
  return channels.map((samples) => [440, 1000, 1500].filter((hz) => strengthOf(samples, hz) > 0.2))
}

describe('a called phone that is redirected', () => {
  test('the caller’s Dial ends as completed and its action is asked; the phone follows its own instructions', async () => {
    const { callerSid, agentSid, move, hears } = await aTalk()
    board.customer.on('/after', () => '<Pause length="60"/>')
    await move(agentSid, room('hold'))
    await until(() => board.customer.at('/after').length > 0 && board.customer.at('/recording').length > 0)
    expect(board.customer.at('/after')[0]?.params).toMatchObject({
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallSid: agentSid,
      CallStatus: 'in-progress',
    })
    expect([await statusOf(callerSid), await statusOf(agentSid)]).toEqual(['in-progress', 'in-progress'])
    await move(callerSid, room('hold'))
    await until(async () => (await hears()) === 1000 && (await heardBy(AGENT)) === 440)
    await board.client().calls(callerSid).update({ status: 'completed' })
    await ended(agentSid)
  })

  test('a call that is not in progress cannot be redirected', async () => {
    const { callerSid, move } = await aTalk()
    await board.client().calls(callerSid).update({ status: 'completed' })
    await ended(callerSid)
    await expect(move(callerSid, room('late'))).rejects.toEqual(expect.objectContaining({ code: 21220, status: 400 }))
    await board.station(AGENT, { outcome: 'never' })
    const { sid } = await board
      .client()
      .calls.create({ to: AGENT, from: (await numbers()).at(-1) ?? '', twiml: '<Response><Hangup/></Response>' })
    await until(async () => (await statusOf(sid)) === 'ringing')
    await expect(move(sid, room('early'))).rejects.toEqual(expect.objectContaining({ code: 21220, status: 400 }))
    await board.client().calls(sid).update({ status: 'canceled' })
  })
})
const numbers = async () => (await board.client().incomingPhoneNumbers.list()).map(({ phoneNumber }) => phoneNumber)

describe('a conference', () => {
  test('is recorded from its start, in two channels: who came first, and the others', async () => {
    const { callerSid, agentSid, move, hears } = await aTalk('')
    board.customer.on('/after', () => '<Pause length="60"/>')
    board.customer.on('/met', () => '<Pause length="60"/>')
    await move(agentSid, room('recorded', { startConferenceOnEnter: false }))
    await until(() => board.customer.at('/after').length > 0)
    await move(
      callerSid,
      room(
        'recorded',
        {
          record: 'record-from-start',
          trim: 'do-not-trim',
          recordingStatusCallback: `${board.customer.url}/recording`,
        },
        { action: `${board.customer.url}/met` },
      ),
    )
    await until(async () => (await hears()) === 1000)
    await new Promise((done) => setTimeout(done, 300))
    await board.client().calls(agentSid).update({ status: 'completed' })
    await until(() => board.customer.at('/met').length > 0 && board.customer.at('/recording').length > 0)
    const { DialCallStatus, DialCallSid, DialCallDuration, DialBridged } = board.customer.at('/met')[0]?.params ?? {}
    expect({ DialCallStatus, DialCallSid, DialCallDuration, DialBridged }).toEqual({
      DialCallStatus: 'answered',
      DialCallSid: undefined,
      DialCallDuration: undefined,
      DialBridged: undefined,
    })
    const report = board.customer.at('/recording')[0]?.params
    expect(report).toMatchObject({
      RecordingStatus: 'completed',
      RecordingChannels: '2',
      RecordingSource: 'Conference',
    })
    expect(report?.ConferenceSid).toMatch(/^CF[0-9a-f]{32}$/)
    expect(report?.CallSid).toBeUndefined()
    expect(await soundOf(report?.RecordingSid)).toEqual([[1000], [440]])
    await board.client().calls(callerSid).update({ status: 'completed' })
  })

  test('who waits hears nothing, the tone of the exchange, or the instructions of the waitUrl', async () => {
    const { callerSid, agentSid, move } = await aTalk('')
    board.customer.on('/after', () => '<Pause length="60"/>')
    board.customer.on('/music', () => '<Say language="en-US">One moment</Say><Pause length="1"/>')
    await move(agentSid, room('elsewhere', { startConferenceOnEnter: false }))
    await move(callerSid, room('quiet'))
    await until(() => hearsNothing(CALLER))
    await move(callerSid, room('music', { waitUrl: `${board.customer.url}/music` }))
    await until(() => board.customer.at('/music').length > 1)
    expect(board.customer.at('/music')[0]?.params.CallSid).toBe(callerSid)
    // Neither of two who may not start it starts a conference.
    await move(callerSid, room('elsewhere', { startConferenceOnEnter: false }))
    await until(() => hearsNothing(CALLER))
    await board.client().calls(callerSid).update({ status: 'completed' })
    await ended(agentSid)
  })

  test('three hear each other, and those who stay talk on when one leaves', async () => {
    const { callerSid, agentSid, move, hears } = await aTalk('')
    board.customer.on('/after', () => '<Pause length="60"/>')
    const open = { endConferenceOnExit: false, beep: 'true' }
    await move(agentSid, room('three', open))
    await until(() => board.customer.at('/after').length > 0)
    await move(callerSid, room('three', open))
    const { sid } = await board
      .client()
      .calls.create({ to: COLLEAGUE, from: (await numbers()).at(-1) ?? '', twiml: room('three', open) })
    await until(async () => [1000, 1500].includes((await hears()) ?? 0) && (await heardBy(COLLEAGUE)) !== undefined)
    await board.client().calls(agentSid).update({ status: 'completed' })
    await until(async () => (await hears()) === 1500 && (await heardBy(COLLEAGUE)) === 440)
    for (const one of [callerSid, sid])
      await board
        .client()
        .calls(one ?? '')
        .update({ status: 'completed' })
  })

  test('together with a phone it is a violation', async () => {
    const { callerSid, move, caller } = await aTalk('')
    const mixed = room('mixed').replace('</Dial>', `<Number>${COLLEAGUE}</Number></Dial>`)
    await move(callerSid, mixed)
    await until(async () => (await board.ask<unknown[]>('GET', '/violations')).length > 0)
    expect(await board.takeViolations()).toEqual(['twiml 12200'])
    await board.client().calls(callerSid).update({ status: 'completed' })
    await caller.ended()
  })
})
