import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { numberRoutes } from '#contract/numbers.ts'
import type { Routing } from '#contract/routing.ts'
import { softphoneRoutes } from '#contract/softphone.ts'
import { accountOf } from '../../providers/voice/exchange-account.ts'
import { startExchange } from '../../providers/voice/exchange-process.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { aRouting } from '../../testing/test-numbers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { tellExchange } from '../numbers/exchange.service.ts'
import { watchCalls } from './call-watch.jobs.ts'

/** A port that nobody listens on: the app's address stands in every hook, so it must be known before the app is. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

const dataDir = await mkdtemp(join(tmpdir(), 'leadline-exchange-'))
const port = await freePort()
const errors: unknown[] = []
const exchange = await startExchange({
  dataDir,
  variables: { PATH: process.env.PATH ?? '', SWITCHBOARD_MEDIA_DELAY_MS: '0' },
  onError: (error) => void errors.push(error),
})
afterAll(async () => {
  await exchange.stop()
  await rm(dataDir, { recursive: true, force: true })
})
let moment: Date | undefined
const it = await testApp({
  env: { PUBLIC_URL: `http://127.0.0.1:${port}` },
  exchange: accountOf(exchange),
  now: () => moment ?? new Date(),
  errors,
})
await it.app.listen({ port, host: '127.0.0.1' })
await exchange.whenReady()

async function ask(method: string, path: string, body?: object) {
  const reply = await fetch((exchange.current()?.console ?? '') + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply.status === 204 ? undefined : ((await reply.json()) as unknown)
}

let agents = 0
/** A business with a number that rings one phone, at which a robot sits. */
async function world(script: object, changes: Partial<Routing> = {}) {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const agent = `+97250333${String(++agents).padStart(4, '0')}`
  if (Object.keys(script).length) await ask('PUT', '/robots', { address: agent, ...script })
  const ring = { ...aRouting().ring, seconds: 6, targets: [{ kind: 'phone' as const, phone: agent, userId: null }] }
  const body = { phone: aPhone(), campaignId: business.campaignId, routing: { ...aRouting(changes), ring } }
  let ordered = await it.send(numberRoutes.order, owner, { body })
  // Of the few thousand numbers of the exchange another test may have taken this one.
  while (ordered.body.order?.state !== 'done')
    ordered = await it.send(numberRoutes.order, owner, { body: { ...body, phone: aPhone() } })
  const { phone } = ordered.body.order
  const dial = (caller: object = {}, from = aPhone()) => ask('POST', '/robot-calls', { from, to: phone, ...caller })
  const rows = () =>
    business.db
      .selectFrom('calls')
      .selectAll()
      .where('business_id', '=', business.businessId)
      .orderBy('started_at')
      .execute()
  const ended = () =>
    waitFor(async () => {
      const [call] = await rows()
      return call?.status ? call : undefined
    }, 20_000)
  return { ...business, owner, agent, phone, dial, rows, ended, number: ordered.body.order.number }
}

describe('through the exchange', () => {
  test('answered: call, lead and recording', async () => {
    const { dial, ended, db } = await world({ answerAfterMs: 300, toneHz: 1_000 }, { recording: true })
    const caller = aPhone()
    await dial({ toneHz: 440, hangUpAfterMs: 1_500 }, caller)
    const call = await ended()
    expect(call).toMatchObject({ status: 'Answered', caller, state: 'ended' })
    expect(call.talk_s).toBeGreaterThanOrEqual(1)
    const lead = await db
      .selectFrom('leads')
      .select(['phone', 'source'])
      .where('id', '=', call.lead_id ?? '')
      .executeTakeFirst()
    expect(lead).toEqual({ phone: caller, source: 'call' })
    const recording = await waitFor(() =>
      db
        .selectFrom('recordings')
        .select(['state', 'channels', 'kind', 'provider_sid'])
        .where('call_id', '=', call.id)
        .executeTakeFirst(),
    )
    expect(recording).toMatchObject({ state: 'announced', channels: 2, kind: 'dial' })
    const connection = await it.deps.voice.find(call.connection_id)
    const sound = await waitFor(() => connection?.provider.fetchRecording(recording.provider_sid, 2))
    expect(sound.mime).toMatch(/^audio\//)
    await sound.sound.cancel()
  })

  test.each([
    ['busy', { outcome: 'busy' }, {}, 'Busy'],
    ['declined', { outcome: 'reject', answerAfterMs: 200 }, {}, 'Not Answered'],
    ['nobody answers', { outcome: 'never' }, {}, 'Not Answered'],
    ['the caller hangs up', { outcome: 'never' }, { cancelAfterMs: 900 }, 'Caller Canceled'],
  ])('%s', async (_what, script, caller, status) => {
    const { dial, ended } = await world(script)
    await dial(caller)
    expect((await ended()).status).toBe(status)
  })

  test.each(['canceled', 'no-answer', 'none'])('a hang-up that is reported as %s', async (report) => {
    await ask('PUT', '/hang-up-report', { report })
    try {
      const { dial, ended } = await world({ outcome: 'never' })
      await dial({ cancelAfterMs: 900 })
      expect(await ended()).toMatchObject({ status: 'Caller Canceled', reason: 'hangup_while_ringing' })
    } finally {
      await ask('PUT', '/hang-up-report', { report: 'canceled' })
    }
  })

  test('blacklisted, and closed', async () => {
    const blocked = await world({})
    const caller = aPhone()
    const entry = { business_id: blocked.businessId, id: crypto.randomUUID(), kind: 'number', phone: caller }
    await blocked.db.insertInto('blacklist').values(entry).execute()
    await blocked.dial({}, caller)
    expect(await blocked.ended()).toMatchObject({ status: 'Blacklisted', lead_id: null })
    const hours = { days: Array.from({ length: 7 }, () => []) }
    const closed = await world({}, { hours, outside: { kind: 'message', text: 'Closed' } })
    await closed.dial({})
    expect(await closed.ended()).toMatchObject({ status: 'Out of Time', lead_id: expect.any(String) })
  })

  test('a whisper, and 1 to be pressed', async () => {
    const screening = { screening: true, whisper: { isOn: true, text: 'Garden' } }
    const accepts = await world({ answerAfterMs: 100, digits: '1', digitsAfterMs: 2_500 }, screening)
    await accepts.dial({ hangUpAfterMs: 1_000 })
    expect((await accepts.ended()).status).toBe('Answered')
    const machine = await world({ answerAfterMs: 100 }, screening)
    await machine.dial({})
    expect((await machine.ended()).status).toBe('Not Answered')
  }, 60_000)
})

test('a phone in the browser gets a token that the exchange believes, and its way there', async () => {
  const { owner } = await world({})
  const [softphone] = (await it.send(softphoneRoutes.token, owner, {})).body.softphones
  if (!exchange.current()?.doors.web) return expect(softphone).toBeUndefined()
  expect(softphone).toMatchObject({ kind: 'local', url: `ws://127.0.0.1:${port}/phone` })
  const socket = new WebSocket(softphone?.url ?? '')
  const said = await new Promise<{ t?: string }>((done, failed) => {
    socket.onopen = () => socket.send(JSON.stringify({ t: 'register', token: softphone?.token }))
    socket.onmessage = ({ data }) => done(JSON.parse(String(data)) as { t?: string })
    socket.onerror = () => failed(new Error('no connection'))
  })
  expect(said.t).toBe('registered')
  socket.close()
  const away = await it.send(softphoneRoutes.presence, owner, { body: { state: 'away' } })
  expect(away.body).toEqual({ success: true })
})

test('the exchange is killed in mid-call: the call ends, the exchange comes back and knows its numbers', async () => {
  const { dial, rows, ended, phone, owner, number } = await world({ answerAfterMs: 100, toneHz: 1_000 })
  await dial({ toneHz: 440 })
  await waitFor(async () => (await rows())[0]?.state === 'talking', 20_000)
  const { readFile } = await import('node:fs/promises')
  const pid = Number(await readFile(join(dataDir, 'switchboard', 'exchange.pid'), 'utf8'))
  process.kill(pid, 'SIGKILL')
  await waitFor(() => exchange.current() === undefined)
  await exchange.whenReady()
  it.deps.voice.forget()
  moment = new Date(Date.now() + 600_000)
  await watchCalls.run(it.deps, {})
  await watchCalls.run(it.deps, {})
  moment = undefined
  expect(await ended()).toMatchObject({ status: 'Answered', state: 'ended' })
  await tellExchange(it.deps)
  const changed = await it.send(numberRoutes.change, owner, {
    params: { id: number?._id ?? '' },
    body: { label: 'Again' },
  })
  expect(changed.status).toBe(200)
  await dial({ cancelAfterMs: 500 })
  await waitFor(async () => (await rows()).length === 2, 20_000)
  expect((await rows())[1]?.called).toBe(phone)
}, 60_000)
