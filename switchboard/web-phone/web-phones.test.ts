import { once } from 'node:events'
import { SignJWT } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { IncomingCall, Leg } from '../legs.ts'
import { ruledBy } from '../testing/sound.ts'
import { until } from '../testing/test-exchange.ts'
import { WebAgent } from '../testing/web-agent.ts'
import { iceSettings } from './ice.ts'
import { readMessage } from './messages.ts'
import { readToken } from './token.ts'
import { openWebPhones } from './web-phones.ts'

const SECRET = 'a secret of the exchange'
const OUTSIDE = '+972501110000'
/** A caller whose audio the browser loses in part. */
const LOSSY = '+972501110009'

type Life = { secret?: string; life?: string | Date; aud?: string }
const token = (sub: string, { secret = SECRET, life = '1h', aud = 'web-phone' }: Life = {}) =>
  new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setAudience(aud)
    .setExpirationTime(life)
    .sign(new TextEncoder().encode(secret))

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

type Came = IncomingCall & { leg: Leg }

async function exchange(onIncoming: (came: Came) => void = () => undefined) {
  const came: Came[] = []
  const phones = await openWebPhones(
    {
      onIncoming: (leg, call) => {
        came.push({ ...call, leg })
        onIncoming({ ...call, leg })
      },
      log: () => undefined,
      accountSid: 'AC',
      authToken: 'unused',
      bindings: { of: () => [], keep: () => undefined },
      audioLoss: (from) => (from === LOSSY ? 0.3 : 0),
    },
    {
      host: '127.0.0.1',
      port: 0,
      secret: SECRET,
      ice: { host: '127.0.0.1', ports: [42_000, 42_100], additionalHosts: [] },
    },
  )
  open.push(phones)
  const browser = (tone = 440) => {
    const agent = new WebAgent(`ws://127.0.0.1:${phones.port}`, tone)
    open.push(agent)
    return agent
  }
  const registered = async (sub: string, tone?: number) => {
    const agent = browser(tone)
    expect(await agent.register(await token(sub))).toBe('registered')
    return agent
  }
  const ring = (identity: string) =>
    phones.dial({ to: { kind: 'client', identity, params: { callId: 'K7' } }, from: OUTSIDE, callSid: 'CA1' })
  return { phones, came, browser, registered, ring }
}

const soundOf = (agent: WebAgent) => Int16Array.from(agent.heard.slice(1_600))

describe('who may be a phone', () => {
  it('holds a token of the exchange’s secret, for phones, of today', async () => {
    const now = Date.now()
    expect(readToken(await token('client:u_1_b2'), SECRET)?.address).toEqual({ kind: 'client', identity: 'u_1_b2' })
    expect(readToken(await token('phone:+972501110000'), SECRET)?.address).toEqual({
      kind: 'phone',
      e164: '+972501110000',
    })
    const good = await token('client:u_1_b2')
    expect(readToken(good, SECRET, now + 3_601_000)).toBeUndefined()
    expect(readToken(good, 'another')).toBeUndefined()
    expect(readToken(good, '')).toBeUndefined()
    expect(readToken(await token('client:u_1_b2', { life: '2d' }), SECRET)).toBeUndefined()
    expect(readToken(await token('client:u_1_b2', { aud: 'api' }), SECRET)).toBeUndefined()
    expect(readToken(await token('operator'), SECRET)).toBeUndefined()
    const [head = '', body = '', signature] = good.split('.')
    const other = Buffer.from(Buffer.from(body, 'base64url').toString().replace('u_1', 'u_9')).toString('base64url')
    expect(readToken(`${head}.${other}.${signature}`, SECRET)).toBeUndefined()
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    expect(readToken(`${none}.${body}.`, SECRET)).toBeUndefined()
  })

  it('is refused otherwise, and rung only as what the token says', async () => {
    const { browser, registered, phones, ring } = await exchange()
    expect(await browser().register(await token('client:a', { secret: 'guessed' }))).toBe('refused')
    await registered('client:u_1_b2')
    await registered(`phone:${OUTSIDE}`)
    expect(phones.phones().map(({ address }) => address)).toEqual(['client:u_1_b2', OUTSIDE])
    expect(ring('u_9_b2')).toBeUndefined()
    expect(phones.dial({ to: { kind: 'number', e164: OUTSIDE }, from: '+972720000000', callSid: 'CA2' })?.kind).toBe(
      'web',
    )
  })
})

describe('a token that ends', () => {
  const shortly = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  it('ends the registration, unless a new one came before', async () => {
    const { browser, phones, ring } = await exchange()
    const [gone, kept] = [browser(), browser()]
    expect(await gone.register(await token('client:u_1_b2', { life: shortly(2) }))).toBe('registered')
    expect(await kept.register(await token('client:u_2_b2', { life: shortly(2) }))).toBe('registered')
    kept.send({ t: 'register', token: await token('client:u_2_b2'), session: kept.session })
    await until(() => phones.phones().length === 1)
    expect(phones.phones().map(({ address }) => address)).toEqual(['client:u_2_b2'])
    expect(ring('u_1_b2')).toBeUndefined()
    expect(ring('u_2_b2')).toBeDefined()
  })

  it('leaves the call that is on the line, and rings no other', async () => {
    const { browser, phones, ring } = await exchange()
    const phone = browser()
    await phone.register(await token('client:u_1_b2', { life: shortly(2) }))
    const leg = ring('u_1_b2')
    const incoming = await phone.next('incoming')
    await phone.answer(incoming)
    await until(() => leg?.state === 'answered')
    await until(() => phones.phones()[0]?.note !== 'browser')
    expect([ring('u_1_b2'), leg?.state]).toEqual([undefined, 'answered'])
    phone.send({ t: 'hangup', call: incoming.call ?? '' })
    await until(() => phones.phones().length === 0)
  })
})

describe('a browser that is rung', () => {
  it('gets the caller, answers, hears and is heard; the other tab stops ringing', async () => {
    const { registered, ring } = await exchange()
    const [tab, other] = [await registered('client:u_1_b2'), await registered('client:u_1_b2')]
    const leg = ring('u_1_b2')
    const heard: number[] = []
    leg?.onFrame((frame) => {
      heard.push(...frame)
      leg.send(frame)
    })
    const incoming = await tab.next('incoming')
    expect(incoming).toMatchObject({ from: OUTSIDE, callSid: 'CA1', params: { callId: 'K7' } })
    await other.next('incoming')
    expect(leg?.state).toBe('ringing')
    await tab.answer(incoming)
    await until(() => leg?.state === 'answered')
    await other.next('cancel')
    await until(() => heard.length > 8_000 && tab.heard.length > 8_000)
    expect(ruledBy(440, Int16Array.from(heard))).toBeGreaterThan(0.9)
    expect(ruledBy(440, soundOf(tab))).toBeGreaterThan(0.8)
    expect(leg?.stats()).toMatchObject({ lost: 0 })
    leg?.hangup()
    expect(await tab.next('ended')).toMatchObject({ code: 200 })
  })

  it('declines for the person, is busy for itself, is left alone when the caller gives up', async () => {
    const { registered, ring } = await exchange()
    const [tab, other] = [await registered('client:u_1_b2'), await registered('client:u_1_b2')]
    const declined = ring('u_1_b2')
    const { call = '' } = await tab.next('incoming')
    await other.next('incoming')
    tab.send({ t: 'reject', call, reason: 'declined' })
    await until(() => declined?.state === 'ended')
    expect(declined?.end).toEqual({ sipCode: 603, by: 'phone' })
    await other.next('cancel')
    const busy = ring('u_1_b2')
    for (const one of [tab, other]) {
      const ringing = await one.next('incoming')
      one.send({ t: 'reject', call: ringing.call ?? '', reason: 'busy' })
    }
    await until(() => busy?.state === 'ended')
    expect(busy?.end).toEqual({ sipCode: 486, by: 'phone' })
    const given = ring('u_1_b2')
    await until(() => given?.state === 'ringing')
    given?.hangup()
    expect(given?.end).toEqual({ sipCode: 487, by: 'exchange' })
    await tab.next('cancel')
  })

  it('loses a part of the sound of a call whose connection a test made poor, in both directions', async () => {
    const { registered, phones } = await exchange()
    const tab = await registered('client:u_1_b2')
    const to = { kind: 'client', identity: 'u_1_b2', params: {} } as const
    const leg = phones.dial({ to, from: LOSSY, callSid: 'CA1' })
    await tab.answer(await tab.next('incoming'))
    await until(() => leg?.state === 'answered')
    const [begun, heard] = [leg?.stats() ?? { received: 0, lost: 0 }, tab.received]
    for (let frame = 0; frame < 200; frame++) leg?.send(new Int16Array(160))
    await until(() => (leg?.stats().received ?? 0) > begun.received + 100)
    // Of 200 packets 60 are lost on average; fewer than 20 or more than 100 once in billions of runs.
    expect(200 - (tab.received - heard)).toBeGreaterThan(20)
    expect(200 - (tab.received - heard)).toBeLessThan(100)
    expect((leg?.stats().lost ?? 0) - begun.lost).toBeGreaterThan(10)
  })

  it('keeps its call when its socket is lost and comes back', async () => {
    const { registered, ring, phones } = await exchange()
    const tab = await registered('client:u_1_b2')
    const leg = ring('u_1_b2')
    await tab.answer(await tab.next('incoming'))
    await until(() => leg?.state === 'answered')
    tab.loseSocket()
    await until(() => phones.phones()[0]?.note !== 'browser')
    const before = leg?.stats().received ?? 0
    await until(() => (leg?.stats().received ?? 0) > before + 10)
    expect(await tab.register(await token('client:u_1_b2'), tab.session)).toBe('registered')
    leg?.hangup()
    expect(await tab.next('ended')).toMatchObject({ call: leg?.id, code: 200 })
  })

  it('lets the caller go at once when its page goes, and another window rings on', async () => {
    const { registered, ring } = await exchange()
    const tab = await registered('client:u_1_b2')
    const talk = ring('u_1_b2')
    await tab.answer(await tab.next('incoming'))
    await until(() => talk?.state === 'answered')
    await tab.leavePage()
    await until(() => talk?.state === 'ended')
    expect(talk?.end).toEqual({ sipCode: 200, by: 'network' })
    const [left, other] = [await registered('client:u_1_b2'), await registered('client:u_1_b2')]
    const leg = ring('u_1_b2')
    await left.next('incoming')
    const incoming = await other.next('incoming')
    await left.leavePage()
    expect(leg?.state).toBe('ringing')
    await other.answer(incoming)
    await until(() => leg?.state === 'answered')
  })
})

describe('a browser that calls', () => {
  it('hears it ring, talks, presses keys, hangs up', async () => {
    let digits = ''
    const { registered, came } = await exchange(({ leg }) => {
      leg.onFrame((frame) => leg.send(frame))
      leg.onDigit((digit) => {
        digits += digit
      })
      leg.ring()
    })
    const phone = await registered(`phone:${OUTSIDE}`, 700)
    const call = await phone.call('0721234567', { campaign: 'winter' })
    await phone.next('ringing')
    expect(came[0]).toMatchObject({ from: OUTSIDE, to: '0721234567', params: { campaign: 'winter' } })
    const answered = came[0]?.leg.answer()
    await phone.accept()
    await answered
    expect(came[0]?.leg.state).toBe('answered')
    phone.send({ t: 'dtmf', call, d: '1#' })
    await until(() => digits === '1#' && phone.heard.length > 8_000)
    expect(ruledBy(700, soundOf(phone))).toBeGreaterThan(0.8)
    phone.send({ t: 'hangup', call })
    await until(() => came[0]?.leg.state === 'ended')
    expect(came[0]?.leg.end).toEqual({ sipCode: 200, by: 'phone' })
  })

  it('is a client by its name, is refused, or gives up', async () => {
    const { registered, came } = await exchange(({ leg, to }) => {
      if (to === '1') leg.reject('busy')
      else leg.ring()
    })
    const phone = await registered('client:u_1_b2')
    await phone.call('1')
    expect(await phone.next('ended')).toMatchObject({ code: 486 })
    expect(came[0]?.from).toBe('client:u_1_b2')
    const call = await phone.call('2')
    await phone.next('ringing')
    phone.send({ t: 'hangup', call })
    await until(() => came[1]?.leg.state === 'ended')
    expect(came[1]?.leg.end).toEqual({ sipCode: 487, by: 'phone' })
  })

  it('whose offer has no usable audio gets an error', async () => {
    const { registered, came } = await exchange(({ leg }) => void leg.answer())
    const phone = await registered('client:u_1_b2')
    phone.send({ t: 'call', call: 'x', to: '1', sdp: 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n' })
    expect(await phone.next('ended')).toMatchObject({ call: 'x', code: 488 })
    expect(came[0]?.leg.state).toBe('ended')
  })
})

describe('what is no message', () => {
  it.each([
    'x',
    '[]',
    '{"t":"dance","call":"1"}',
    '{"t":"hangup"}',
    '{"t":"dtmf","call":"1","d":"<script>"}',
    '{"t":"call","call":"1","to":"2","sdp":"v=0","params":{"a":1}}',
    '{"t":"call","call":"1","to":"2","sdp":"v=0","params":{"CallerName":"Dana"}}',
    '{"t":"call","call":"1","to":"2","sdp":"v=0","params":{"From":"+972541234567"}}',
    '{"t":"register","token":""}',
  ])('%j is none', (text) => {
    expect(readMessage(text)).toBeUndefined()
  })
})

it('on loopback other machines are refused', () => {
  const ice = { host: '127.0.0.1', ports: [40_000, 40_100] as const, additionalHosts: [] }
  expect(iceSettings(ice, 'linux').iceInterfaceAddresses).toEqual({ udp4: '127.0.0.1' })
  const filter = iceSettings(ice, 'darwin').iceFilterStunResponse as unknown as (
    m: null,
    a: [string, number],
  ) => boolean
  expect([filter(null, ['127.0.0.1', 1]), filter(null, ['203.0.113.9', 1])]).toEqual([true, false])
})

describe('strangers', () => {
  it('of one address find no place when twenty of them have not registered; others and the proxy’s clients do', async () => {
    const { registered, phones } = await exchange()
    const url = `ws://127.0.0.1:${phones.port}`
    await registered('client:u_1_b7')
    const knock = async (from?: string) => {
      const socket = new WebSocket(url, from ? { headers: { 'x-forwarded-for': from } } : {})
      open.push({ close: async () => socket.terminate() })
      await once(socket, 'open')
      const closed = once(socket, 'close').then(([code]) => Number(code))
      return Promise.race([closed, new Promise<undefined>((done) => setTimeout(() => done(undefined), 150))])
    }
    const twenty = (from?: string) => Promise.all(Array.from({ length: 20 }, () => knock(from)))
    expect(await twenty('203.0.113.7')).toEqual(Array(20).fill(undefined))
    expect(await knock('203.0.113.7')).toBe(1013)
    expect(await knock('203.0.113.8')).toBeUndefined()
    expect(await twenty('2001:db8:1:2::1')).toEqual(Array(20).fill(undefined))
    expect(await knock('2001:db8:1:2:9::7')).toBe(1013)
    expect(await knock('2001:db8:1:3::7')).toBeUndefined()
    expect(await knock()).toBeUndefined()
    await registered('client:u_2_b7')
  })
})
