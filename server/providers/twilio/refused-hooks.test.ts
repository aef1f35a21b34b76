import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { HOOK_REFUSALS_PER_MINUTE, openSignedHooks } from '../../platform/http/signed-hooks.ts'
import { newId } from '../../platform/ids.ts'
import { testApp } from '../../testing/test-app.ts'
import { aSid, testExchange, testNumber } from '../../testing/test-numbers.ts'
import { twilioHooks } from './hooks.ts'
import { signHook } from './signature.ts'

const FORM = 'application/x-www-form-urlencoded'
let time = Date.parse('2026-11-20T10:00:00Z')
const it = await testApp({ now: () => new Date(time), exchange: () => testExchange })
const business = await it.newBusiness()
const number = await testNumber(it, business)
/** Each test has its own address and minute. */
let network = 0
const nextNetwork = () => {
  time += 60_000
  return `198.51.100.${++network}`
}

type Hook = { url?: string; type?: string; payload?: string | Buffer; headers?: Record<string, string> }
async function post(
  remoteAddress: string,
  { url = `/hooks/voice/${number.connectionId}/inbound`, type, payload = 'a=b', headers }: Hook,
) {
  const reply = await it.app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': type ?? FORM, ...headers },
    payload,
  })
  return reply.statusCode
}
const hooks = [
  '/hooks/voice/:id/inbound',
  '/hooks/voice/:id/:id/dial/1',
  '/hooks/sms/:id/inbound',
  '/hooks/sms/platform/status',
]
test.each(hooks)('an unsigned hook of a wrong type or size is refused: %s', async (path) => {
  const from = nextNetwork()
  const url = path.replaceAll(':id', newId())
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'image/png', 'nonsense'])
    expect(await post(from, { url, type, payload: '{}' }), type).toBe(415)
  expect(await post(from, { url, payload: 'a'.repeat(65_537) })).toBe(413)
  expect([403, 404]).toContain(await post(from, { url, payload: Buffer.from([0xff, 0, 0x25, 0x7a]) }))
  expect(await post(from, { url, payload: '', headers: { 'content-length': '-5' } }).catch(() => 400)).toBeLessThan(500)
  expect(it.errors).toEqual([])
})

/** A call, signed by the provider, from this address. */
async function dialFrom(remoteAddress: string) {
  const path = `/hooks/voice/${number.connectionId}/inbound`
  const form = { CallSid: aSid('CA'), CallStatus: 'ringing', From: '+972541234567', To: number.phone }
  const fields = { AccountSid: testExchange.accountSid, ...form }
  const signature = signHook(testExchange.authToken, it.env.publicUrl + path, Object.entries(fields))
  const payload = new URLSearchParams(fields).toString()
  return post(remoteAddress, { url: path, payload, headers: { 'x-twilio-signature': signature } })
}

test('refused hooks are limited per minute and network; signed hooks are accepted all the same', async () => {
  const from = nextNetwork()
  const statuses: number[] = []
  for (let i = 0; i < HOOK_REFUSALS_PER_MINUTE + 5; i++) statuses.push(await post(from, { type: 'application/json' }))
  expect(statuses.filter((status) => status === 415)).toHaveLength(HOOK_REFUSALS_PER_MINUTE)
  expect(statuses.slice(-5)).toEqual(Array(5).fill(429))
  expect(await post(from, {})).toBe(429)
  expect(await dialFrom(from)).toBe(200)
  expect(await post('198.51.101.1', {})).toBe(403)
  time += 60_000
  expect(await post(from, {})).toBe(403)
})

test('a refused hook is one short line in the log, without what it held, and none once its network has to wait', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } })
  app.register(async (hooks) => {
    const given = { env: { publicUrl: 'http://localhost' }, wakeRelay: () => {}, now: () => new Date(time) }
    openSignedHooks(hooks, given, twilioHooks)({ path: '/hooks/:id', find: async () => undefined, act: async () => [] })
  })
  const inject = (type: string, payload: string) =>
    app.inject({ method: 'POST', url: '/hooks/x?secret=1', headers: { 'content-type': type }, payload })
  await inject('application/json', '{"secret":1}')
  await inject(FORM, `secret=${'a'.repeat(70_000)}`)
  await inject(FORM, 'secret=1')
  const refused = lines.filter((line) => line.includes('A hook was refused'))
  expect(refused.map((line) => JSON.parse(line).status)).toEqual([415, 413, 404])
  for (const line of refused) {
    expect(line.length).toBeLessThan(300)
    expect(line).not.toContain('secret')
  }
  for (let i = 0; i < 100; i++) await inject('text/plain', 'x')
  expect(lines.filter((line) => line.includes('A hook was refused'))).toHaveLength(HOOK_REFUSALS_PER_MINUTE)
})
