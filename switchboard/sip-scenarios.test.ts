import { afterEach, describe, expect, test } from 'vitest'
import type { AgentCall } from './testing/agent-call.ts'
import { type AgentOptions, SipAgent } from './testing/sip-agent.ts'
import { clearest, readWav, ruledBy, secondsHeard } from './testing/sound.ts'
import { openTestExchange, until } from './testing/test-exchange.ts'

const CALLER = '+972501110000'
const CALLED = '+972724448001'
const FIRST = { username: 'first', password: 'first-secret', e164: '+972502220001' }
const SECOND = { username: 'second', password: 'second-secret', e164: '+972502220002' }
const THIRD = { username: 'third', password: 'third-secret', e164: '+972502220003' }

const board = openTestExchange({
  SWITCHBOARD_SIP_GUESTS: '1',
  SWITCHBOARD_SIP_USERS: [FIRST, SECOND, THIRD]
    .map(({ username, password, e164 }) => `${username}:${password}:${e164}`)
    .join(),
})

const agents: SipAgent[] = []
afterEach(async () => {
  for (const agent of agents.splice(0)) {
    if (agent.account) await agent.register(0)
    agent.close()
  }
  await until(async () => (await board.ask<{ live: number }>('GET', '/state')).live === 0)
})

async function agent(options: Omit<AgentOptions, 'exchange'> = {}) {
  const [, host = '', port] = /^udp:\/\/(.+):(\d+)$/.exec(board.exchange.doors.sip ?? '') ?? []
  const opened = await SipAgent.open({ exchange: { host, port: Number(port) }, ...options })
  agents.push(opened)
  return opened
}

/** Returns a registered desk phone that follows its script when it rings. */
async function phone(account: typeof FIRST, onCall?: (call: AgentCall) => void, more: Partial<AgentOptions> = {}) {
  const opened = await agent({ account, ...(onCall ? { onCall } : {}), ...more })
  expect(await opened.register()).toBe(200)
  return opened
}

async function ownNumber(): Promise<void> {
  const owned = await board.client().incomingPhoneNumbers.list({ phoneNumber: CALLED })
  const { url } = board.customer
  const hooks = { voiceUrl: `${url}/voice`, statusCallback: `${url}/status` }
  if (owned.length === 0) await board.client().incomingPhoneNumbers.create({ phoneNumber: CALLED, ...hooks })
  board.customer.on('/dial/1', () => '<Hangup/>')
}

/** Makes the number ring these phones, as the product does. */
async function rings(targets: (typeof FIRST)[], attributes = 'timeout="20"'): Promise<void> {
  await ownNumber()
  const nouns = targets.map(({ e164 }) => `<Number>${e164}</Number>`).join('')
  const dial = 'answerOnBridge="true" record="record-from-answer-dual" recordingStatusCallback="/recording"'
  board.customer.on('/voice', () => `<Dial action="/dial/1" ${dial} ${attributes}>${nouns}</Dial>`)
}

const dialStatus = () => board.customer.at('/dial/1').at(-1)?.params.DialCallStatus
const endStatus = () => board.customer.at('/status').at(-1)?.params.CallStatus
const reported = () => until(() => dialStatus() !== undefined && endStatus() !== undefined)

async function recordedSound() {
  await until(() => board.customer.at('/recording').length > 0)
  const [url] = board.customer.at('/recording').map(({ params }) => params.RecordingUrl)
  const authorization = `Basic ${Buffer.from(`${board.accountSid}:${board.authToken}`).toString('base64')}`
  const reply = await fetch(`${url}.wav?RequestedChannels=2`, { headers: { authorization } })
  return readWav(Buffer.from(await reply.arrayBuffer()))
}

const ringsFor = (ms: number, then: (call: AgentCall) => void) => (call: AgentCall) => {
  call.ring()
  setTimeout(() => then(call), ms)
}
const answers = ringsFor(100, (call) => call.answer())
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('SIP phones through the whole exchange', () => {
  test('answered: A-law talks to µ-law, and the recording holds each voice in its own channel', async () => {
    await rings([FIRST])
    const desk = await phone(FIRST, answers, { tone: 1_000 })
    const call = await (await agent()).call(CALLED, { from: CALLER, tone: 440, codecs: ['PCMA'] })
    await call.reached('answered')
    await pause(1_500)
    call.bye()
    await reported()
    expect([dialStatus(), endStatus()]).toEqual(['completed', 'completed'])
    expect(desk.taken[0]).toMatchObject({ endedByOther: true })
    expect(desk.taken[0]?.from).toContain(CALLER)
    expect(ruledBy(1_000, call.media.heard())).toBeGreaterThan(0.9)
    expect(ruledBy(440, desk.taken[0]?.media.heard() ?? new Int16Array())).toBeGreaterThan(0.9)
    const { left, right } = await recordedSound()
    expect([ruledBy(440, left), ruledBy(1_000, right)]).toSatisfy((shares: number[]) =>
      shares.every((share) => share > 0.9),
    )
    // If the wrong G.711 law were used, a tenth of a tone's energy would become noise.
    const heard = [call.media.heard(), right, desk.taken[0]?.media.heard() ?? new Int16Array(), left]
    expect(heard.map((sound, i) => clearest(i < 2 ? 1_000 : 440, sound))).toSatisfy((shares: number[]) =>
      shares.every((share) => share > 0.98),
    )
    expect([secondsHeard(left), secondsHeard(right)]).toSatisfy((heard: number[]) => heard.every((s) => s > 1 && s < 2))
  })

  test('answered, and the called phone hangs up first', async () => {
    await rings([FIRST])
    await phone(
      FIRST,
      ringsFor(50, (call) => {
        call.answer()
        setTimeout(() => call.bye(), 400)
      }),
    )
    const call = await (await agent()).call(CALLED, { from: CALLER })
    await call.reached('ended')
    await reported()
    expect(call).toMatchObject({ status: 200, endedByOther: true })
    expect([dialStatus(), endStatus()]).toEqual(['completed', 'completed'])
  })

  test('busy', async () => {
    await rings([FIRST])
    await phone(FIRST, (call) => call.refuse('486 Busy Here'))
    const call = await (await agent()).call(CALLED, { from: CALLER })
    await call.reached('ended')
    await reported()
    expect(dialStatus()).toBe('busy')
    expect(call.status).toBeGreaterThanOrEqual(400)
  })

  test('no answer: after its time the phone stops ringing', async () => {
    await rings([FIRST], 'timeout="1"')
    const desk = await phone(FIRST)
    const call = await (await agent()).call(CALLED, { from: CALLER })
    await call.reached('ringing')
    await call.reached('ended')
    await reported()
    expect(dialStatus()).toBe('no-answer')
    await until(() => desk.taken[0]?.stage === 'ended')
    expect(desk.taken[0]).toMatchObject({ status: 487, endedByOther: true })
  })

  test('cancel: the caller hangs up while it rings', async () => {
    await rings([FIRST])
    const desk = await phone(FIRST)
    const call = await (await agent()).call(CALLED, { from: CALLER })
    await until(() => desk.taken[0]?.stage === 'ringing')
    call.cancel()
    await call.reached('ended')
    await reported()
    expect(call.status).toBe(487)
    await until(() => desk.taken[0]?.stage === 'ended')
    expect([desk.taken[0]?.status, dialStatus()]).toEqual([487, 'canceled'])
  })

  test('reject: by the number’s owner, and by the phone', async () => {
    await ownNumber()
    board.customer.on('/voice', () => '<Reject reason="busy"/>')
    const caller = await agent()
    const busy = await caller.call(CALLED, { from: CALLER })
    await busy.reached('ended')
    board.customer.on('/voice', () => '<Reject/>')
    const rejected = await caller.call(CALLED, { from: CALLER })
    await rejected.reached('ended')
    expect([busy.status, rejected.status]).toEqual([486, 603])
    await rings([FIRST])
    await phone(
      FIRST,
      ringsFor(50, (call) => call.refuse('603 Decline')),
    )
    const declined = await caller.call(CALLED, { from: CALLER })
    await declined.reached('ended')
    await until(() => dialStatus() !== undefined)
    expect(dialStatus()).toBe('no-answer')
  })

  test('simultaneous: one is busy, the first to answer has the call, the last stops ringing', async () => {
    await rings([FIRST, SECOND, THIRD])
    await phone(FIRST, (call) => call.refuse('486 Busy Here'))
    const quick = await phone(
      SECOND,
      ringsFor(300, (call) => call.answer()),
      { tone: 1_000 },
    )
    const slow = await phone(THIRD)
    const call = await (await agent()).call(CALLED, { from: CALLER })
    await call.reached('answered')
    await until(() => slow.taken[0]?.stage === 'ended')
    await pause(500)
    call.bye()
    await reported()
    expect(slow.taken[0]?.status).toBe(487)
    expect(quick.taken[0]?.status).toBe(200)
    expect(dialStatus()).toBe('completed')
    expect(ruledBy(1_000, call.media.heard())).toBeGreaterThan(0.8)
  })

  test('sequential: the next is rung when one is busy or does not answer', async () => {
    await rings([FIRST, SECOND, THIRD], 'sequential="true" timeout="1"')
    const rung: number[] = []
    const noting = (then: (call: AgentCall) => void) => (call: AgentCall) => {
      rung.push(Date.now())
      then(call)
    }
    const busy = await phone(FIRST, (call) => call.refuse('486 Busy Here'))
    const away = await phone(
      SECOND,
      noting((call) => call.ring()),
    )
    const last = await phone(THIRD, noting(answers))
    const call = await (await agent()).call(CALLED, { from: CALLER })
    await call.reached('answered')
    // The last phone must not be rung before the ringing time of the second has passed.
    expect((rung[1] ?? 0) - (rung[0] ?? 0)).toBeGreaterThan(900)
    expect([busy, away, last].map(({ taken }) => taken[0]?.status)).toEqual([486, 487, 200])
    call.bye()
    await reported()
    expect(dialStatus()).toBe('completed')
  })

  test('15 % of all packets lost, both ways: every call comes about and ends, none is stuck', {
    timeout: 90_000,
  }, async () => {
    await rings([FIRST], 'timeout="30"')
    const desk = await phone(FIRST, answers, { loss: 0.15 })
    const caller = await agent({ loss: 0.15 })
    const callers = Array.from({ length: 8 }, (_, n) => `+97250111000${n}`)
    const calls = await Promise.all(callers.map((from) => caller.call(CALLED, { from })))
    await Promise.all(calls.map((call) => call.reached('answered', 40)))
    await pause(500)
    callers.forEach((from, at) => {
      const other = desk.taken.find((taken) => taken.from.includes(from))
      if (at % 2 === 0) calls[at]?.bye()
      else other?.bye()
    })
    await until(() => ['/status', '/dial/1'].every((path) => board.customer.at(path).length === 8), 40_000)
    expect(caller.dropped + desk.dropped).toBeGreaterThan(8)
    expect(calls.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await board.ask<{ live: number }>('GET', '/state')).toMatchObject({ live: 0 })
    await Promise.all([...calls, ...desk.taken].map((call) => call.reached('ended')))
    expect(board.customer.at('/dial/1').map(({ params }) => params.DialCallStatus)).toEqual(Array(8).fill('completed'))
  })

  test('keys pressed at a SIP phone are gathered', async () => {
    await ownNumber()
    board.customer.on('/voice', () => '<Gather numDigits="3" timeout="10" action="/keys"/>')
    board.customer.on('/keys', () => '<Hangup/>')
    const call = await (await agent()).call(CALLED, { from: CALLER })
    await call.reached('answered')
    call.media.press('4*7')
    await call.reached('ended')
    expect(board.customer.at('/keys')[0]?.params.Digits).toBe('4*7')
  })
})
