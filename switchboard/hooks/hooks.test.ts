import { describe, expect, test } from 'vitest'
import { openTestExchange, until } from '../testing/test-exchange.ts'
import type { Delivery } from './hooks.ts'

const board = openTestExchange()
const CALLER = '+972501234567'
let next = 500

async function aNumber(hooks: Record<string, string>) {
  const phoneNumber = `+972724440${next++}`
  await board.client().incomingPhoneNumbers.create({ phoneNumber, ...hooks })
  return phoneNumber
}
const end = async (to: string) => (await board.dial(CALLER, to)).ended()

describe('instructions that cannot be had', () => {
  test.each([
    { name: 'an error of the server', answer: { status: 500 }, code: '11200' },
    { name: 'no XML', answer: { status: 200, body: 'hello' }, code: '12100' },
    { name: 'broken XML', answer: { status: 200, body: '<Response><Say>x</Response>' }, code: '12100' },
    { name: 'another root', answer: { status: 200, body: '<Answer/>' }, code: '12102' },
    { name: 'another type', answer: { status: 200, body: '<Response/>', type: 'application/json' }, code: '12300' },
  ])('$name: the fallback is requested with the error', async ({ answer, code }) => {
    board.customer.on('/voice', () => answer)
    board.customer.on('/fallback', () => '<Reject reason="busy"/>')
    const { url } = board.customer
    const to = await aNumber({ voiceUrl: `${url}/voice`, voiceFallbackUrl: `${url}/fallback` })
    const caller = await board.dial(CALLER, to)
    await caller.ended()
    expect((await caller.look()).sipCode).toBe(486)
    expect(board.customer.at('/voice')).toHaveLength(1)
    expect(board.customer.at('/fallback')[0]?.params).toMatchObject({
      ErrorCode: code,
      ErrorUrl: `${url}/voice`,
      CallStatus: 'ringing',
    })
  })

  test('without a fallback the caller hears an apology, and the call ends', async () => {
    board.customer.on('/voice', () => ({ status: 404 }))
    const { url } = board.customer
    const to = await aNumber({ voiceUrl: `${url}/voice`, statusCallback: `${url}/status` })
    const caller = await board.dial(CALLER, to)
    await caller.ended()
    expect((await caller.look()).sipCode).toBe(200)
    await until(() => board.customer.at('/status').length > 0)
    expect(board.customer.at('/status')[0]?.params.CallStatus).toBe('completed')
  })

  test('an action that fails is caught by the same fallback', async () => {
    board.customer.on('/voice', () => '<Gather action="digits" numDigits="1" timeout="2"/>')
    board.customer.on('/digits', () => ({ status: 503 }))
    board.customer.on('/fallback', () => '<Hangup/>')
    const { url } = board.customer
    const to = await aNumber({ voiceUrl: `${url}/voice`, voiceFallbackUrl: `${url}/fallback` })
    const caller = await board.dial(CALLER, to, { digits: '7', digitsAfterMs: 100 })
    await caller.ended()
    expect(board.customer.at('/digits')[0]?.params.Digits).toBe('7')
    expect(board.customer.at('/fallback')[0]?.params.ErrorUrl).toBe(`${url}/digits`)
  })
})

describe('connection overrides behind #', () => {
  test('a callback is repeated as often as they say, with one idempotency token, and they are neither sent nor signed', async () => {
    const { url } = board.customer
    let tries = 0
    board.customer.on('/voice', () => '<Reject/>')
    board.customer.on('/status', () => ({ status: ++tries < 3 ? 503 : 204 }))
    await end(await aNumber({ voiceUrl: `${url}/voice`, statusCallback: `${url}/status?x=1#rc=4&rp=ct,rt,5xx` }))
    await until(() => tries === 3)
    await new Promise((done) => setTimeout(done, 250))
    const reports = board.customer.at('/status')
    expect(reports.map((one) => one.url)).toEqual(Array(3).fill(`${url}/status?x=1`))
    expect(new Set(reports.map(({ headers }) => headers['i-twilio-idempotency-token'])).size).toBe(1)
    expect(reports[0]?.headers['user-agent']).toBe('TwilioProxy/1.1')
  })

  test('without them an answer of the server, whatever it is, stands', async () => {
    const { url } = board.customer
    board.customer.on('/voice', () => '<Reject/>')
    board.customer.on('/status', () => ({ status: 503 }))
    await end(await aNumber({ voiceUrl: `${url}/voice`, statusCallback: `${url}/status` }))
    await until(() => board.customer.at('/status').length > 0)
    await new Promise((done) => setTimeout(done, 300))
    expect(board.customer.at('/status')).toHaveLength(1)
  })

  test('a slow answer is not waited for longer than they say', async () => {
    const { url } = board.customer
    board.customer.on('/voice', () => ({ status: 200, body: '<Response/>', waitMs: 3_000 }))
    board.customer.on('/fallback', () => '<Reject/>')
    const to = await aNumber({ voiceUrl: `${url}/voice#rt=200&rc=0`, voiceFallbackUrl: `${url}/fallback` })
    const started = Date.now()
    await end(to)
    expect(Date.now() - started).toBeLessThan(1_500)
    expect(board.customer.at('/fallback')[0]?.params.ErrorCode).toBe('11200')
  })
})

test('an address is sent and signed letter for letter', async () => {
  const { url } = board.customer
  board.customer.on('/voice', () => '<Reject/>')
  await end(await aNumber({ voiceUrl: `${url}/voice?name=o'neil&b=%d7%a9&c=a+b&d` }))
  expect(board.customer.at('/voice')[0]?.url).toBe(`${url}/voice?name=o'neil&b=%d7%a9&c=a+b&d`)
})

test('relative addresses start from the document that holds them', async () => {
  const { url } = board.customer
  board.customer.on('/a/b/voice', () => '<Redirect>../next?x=1</Redirect>')
  board.customer.on('/a/next', () => '<Redirect method="GET">/last?y=2</Redirect>')
  board.customer.on('/last', () => '<Reject/>')
  await end(await aNumber({ voiceUrl: `${url}/a/b/voice` }))
  expect(board.customer.at('/a/next')[0]?.url).toBe(`${url}/a/next?x=1`)
  expect(board.customer.at('/last')[0]?.url).toMatch(/\/last\?y=2&AccountSid=AC.*&CallStatus=ringing/)
})

describe('chaos', () => {
  const aRefusedCall = async () => {
    const { url } = board.customer
    board.customer.on('/voice', () => '<Reject/>')
    await end(await aNumber({ voiceUrl: `${url}/voice`, statusCallback: `${url}/status` }))
  }

  test('callbacks may come more than once', async () => {
    await board.ask('PUT', '/chaos', { duplicate: 2, reorderMs: 50 })
    await aRefusedCall()
    await until(() => board.customer.at('/status').length === 3)
    expect(new Set(board.customer.at('/status').map(({ params }) => JSON.stringify(params))).size).toBe(1)
  })

  test('or late', async () => {
    await board.ask('PUT', '/chaos', { delayMs: 400 })
    await aRefusedCall()
    const ended = Date.now()
    await until(() => board.customer.at('/status').length === 1)
    expect(Date.now() - ended).toBeGreaterThan(250)
  })

  test('or never, until they are sent again by hand', async () => {
    await board.ask('PUT', '/chaos', { drop: 1 })
    await aRefusedCall()
    const find = async () => (await board.ask<Delivery[]>('GET', '/webhooks')).find(({ kind }) => kind === 'status')
    await until(async () => (await find())?.state === 'dropped')
    expect(board.customer.at('/status')).toEqual([])
    await board.ask('POST', `/webhooks/${(await find())?.id}/resend`, {})
    await until(() => board.customer.at('/status').length === 1)
    expect(JSON.stringify(await board.ask('GET', '/webhooks'))).not.toContain(board.authToken)
  })
})
