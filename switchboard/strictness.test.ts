import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { clock } from './clock.ts'
import { openTestExchange, until } from './testing/test-exchange.ts'
import { WebAgent } from './testing/web-agent.ts'
import { faultOfSay } from './twiml/voices.ts'

const board = openTestExchange({}, 4)
const CALLER = '+972501234567'
const AGENT = '+972502000009'
/** Two numbers of the block that requires an address in Netanya and a bundle. */
const [REGULATED, OTHER_REGULATED] = ['+97295550001', '+97295550002']
let next = 700

async function aNumber(voice: string) {
  board.customer.on('/voice', () => voice)
  board.customer.on('/after', () => '<Hangup/>')
  const phoneNumber = `+972724440${next++}`
  await board.client().incomingPhoneNumbers.create({ phoneNumber, voiceUrl: `${board.customer.url}/voice` })
  return phoneNumber
}
const refused = (status: number, code: number) => expect.objectContaining({ status, code })

describe('numbers that ask for papers', () => {
  const address = (city: string) =>
    board.client().addresses.create({
      customerName: 'Acme',
      street: 'Herzl 1',
      city,
      region: 'Sharon',
      postalCode: '4200000',
      isoCountry: 'IL',
    })

  test('say so where they are looked for, and are left out where they may not be', async () => {
    const local = board.client().availablePhoneNumbers('IL').local
    const [found] = await local.list({ areaCode: 9, limit: 1 })
    expect(found?.addressRequirements).toBe('local')
    expect((await local.list({ areaCode: 3, limit: 1 }))[0]?.addressRequirements).toBe('none')
    expect(await local.list({ areaCode: 9, excludeAllAddressRequired: true, limit: 1 })).toEqual([])
  })

  test('are sold only with a local address and an approved bundle of the account', async () => {
    const numbers = board.client().incomingPhoneNumbers
    const invented = { addressSid: `AD${'a'.repeat(32)}`, bundleSid: `BU${'b'.repeat(32)}` }
    await expect(numbers.create({ phoneNumber: REGULATED })).rejects.toEqual(refused(400, 21_631))
    await expect(numbers.create({ phoneNumber: REGULATED, ...invented })).rejects.toEqual(refused(400, 21_631))
    const { sid: elsewhere } = await address('Haifa')
    await expect(numbers.create({ phoneNumber: REGULATED, addressSid: elsewhere })).rejects.toEqual(
      refused(400, 21_631),
    )
    const { sid: addressSid } = await address('Netanya')
    await expect(numbers.create({ phoneNumber: REGULATED, addressSid })).rejects.toEqual(refused(400, 21_649))
    await expect(numbers.create({ phoneNumber: REGULATED, ...invented, addressSid })).rejects.toEqual(
      refused(400, 21_649),
    )
    const { sid: bundleSid } = await board.ask<{ sid: string }>('POST', '/bundles', { accountSid: board.accountSid })
    const bought = await numbers.create({ phoneNumber: REGULATED, addressSid, bundleSid })
    expect(bought).toMatchObject({ addressSid, bundleSid, addressRequirements: 'local' })

    const sub = await board.client().api.v2010.accounts.create({ friendlyName: 'Other' })
    const other = board.client(sub.sid, sub.authToken).incomingPhoneNumbers
    await expect(other.create({ phoneNumber: OTHER_REGULATED, addressSid, bundleSid })).rejects.toEqual(
      refused(400, 21_631),
    )
  })

  test('invented papers are refused for a number that asks for none', async () => {
    const numbers = board.client().incomingPhoneNumbers
    const phoneNumber = `+972724440${next++}`
    await expect(numbers.create({ phoneNumber, addressSid: `AD${'a'.repeat(32)}` })).rejects.toEqual(
      refused(400, 21_631),
    )
    await expect(numbers.create({ phoneNumber, bundleSid: `BU${'b'.repeat(32)}` })).rejects.toEqual(
      refused(400, 21_649),
    )
  })
})

describe('limits', () => {
  test('an account begins one call a second; the others are queued', async () => {
    const from = await aNumber('')
    await board.station(AGENT, { answerAfterMs: 0 })
    const begun = clock.now()
    const made = await Promise.all(
      [1, 2, 3].map(() =>
        board.client().calls.create({ to: AGENT, from, twiml: '<Response><Pause length="30"/></Response>' }),
      ),
    )
    expect(made.map(({ status }) => status)).toEqual(['queued', 'queued', 'queued'])
    const sids = made.map(({ sid }) => sid)
    const answers = async () =>
      (await board.calls()).filter(({ sid }) => sids.includes(sid)).flatMap((c) => c.answeredAt ?? [])
    await until(async () => (await answers()).length === 3)
    const [, second = 0, third = 0] = (await answers()).sort((a, b) => a - b)
    expect(second - begun).toBeGreaterThan(950)
    expect(third - begun).toBeGreaterThan(1_950)
    await Promise.all(sids.map((sid) => board.client().calls(sid).update({ status: 'completed' })))
  })

  test('too many requests are refused, and nothing is done', async () => {
    await board.ask('PUT', '/too-many-requests', { count: 1 })
    const body = { to: AGENT, from: 'Acme', body: 'x' }
    await expect(board.client().messages.create(body)).rejects.toEqual(refused(429, 20_429))
    expect(await board.client().messages.list()).toEqual([])
    await board.client().messages.create(body)
  })

  test.each(['+97231234567', '+9721800123456', '+9721700123456'])(
    'no message is taken for a landline: %s',
    async (to) => {
      await expect(board.client().messages.create({ to, from: 'Acme', body: 'x' })).rejects.toEqual(
        refused(400, 21_635),
      )
    },
  )
})

describe('who is shown by a Dial', () => {
  const dialled = async (attributes: string, from = CALLER) => {
    const to = await aNumber(`<Dial action="/after" ${attributes}><Number>${AGENT}</Number></Dial>`)
    await board.station(AGENT, { answerAfterMs: 0, hangUpAfterMs: 50 })
    await (await board.dial(from, to)).ended()
    await until(() => board.customer.at('/after').length > 0)
    return board.customer.at('/after')[0]?.params.DialCallStatus
  }

  test('the caller, or none given: even a withheld number', async () => {
    expect(await dialled(`callerId="${CALLER}"`)).toBe('completed')
    board.customer.clear()
    expect(await dialled('', 'anonymous')).toBe('completed')
  })

  test.each([
    ['anonymous', 'anonymous'],
    ['0541239876', '0541239876'],
    ['+972541234567;ext=5', CALLER],
    ['+972599999999', CALLER],
    ['', CALLER],
  ])(
    'what is neither the caller nor a number of the account in international form fails: %s',
    async (callerId, from) => {
      expect(await dialled(`callerId="${callerId}"`, from)).toBe('failed')
      expect(await board.takeViolations()).toEqual(['twiml 13214'])
    },
  )
})

describe('declined in a browser', () => {
  test.each(['busy', 'no-answer'])('is %s, as it is set', async (report) => {
    await board.ask('PUT', '/decline-report', { report })
    const agent = new WebAgent(board.exchange.doors.web ?? '', 440)
    try {
      const signed = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject('client:u_1_b1')
      const secret = new TextEncoder().encode(board.authToken)
      await agent.register(await signed.setAudience('web-phone').setExpirationTime('1h').sign(secret))
      const to = await aNumber('<Dial action="/after"><Client>u_1_b1</Client></Dial>')
      const caller = await board.dial(CALLER, to)
      agent.send({ t: 'reject', call: String((await agent.next('incoming')).call) })
      await caller.ended()
      await until(() => board.customer.at('/after').length > 0)
      expect(board.customer.at('/after')[0]?.params.DialCallStatus).toBe(report)
    } finally {
      await agent.close()
    }
  })
})

describe('voices', () => {
  test('all that the vendor’s package names are known, with their language', () => {
    const types = join(dirname(createRequire(import.meta.url).resolve('twilio')), 'twiml/VoiceResponse.d.ts')
    const voices = [...(/type SayVoice = ([^;]+);/.exec(readFileSync(types, 'utf8'))?.[1] ?? '').matchAll(/"([^"]+)"/g)]
    expect(voices.length).toBeGreaterThan(800)
    for (const [, voice = ''] of voices) expect([voice, faultOfSay({ voice })]).toEqual([voice, undefined])
  })

  test.each([
    ['voice="Google.he-IL-Standard-A" language="he-IL"', []],
    ['voice="Polly.Joanna" language="en-US"', []],
    ['voice="Google.he-IL-Standard-Z" language="he-IL"', ['twiml 13511']],
    ['voice="Google.en-US-Standard-A" language="he-IL"', ['twiml 13511']],
    ['voice="Polly.Shira" language="he-IL"', ['twiml 13511']],
    ['language="he-IL"', ['twiml 13511']],
    ['language="iw-IL"', ['twiml 12200']],
  ])('<Say %s>: violations %j', async (attributes, violations) => {
    const to = await aNumber(`<Say ${attributes}>a</Say>`)
    await (await board.dial(CALLER, to)).ended()
    expect(await board.takeViolations()).toEqual(violations)
  })
})

describe('answers to webhooks', () => {
  test.each([
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
  ])('a redirection by %d is followed by %s, signed for the new address', async (status, method) => {
    const to = await aNumber('')
    board.customer.on('/voice', () => ({ status, location: '/elsewhere/voice' }))
    board.customer.on('/elsewhere/voice', () => '<Redirect>next</Redirect>')
    board.customer.on('/elsewhere/next', () => '<Hangup/>')
    await (await board.dial(CALLER, to)).ended()
    const [hook] = board.customer.at('/elsewhere/voice')
    expect(hook?.method).toBe(method)
    expect(hook?.params.From).toBe(method === 'POST' ? CALLER : undefined)
    // Relative URLs resolve against the document's URL.
    expect(board.customer.at('/elsewhere/next')).toHaveLength(1)
  })

  test('a redirection in a circle ends as a failure', async () => {
    const to = await aNumber('')
    board.customer.on('/voice', () => ({ status: 302, location: '/voice' }))
    await (await board.dial(CALLER, to)).ended()
    expect(board.customer.at('/voice')).toHaveLength(6)
  })

  test('text is read out, and the call ends', async () => {
    const to = await aNumber('')
    board.customer.on('/voice', () => ({ status: 200, type: 'text/plain; charset=utf-8', body: 'Internal error' }))
    await (await board.dial(CALLER, to)).ended()
    const log = await board.ask<{ event: string; fields: { text?: string } }[]>('GET', '/log')
    expect(log.filter(({ event }) => event === 'say').at(-1)?.fields.text).toBe('Internal error')
  })
})
