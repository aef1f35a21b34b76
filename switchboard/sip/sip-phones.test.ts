import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { bodyOf, compose, field, methodOf, statusOf } from '../testing/agent-text.ts'
import { closeHouses, DANA, dialled, exchange, OMER, open, pause, registered, until } from '../testing/sip-house.ts'
import { ruledBy } from '../testing/sound.ts'
import { timersOf } from './limits.ts'

afterEach(closeHouses)

describe('a phone that registers', () => {
  it('is asked for its password, and is rung under its number', async () => {
    const house = await exchange()
    const phone = await registered(house, { onCall: (call: { ring(): void }) => call.ring() })
    const leg = dialled(house.sip)
    await until(() => leg.state === 'ringing')
    expect(phone.taken[0]?.from).toContain('+972721110000')
    expect(house.sip.phones()).toMatchObject([{ address: '+972501234567' }])
  })

  it('with a wrong password, or another one’s name, is not', async () => {
    const { agent, sip } = await exchange()
    const wrong = await agent({ account: { username: 'dana', password: 'guessed' } })
    expect(await wrong.register()).toBe(401)
    const other = await agent({ account: OMER, name: 'dana' })
    expect(await other.register()).toBe(403)
    expect(sip.phones()).toEqual([])
  })

  it('whose password is wrong too often shuts out its own name alone', async () => {
    const { agent } = await exchange()
    const wrong = await agent({ account: { username: 'dana', password: 'guessed' } })
    for (let n = 1; n <= 20; n++) expect(await wrong.register()).toBe(401)
    expect(await wrong.register()).toBe(403)
    expect(await (await agent({ account: DANA })).register()).toBe(403)
    // A colleague's phone behind the same address.
    expect(await (await agent({ account: OMER })).register()).toBe(200)
    const stranger = await agent({ account: { username: 'unknown', password: 'guessed' } })
    for (let n = 1; n <= 20; n++) expect(await stranger.register()).toBe(401)
    expect(await (await agent({ account: { username: 'no-one', password: 'guessed' } })).register()).toBe(403)
  })

  it('is not rung any more once it signed off', async () => {
    const house = await exchange()
    const phone = await registered(house)
    expect(await phone.register(0)).toBe(200)
    const leg = dialled(house.sip)
    await until(() => leg.state === 'ended')
    expect(leg.end).toEqual({ sipCode: 480, by: 'exchange' })
  })

  it('that moved is rung at its new place alone', async () => {
    const house = await exchange()
    const before = await registered(house)
    const after = await registered(house, { movedFrom: before })
    const another = await registered(house)
    expect(house.sip.phones()).toHaveLength(2)
    const leg = dialled(house.sip)
    await until(() => after.taken.length === 1 && another.taken.length === 1)
    expect(leg.state).toBe('ringing')
    expect(before.taken).toEqual([])
  })

  it('stands in for a softphone', async () => {
    const house = await exchange()
    await registered(house, { account: OMER })
    const dial = (identity: string) =>
      house.sip.dial({ to: { kind: 'client', identity, params: {} }, from: '+972721110000', callSid: 'CA1' })
    const leg = dial('u_7_b1')
    await until(() => leg?.state === 'ringing')
    expect(dial('u_8_b1')).toBeUndefined()
  })

  it('twice is one leg: both ring, the first to answer has it, the other one stops', async () => {
    const house = await exchange()
    const slow = await registered(house, { onCall: (call: { ring(): void }) => call.ring() })
    await registered(house, { onCall: (call: { answer(): void }) => setTimeout(() => call.answer(), 300) })
    const leg = dialled(house.sip)
    await until(() => leg.state === 'answered' && slow.taken[0]?.stage === 'ended')
    expect(slow.taken[0]).toMatchObject({ status: 487, endedByOther: true })
  })
})

describe('a call that comes in', () => {
  it('carries sound and keys both ways, whatever the codec, and ends when the phone hangs up', async () => {
    const heard: Int16Array[] = []
    let digits = ''
    const { agent, came } = await exchange({}, ({ leg }) => {
      leg.onFrame((frame) => {
        heard.push(frame)
        leg.send(frame)
      })
      leg.onDigit((digit) => {
        digits += digit
      })
      leg.ring()
      void leg.answer()
    })
    const call = await (await agent()).call('0721234567', { tone: 700, codecs: ['PCMA'] })
    await call.reached('answered')
    expect(came[0]).toMatchObject({ from: '+972501110000', to: '0721234567' })
    await pause(600)
    call.media.press('1#5')
    came[0]?.leg.sendDigits('90')
    await until(() => digits === '1#5' && call.media.digits === '90')
    expect(ruledBy(700, Int16Array.from(heard.flatMap((frame) => [...frame])))).toBeGreaterThan(0.9)
    expect(ruledBy(700, call.media.heard().subarray(1_600, 4_800))).toBeGreaterThan(0.9)
    expect(came[0]?.leg.stats()).toMatchObject({ lost: 0 })
    call.bye()
    await until(() => came[0]?.leg.state === 'ended')
    expect(came[0]?.leg.end).toEqual({ sipCode: 200, by: 'phone' })
  })

  it('is ended by the exchange, refused, or taken back', async () => {
    const { agent, came } = await exchange({}, ({ leg, to }) => {
      if (to === '1') void leg.answer().then(() => setTimeout(() => leg.hangup(), 100))
      else if (to === '2') leg.reject('busy')
      else leg.ring()
    })
    const phone = await agent()
    const [ended, busy, cancelled] = [await phone.call('1'), await phone.call('2'), await phone.call('3')]
    await Promise.all([ended.reached('ended'), busy.reached('ended'), cancelled.reached('ringing')])
    expect(ended).toMatchObject({ status: 200, endedByOther: true })
    expect(busy.status).toBe(486)
    cancelled.cancel()
    await cancelled.reached('ended')
    expect(cancelled.status).toBe(487)
    expect(came[2]?.leg.end).toEqual({ sipCode: 487, by: 'phone' })
  })

  it('from an account bears its number, which no other phone may use', async () => {
    const { agent, came } = await exchange()
    await (await agent({ account: DANA })).call('100')
    await until(() => came.length === 1)
    expect(came[0]?.from).toBe('+972501234567')
    const thief = await (await agent()).call('100', { from: '+972501234567' })
    await thief.reached('ended')
    expect(thief.status).toBe(407)
  })

  it('is held and taken up again', async () => {
    const { agent, came } = await exchange({}, ({ leg }) => {
      leg.onFrame((frame) => leg.send(frame))
      void leg.answer()
    })
    const call = await (await agent()).call('100')
    await call.reached('answered')
    expect(await call.reinvite('sendonly')).toContain('a=recvonly')
    await pause(100)
    const before = call.media.received
    await pause(300)
    expect(call.media.received - before).toBeLessThan(3)
    expect(await call.reinvite('sendrecv')).toContain('a=sendrecv')
    await until(() => call.media.received > before + 10)
    expect(came[0]?.leg.state).toBe('answered')
  })

  it('beyond the most that the exchange takes is turned away', async () => {
    const { agent, sip } = await exchange({ maxCalls: 1 }, ({ leg }) => leg.ring())
    const phone = await agent()
    await (await phone.call('1')).reached('ringing')
    const second = await phone.call('2')
    await second.reached('ended')
    expect(second.status).toBe(503)
    expect(sip.counts()).toMatchObject({ calls: 1, turnedAway: 1 })
  })
})

describe('a call of another kind of phone', () => {
  /** Opens a plain socket that starts a call with these lines. */
  const stranger = async (port: number, lines: string[], body = '') => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    open.push(socket)
    const own = `127.0.0.1:${socket.address().port}`
    const from = `From: <sip:+972501110000@${own}>;tag=1`
    const common = (branch: string) => [
      `Via: SIP/2.0/UDP ${own};branch=z9hG4bK${branch}`,
      from,
      'Call-ID: bare',
      ...lines,
    ]
    const to = `<sip:1@127.0.0.1:${port}>`
    const invite = [`To: ${to}`, 'CSeq: 1 INVITE', `Contact: <sip:bare@${own}>`]
    const say = (text: string) => socket.send(text, port, '127.0.0.1')
    say(compose(`INVITE sip:1@127.0.0.1:${port} SIP/2.0`, [...common('a'), ...invite], body))
    const next = async (start: string) => {
      for (;;) {
        const [packet] = (await once(socket, 'message')) as [Buffer]
        if (packet.toString().startsWith(start)) return packet.toString()
      }
    }
    const acknowledge = (answer: string, sdp = '') =>
      say(compose('ACK sip:x SIP/2.0', [...common('b'), `To: ${field(answer, 'To')}`, 'CSeq: 1 ACK'], sdp))
    return { next, acknowledge }
  }
  const SDP = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    'm=audio 41990 RTP/AVP 8',
    '',
  ].join('\r\n')

  it('that leaves the offer to the exchange begins with its acknowledgement', async () => {
    const { sip, came } = await exchange({}, ({ leg }) => void leg.answer())
    const phone = await stranger(sip.address.port, [])
    const answer = await phone.next('SIP/2.0 200')
    expect(answer).toContain('m=audio')
    expect(came[0]?.leg.state).not.toBe('answered')
    phone.acknowledge(answer, SDP)
    await until(() => came[0]?.leg.state === 'answered')
  })

  it('that comes through a proxy is answered and ended through it', async () => {
    const { sip, came } = await exchange({}, ({ leg }) => void leg.answer())
    const proxy = createSocket('udp4').bind(0, '127.0.0.1')
    await once(proxy, 'listening')
    open.push(proxy)
    const route = `<sip:127.0.0.1:${proxy.address().port};lr>`
    const phone = await stranger(sip.address.port, [`Record-Route: ${route}`], SDP)
    const answer = await phone.next('SIP/2.0 200')
    expect(field(answer, 'Record-Route')).toBe(route)
    phone.acknowledge(answer)
    came[0]?.leg.hangup()
    const [bye] = (await once(proxy, 'message')) as [Buffer]
    expect(bye.toString()).toMatch(/^BYE sip:bare@/)
    expect(field(bye.toString(), 'Route')).toBe(route)
  })

  it('that refreshes or resumes without an offer gets one, and goes on at the place that it answers', async () => {
    const { agent, came } = await exchange({}, ({ leg }) => void leg.answer())
    const call = await (await agent()).call('1')
    await call.reached('answered')
    const refreshed = await call.ask('UPDATE')
    expect([statusOf(refreshed), bodyOf(refreshed)]).toEqual([200, ''])
    const resumed = await call.reinvite()
    expect(bodyOf(resumed)).toMatch(/m=audio \d+ RTP\/AVP 0 8 101/)
    const before = came[0]?.leg.stats().received ?? 0
    await until(() => (came[0]?.leg.stats().received ?? 0) > before + 5)
    expect(came[0]?.leg.state).toBe('answered')
  })

  it('that changes its codec by UPDATE is answered there', async () => {
    const { agent, came } = await exchange({}, ({ leg }) => void leg.answer())
    const call = await (await agent()).call('1')
    await call.reached('answered')
    const answer = await call.ask('UPDATE', call.media.offer('127.0.0.1', ['PCMA']))
    expect(bodyOf(answer)).toMatch(/m=audio \d+ RTP\/AVP 8 101/)
    expect(statusOf(await call.ask('UPDATE', 'v=0\r\nm=video 1 RTP/AVP 96\r\n'))).toBe(488)
    expect(came[0]?.leg.state).toBe('answered')
  })

  it('that sends no sound is asked after, ten times T1 (5 s) later, and goes on once it answers', async () => {
    const { agent, came } = await exchange({ timers: timersOf(100) }, ({ leg }) => void leg.answer())
    const call = await (await agent()).call('1')
    await call.reached('answered')
    call.media.close()
    const closed = Date.now()
    await until(() => call.asked.length === 1)
    expect(Date.now() - closed).toBeGreaterThan(900)
    expect(Date.now() - closed).toBeLessThan(2_000)
    expect(methodOf(call.asked[0] ?? '')).toBe('OPTIONS')
    await until(() => call.asked.length === 2)
    expect(came[0]?.leg.state).toBe('answered')
  })

  it('that vanishes in mid-call is asked after, and then ended', async () => {
    const { agent, came } = await exchange({ timers: timersOf(20) }, ({ leg }) => void leg.answer())
    const phone = await agent()
    const call = await phone.call('1', { tone: 440 })
    await call.reached('answered')
    await until(() => (came[0]?.leg.stats().received ?? 0) > 10)
    const closed = Date.now()
    phone.close()
    await until(() => came[0]?.leg.state === 'ended')
    const end = came[0]?.leg.end
    expect(end).toMatchObject({ sipCode: 200, by: 'network' })
    // The conversation ends with the last packet; probing the phone takes 64 times 20 ms.
    expect(Math.abs((end?.at ?? 0) - closed)).toBeLessThan(200)
    expect(Date.now() - closed).toBeGreaterThan(1_000)
  })
})

describe('a call that goes out', () => {
  it.each([
    ['486 Busy Here', { sipCode: 486, by: 'phone' }],
    ['603 Decline', { sipCode: 603, by: 'phone' }],
    ['404 Not Found', { sipCode: 404, by: 'phone' }],
    ['302 Moved', { sipCode: 480, by: 'phone' }],
  ])('ends with what the phone says: %s', async (status, end) => {
    const house = await exchange()
    await registered(house, { onCall: (call: { refuse(status: string): void }) => call.refuse(status) })
    const leg = dialled(house.sip)
    await until(() => leg.state === 'ended')
    expect(leg.end).toEqual(end)
  })

  it('that is given up while it rings is taken back', async () => {
    const house = await exchange()
    const phone = await registered(house)
    const leg = dialled(house.sip)
    await until(() => leg.state === 'ringing')
    leg.hangup()
    expect(leg.end).toEqual({ sipCode: 487, by: 'exchange' })
    await until(() => phone.taken[0]?.stage === 'ended')
    expect(phone.taken[0]?.status).toBe(487)
  })

  it('that is answered in the moment it is given up ends at once', async () => {
    const house = await exchange()
    const phone = await registered(house, { onCall: (call: { ring(): void }) => call.ring() })
    const leg = dialled(house.sip)
    await until(() => leg.state === 'ringing')
    phone.taken[0]?.answer()
    leg.hangup()
    expect(leg.end).toEqual({ sipCode: 487, by: 'exchange' })
    await until(() => phone.taken[0]?.stage === 'ended')
    expect(phone.taken[0]).toMatchObject({ status: 200, endedByOther: true })
  })

  it('to a phone that is gone ends by itself', async () => {
    const house = await exchange({ timers: timersOf(20) })
    const phone = await registered(house)
    phone.close()
    const leg = dialled(house.sip)
    await until(() => leg.state === 'ended')
    expect(leg.end).toEqual({ sipCode: 408, by: 'network' })
  })

  it('proves itself to a phone that asks, and reaches any address', async () => {
    const { sip } = await exchange()
    const other = await exchange({ users: [DANA], guests: false }, ({ leg }) => void leg.answer())
    const { host, port } = other.sip.address
    const dial = (password: string) =>
      sip.dial({
        to: { kind: 'sip', uri: `sip:200@${host}:${port}`, auth: { username: 'dana', password } },
        from: '+972721110000',
        callSid: 'CA1',
      })
    const [right, wrong] = [dial('dana-secret'), dial('guessed')]
    await until(() => right?.state === 'answered' && wrong?.state === 'ended')
    expect(wrong?.end).toEqual({ sipCode: 403, by: 'phone' })
    expect(other.came[0]).toMatchObject({ to: '200', from: '+972501234567' })
  })
})

const LINE = { register: true, prefixes: ['+972'], mostCalls: 2 }

describe('the trunk', () => {
  it('registers, carries calls to numbers of no account here, and brings calls in', async () => {
    const carrier = await exchange({ users: [{ username: 'line', password: 'line-secret' }], guests: false })
    const { host, port } = carrier.sip.address
    const trunk = { host, port, credentials: { username: 'line', password: 'line-secret' }, ...LINE }
    const house = await exchange({ trunk, guests: false })
    await until(() => carrier.sip.phones().length === 1)
    const leg = house.sip.dial({
      to: { kind: 'number', e164: '+97231234567' },
      from: '+972721110000',
      callSid: 'CA',
    })
    await until(() => carrier.came.length === 1)
    expect(carrier.came[0]?.to).toBe('+97231234567')
    await carrier.came[0]?.leg.answer()
    await until(() => leg?.state === 'answered')
    const { host: home, port: door } = house.sip.address
    carrier.sip.dial({
      to: { kind: 'sip', uri: `sip:+972721110000@${home}:${door}` },
      from: '0501112222',
      callSid: 'CA2',
    })
    await until(() => house.came.length === 1)
    expect(house.came[0]).toMatchObject({ from: '+972501112222', to: '+972721110000' })
  })
})

describe('what the trunk does not carry', () => {
  it('is what begins otherwise, and more calls at once than were allowed', async () => {
    const carrier = await exchange({ users: [{ username: 'line', password: 'line-secret' }], guests: false })
    const { host, port } = carrier.sip.address
    const trunk = { host, port, credentials: { username: 'line', password: 'line-secret' }, ...LINE }
    const house = await exchange({ trunk, guests: false })
    const dial = (e164: string) =>
      house.sip.dial({ to: { kind: 'number', e164 }, from: '+972721110000', callSid: 'CA' })
    expect([dial('+97901234567'), dial('+4420712345678'), dial('+88213000000')]).toEqual(Array(3).fill(undefined))
    const [first, second] = [dial('+97231234567'), dial('+97231234568')]
    expect([first, second].every(Boolean)).toBe(true)
    expect(dial('+97231234569')).toBeUndefined()
    first?.hangup()
    await until(() => first?.state === 'ended')
    expect(dial('+97231234569')).toBeDefined()
    const came = () => carrier.came.map(({ to }) => to)
    await until(() => came().includes('+97231234568') && came().includes('+97231234569'))
    // The first call may have been cancelled before it arrived.
    expect(came().filter((to) => !/^\+9723123456[789]$/.test(to))).toEqual([])
  })
})

describe('unsolicited requests', () => {
  const ask = async (port: number, method: string, lines: string[] = []) => {
    const socket = createSocket('udp4')
    const head = ['Via: SIP/2.0/UDP 127.0.0.1:9;rport;branch=z9hG4bKx', 'From: <sip:a@b>;tag=1', 'To: <sip:c@d>']
    const text = [`${method} sip:c@d SIP/2.0`, ...head, 'Call-ID: 1', `CSeq: 1 ${method}`, ...lines, '', ''].join(
      '\r\n',
    )
    socket.send(text, port, '127.0.0.1')
    const [answer] = (await once(socket, 'message')) as [Buffer]
    socket.close()
    return answer.toString()
  }

  it.each([
    ['OPTIONS', 200],
    ['SUBSCRIBE', 405],
    ['UPDATE', 481],
    ['BYE', 481],
    ['CANCEL', 481],
    ['DANCE', 501],
  ])('%s is answered %i', async (method, status) => {
    const { sip } = await exchange()
    expect(statusOf(await ask(sip.address.port, method))).toBe(status)
  })

  it('an extension that is required and unknown is named', async () => {
    const { sip } = await exchange()
    expect(await ask(sip.address.port, 'INVITE', ['Require: 100rel'])).toMatch(
      /^SIP\/2.0 420[\s\S]+Unsupported: 100rel/,
    )
  })

  it('rubbish is counted and harms no call', async () => {
    const { sip, agent, came } = await exchange({}, ({ leg }) => void leg.answer())
    const call = await (await agent()).call('1')
    await call.reached('answered')
    const socket = createSocket('udp4')
    for (let packet = 0; packet < 500; packet++)
      socket.send(`INVITE ${'x'.repeat(packet)}\r\n\r\n`, sip.address.port, '127.0.0.1')
    await until(
      () => (sip.counts().packets.refused.start_line ?? 0) + (sip.counts().packets.refused.required_header ?? 0) >= 100,
    )
    socket.close()
    expect(came[0]?.leg.state).toBe('answered')
    expect(statusOf(await call.ask('OPTIONS'))).toBe(200)
  })
})
