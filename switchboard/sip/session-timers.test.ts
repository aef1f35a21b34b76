import { afterEach, describe, expect, it } from 'vitest'
import type { AgentCall } from '../testing/agent-call.ts'
import { field, methodOf, statusOf } from '../testing/agent-text.ts'
import type { SipAgent } from '../testing/sip-agent.ts'
import { closeHouses, dialled, exchange, pause, registered, until } from '../testing/sip-house.ts'
import { timersOf } from './limits.ts'

afterEach(closeHouses)

/** RFC 4028 with seconds of 20 ms: 90 s take 1.8 s, and unanswered requests time out after 640 ms. */
const FAST = { timers: timersOf(10) }
const SECOND_MS = 20
const TIMER = 'Supported: timer'
const expires = (value: string) => `Session-Expires: ${value}`

/** A phone calls the exchange, which answers. */
async function calling(lines: string[]) {
  const house = await exchange(FAST, ({ leg }) => void leg.answer())
  const call = await (await house.agent()).call('1', { lines })
  await call.reached(lines.includes(expires('89')) ? 'ended' : 'answered')
  return { call, leg: () => house.came[0]?.leg }
}

/** The exchange calls a phone, which answers with these lines. */
async function called(lines: string[], config: object = FAST) {
  const house = await exchange(config)
  const phone: SipAgent = await registered(house, {
    onCall: (call: AgentCall) => call.answer(['PCMU'], lines),
  })
  const leg = dialled(house.sip)
  await until(() => leg.state === 'answered')
  const call = phone.taken[0]
  if (!call) throw new Error('no call')
  return { call, leg }
}

describe('a phone that calls and knows session timers', () => {
  it('gets the session interval, and the exchange refreshes it', async () => {
    const { call } = await calling([TIMER])
    expect(field(call.opening, 'Session-Expires')).toBe('1800;refresher=uas')
    expect(field(call.opening, 'Supported')).toBe('timer')
    expect(field(call.opening, 'Require')).toBe('timer')
  })

  it('gets the interval that it asks for, and refreshes by itself where it says so', async () => {
    const { call } = await calling([TIMER, 'Require: timer', expires('120;refresher=uac')])
    expect(field(call.opening, 'Session-Expires')).toBe('120;refresher=uac')
    expect(field(call.opening, 'Require')).toBe('timer')
  })

  it('with an interval below 90 s is refused with the smallest one', async () => {
    const { call } = await calling([TIMER, expires('89')])
    expect(call.status).toBe(422)
    expect(field(call.opening, 'Min-SE')).toBe('90')
  })

  it('is refreshed by UPDATE at half the interval where it allows that', async () => {
    const { call, leg } = await calling([TIMER, expires('90;refresher=uas'), 'Allow: INVITE, UPDATE'])
    const begun = Date.now()
    call.onAsked = () => ({ lines: [TIMER, expires('90;refresher=uac')] })
    await until(() => call.asked.length === 2)
    expect(call.asked.map(methodOf)).toEqual(['UPDATE', 'UPDATE'])
    expect(field(call.asked[0] ?? '', 'Session-Expires')).toBe('90;refresher=uac')
    // Two refresh intervals of 45 s have passed.
    expect(Date.now() - begun).toBeGreaterThan(85 * SECOND_MS)
    expect(leg()?.state).toBe('answered')
  })

  it('that promised to refresh and does not is sent BYE a third before the end', async () => {
    const { call, leg } = await calling([TIMER, expires('90;refresher=uac')])
    const begun = Date.now()
    await call.reached('ended')
    expect(call.endedByOther).toBe(true)
    expect(leg()?.end).toMatchObject({ sipCode: 200, by: 'network' })
    // The call ends after 90 s less 30 s.
    expect(Date.now() - begun).toBeGreaterThan(55 * SECOND_MS)
    expect(Date.now() - begun).toBeLessThan(80 * SECOND_MS)
  })

  it('that refreshes by UPDATE or by re-INVITE keeps the call', async () => {
    const { call, leg } = await calling([TIMER, expires('90;refresher=uac')])
    const own = [TIMER, expires('90;refresher=uac')]
    for (let round = 0; round < 2; round++) {
      await pause(40 * SECOND_MS)
      const updated = await call.ask('UPDATE', '', own)
      expect([statusOf(updated), field(updated, 'Session-Expires')]).toEqual([200, '90;refresher=uac'])
      await pause(40 * SECOND_MS)
      expect(field(await call.reinvite('sendrecv', own), 'Session-Expires')).toBe('90;refresher=uac')
    }
    expect(leg()?.state).toBe('answered')
    expect(statusOf(await call.ask('UPDATE', '', [TIMER, expires('30')]))).toBe(422)
    expect(leg()?.state).toBe('answered')
  })
})

describe('a phone that calls and does not know session timers', () => {
  it('has none, whatever it leaves out later', async () => {
    const { call, leg } = await calling([])
    expect(field(call.opening, 'Session-Expires')).toBe('')
    const updated = await call.ask('UPDATE')
    expect([statusOf(updated), field(updated, 'Session-Expires')]).toEqual([200, ''])
    expect(leg()?.state).toBe('answered')
  })

  it('behind a proxy that asks for one is refreshed by the exchange', async () => {
    const { call } = await calling([expires('100')])
    expect(field(call.opening, 'Session-Expires')).toBe('100;refresher=uas')
    expect(field(call.opening, 'Require')).toBe('')
    await until(() => call.asked.length === 1)
    expect(methodOf(call.asked[0] ?? '')).toBe('INVITE')
    expect(call.asked[0]).toMatch(/m=audio \d+ RTP\/AVP 0/)
  })
})

describe('a phone that the exchange calls', () => {
  it('is offered a session of half an hour, and none holds where it does not answer to that', async () => {
    const { call, leg } = await called([])
    expect(field(call.opening, 'Supported')).toBe('timer')
    expect(field(call.opening, 'Session-Expires')).toBe('1800')
    await pause(100 * SECOND_MS)
    expect(call.asked.filter((request) => methodOf(request) !== 'OPTIONS')).toEqual([])
    expect(leg.state).toBe('answered')
  })

  it('is refreshed by re-INVITE with the same description, and sound goes on', async () => {
    const { call, leg } = await called([TIMER, 'Require: timer', expires('90;refresher=uac')])
    call.onAsked = () => ({ lines: [TIMER, expires('90;refresher=uac')] })
    await until(() => call.asked.length === 2)
    expect(call.asked.map(methodOf)).toEqual(['INVITE', 'INVITE'])
    const description = (text = '') => text.slice(text.indexOf('\r\n\r\n') + 4)
    expect(description(call.asked[0])).toBe(description(call.opening))
    const before = leg.stats().received
    await until(() => leg.stats().received > before + 5)
    expect(leg.state).toBe('answered')
  })

  it('that chose to refresh and does not is sent BYE', async () => {
    const { call, leg } = await called([TIMER, expires('90;refresher=uas')])
    await call.reached('ended')
    expect(call.endedByOther).toBe(true)
    expect(leg.end).toMatchObject({ sipCode: 200, by: 'network' })
  })

  it('that no longer knows the call when it is refreshed has ended it', async () => {
    const { call, leg } = await called([TIMER, expires('90;refresher=uac')])
    call.onAsked = (request) => (methodOf(request) === 'INVITE' ? { status: '481 Unknown Call' } : {})
    await until(() => leg.state === 'ended')
    expect(leg.end).toMatchObject({ by: 'network' })
  })

  it('that is busy with a change of its own is refreshed a moment later', async () => {
    const { call, leg } = await called([TIMER, expires('90;refresher=uac')])
    let first = true
    call.onAsked = () => {
      const refused = first
      first = false
      return refused ? { status: '491 Request Pending' } : { lines: [expires('90;refresher=uac')] }
    }
    await until(() => call.asked.length >= 3)
    expect(leg.state).toBe('answered')
  })

  it('and wants a longer interval gets it', async () => {
    const house = await exchange(FAST)
    const invitations: string[] = []
    const phone: SipAgent = await registered(house, {
      onCall: (call: AgentCall) => {
        invitations.push(call.opening)
        call.refuse('422 Session Interval Too Small', ['Min-SE: 3600'])
      },
    })
    const leg = dialled(house.sip)
    await until(() => leg.state === 'ended')
    expect(invitations.map((text) => field(text, 'Session-Expires'))).toEqual(['1800', '3600'])
    expect(field(invitations[1] ?? '', 'Min-SE')).toBe('3600')
    expect(phone.taken).toHaveLength(2)
    expect(leg.end).toEqual({ sipCode: 422, by: 'phone' })
  })
})

it('a line that asks for the password again when it is refreshed gets it', async () => {
  const house = await exchange(FAST)
  const line = await house.agent({
    onCall: (call: AgentCall) => call.answer(['PCMU'], [TIMER, expires('90;refresher=uac')]),
  })
  const auth = { username: 'line', password: 'line-secret' }
  const uri = `sip:+97231234567@${line.host}:${line.port}`
  const leg = house.sip.dial({ to: { kind: 'sip', uri, auth }, from: '+972721110000', callSid: 'CA1' })
  await until(() => leg?.state === 'answered')
  const [call] = line.taken
  if (!call) throw new Error('no call')
  call.onAsked = (request) =>
    field(request, 'Authorization')
      ? { lines: [expires('90;refresher=uac')] }
      : { status: '401 Unauthorized', lines: ['WWW-Authenticate: Digest realm="line", nonce="n1", qop="auth"'] }
  await until(() => call.asked.length === 4)
  expect(call.asked.map((request) => field(request, 'Authorization').includes('username="line"'))).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(leg?.state).toBe('answered')
})
