import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'

const SECRET = 'the token of the exchange'
const CALLER = '+972541234567'

/** The exchange's private console. */
const received: unknown[] = []
const door = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.method === 'POST') received.push(JSON.parse(Buffer.concat(parts).toString()))
    response.setHeader('content-type', 'application/json')
    response.end(request.method === 'POST' ? '{}' : JSON.stringify(rows))
  })
})
const row = { status: 'delivered', createdAt: Date.parse('2025-11-20T10:00:00Z') }
const rows = [
  { ...row, sid: 'SM2', direction: 'outbound-api', from: '+972724440001', to: CALLER, body: 'שלום' },
  { ...row, sid: 'SM1', direction: 'inbound', from: CALLER, to: '+972724440001', body: 'Hello' },
  { ...row, sid: 'SM0', direction: 'inbound', from: '+972500000000', to: '+972724440001', body: 'Of another' },
]
await new Promise<void>((done) => door.listen(0, '127.0.0.1', done))
afterAll(() => new Promise((done) => door.close(done)))
const consoleUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`

const account = {
  baseUrl: 'http://127.0.0.1:1',
  accountSid: 'AC1',
  authToken: SECRET,
  phones: 'ws://127.0.0.1:1',
  consoleUrl,
  softphoneKey: () => undefined,
}
const it = await testApp({ exchange: () => account })
const local = { host: 'localhost:3000' }
const get = (path: string, headers: Record<string, string> = local) =>
  it.app.inject({ url: `/dev/phones${path}`, headers })
const post = (path: string, payload: object, headers: Record<string, string> = local) =>
  it.app.inject({ method: 'POST', url: `/dev/phones${path}`, headers, payload })

test('the numbers of the exchange may be called, with their campaigns', async () => {
  const { businessId, db, campaignId } = await it.newBusiness()
  const connectionId = newId()
  const own = { business_id: businessId }
  await db
    .insertInto('connections')
    .values({ ...own, id: connectionId, provider: 'local', account: 'AC1' })
    .execute()
  const number = { connection_id: connectionId, campaign_id: campaignId, provider_sid: 'PN1' }
  const hours = (days: object[][]) => JSON.stringify({ hours: { days } })
  const always = hours(Array.from({ length: 7 }, () => [{ from: '00:00', to: '00:00' }]))
  const never = hours(Array.from({ length: 7 }, () => []))
  await db
    .insertInto('virtual_numbers')
    .values([
      { ...own, id: newId(), ...number, phone: '+972724449001', label: 'Billboard', routing: always },
      { ...own, id: newId(), ...number, phone: '+972724449002', state: 'released', routing: always },
      { ...own, id: newId(), ...number, phone: '+972724449003', routing: never },
      { ...own, id: newId(), ...number, phone: '+972724449004', state: 'paused', routing: always },
    ])
    .execute()
  const { campaign } = await db
    .selectFrom('campaigns')
    .select('name as campaign')
    .where('id', '=', campaignId)
    .executeTakeFirstOrThrow()
  const { numbers, hasMessages } = (await get('/numbers')).json()
  expect(hasMessages).toBe(true)
  expect(numbers).toMatchObject([
    { phone: '+972724449001', label: 'Billboard', campaign, now: 'open' },
    { phone: '+972724449003', campaign, now: 'closed' },
    { phone: '+972724449004', campaign, now: 'inactive' },
  ])
})

test('a phone gets a token for its number, which the exchange accepts', async () => {
  const { token } = (await post('/token', { from: CALLER })).json()
  const [head, body, signature] = token.split('.')
  expect(signature).toBe(createHmac('sha256', SECRET).update(`${head}.${body}`).digest('base64url'))
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
    aud: 'web-phone',
    sub: `phone:${CALLER}`,
  })
  expect((await post('/token', { from: 'client:u_1' })).statusCode).toBe(422)
})

test('its handset lists its own messages, and sends', async () => {
  const { messages } = (await post('/messages/list', { phone: CALLER })).json()
  expect(messages).toEqual([
    {
      id: 'SM2',
      isOwn: false,
      other: '+972724440001',
      text: 'שלום',
      at: '2025-11-20T10:00:00.000Z',
      state: 'delivered',
    },
    {
      id: 'SM1',
      isOwn: true,
      other: '+972724440001',
      text: 'Hello',
      at: '2025-11-20T10:00:00.000Z',
      state: 'delivered',
    },
  ])
  await post('/messages', { from: CALLER, to: '+972724440001', text: 'A question' })
  expect(received).toEqual([{ from: CALLER, to: '+972724440001', body: 'A question' }])
})

test('requests from other machines get no such phones', async () => {
  for (const headers of [{ host: 'leads.example.com' }, { ...local, 'x-forwarded-for': '1.2.3.4' }]) {
    expect((await get('/numbers', headers)).statusCode).toBe(404)
    expect((await post('/token', { from: CALLER }, headers)).statusCode).toBe(404)
  }
})
