import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { lineTestRoutes } from '#contract/calls/line-tests/line-tests.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import type { RingTarget, Routing } from '#contract/calls/routing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { freePort } from '../../../platform/free-port.ts'
import { accountOf } from '../../../providers/exchange/account.ts'
import { startExchange } from '../../../providers/exchange/process.ts'
import { flowOf, publishFlow, step } from '../../../testing/features/test-flows.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aRouting } from '../../../testing/test-numbers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { wavOf } from '../../call-flows/wav.rules.ts'
import { tellExchange } from '../../numbers/exchange.service.ts'
import { identityOf } from '../../softphone/softphone.rules.ts'

// The port is chosen before the app starts, because every hook contains the app's address.
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
const it = await testApp({
  env: { PUBLIC_URL: `http://127.0.0.1:${port}` },
  exchange: accountOf(exchange),
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
/** A business with a number that rings one phone, which a robot answers. */
async function world(script: object, changes: Partial<Routing> = {}) {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const agent = `+97250333${String(++agents).padStart(4, '0')}`
  if (Object.keys(script).length) await ask('PUT', '/robots', { address: agent, ...script })
  const ring = { ...aRouting().ring, seconds: 6, targets: [{ kind: 'phone' as const, phone: agent, userId: null }] }
  const body = { phone: aPhone(), campaignId: business.campaignId, routing: { ...aRouting(changes), ring } }
  let ordered = await it.send(numberRoutes.order, owner, { body })
  // Another test may have bought this number, since the exchange has only a few thousand.
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

// Calls take real time, so they run concurrently.
describe.concurrent('through the exchange', () => {
  test('a line test: the number answers its own call with a tone, and rings no phone', async () => {
    const { owner, agent, number, rows } = await world({ answerAfterMs: 300 })
    const params = { id: number?._id ?? '' }
    expect((await it.send(lineTestRoutes.start, owner, { params })).status).toBe(201)
    const ended = await waitFor(async () => {
      const { last } = (await it.send(lineTestRoutes.get, owner, { params })).body
      return last?.outcome ? last : undefined
    }, 20_000)
    expect(ended.outcome).toBe('answered')
    expect(ended.seconds).toBeLessThan(5)
    const rung = (await ask('GET', '/robot-calls')) as { robot: string }[]
    expect(rung.filter(({ robot }) => robot === agent)).toEqual([])
    // The end of the call is reported when the caller has hung up.
    const isOver = async () => {
      const calls = (await ask('GET', '/calls')) as { to: string; status: string }[]
      const own = calls.filter(({ to }) => to === number?.phone)
      return own.length === 2 && own.every(({ status }) => status === 'completed') ? own : undefined
    }
    await waitFor(isOver, 10_000)
    expect(await rows()).toEqual([])
  })

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
    const connection = await it.deps.voice.find(call.connection_id ?? '')
    const sound = await waitFor(() => connection?.provider.fetchRecording(recording.provider_sid, 2))
    expect(sound.mime).toMatch(/^audio\//)
    await sound.sound.cancel()
  })

  test.each([
    ['busy', { outcome: 'busy' }, {}, 'Busy'],
    ['declined', { outcome: 'reject', answerAfterMs: 200 }, {}, 'Not Answered'],
    ['no answer', { outcome: 'never' }, {}, 'Not Answered'],
    ['the caller hangs up', { outcome: 'never' }, { cancelAfterMs: 900 }, 'Caller Canceled'],
  ])('%s', async (_what, script, caller, status) => {
    const { dial, ended } = await world(script)
    await dial(caller)
    expect((await ended()).status).toBe(status)
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

describe.concurrent('a call flow', () => {
  type World = Awaited<ReturnType<typeof world>>
  const follow = (it1: World, steps: Parameters<typeof flowOf>[0]) =>
    publishFlow(it1, flowOf(steps), { numberId: it1.number?._id ?? '' })
  const heard = async (call: unknown) =>
    ((await ask('GET', `/robot-calls/${(call as { id: string }).id}`)) as { heardHz?: number }).heardHz

  test('the caller hears the sound of a menu, presses a key, and speaks with the phone of that key', async () => {
    const it1 = await world({ answerAfterMs: 300, toneHz: 1_000 })
    const soundId = crypto.randomUUID()
    const samples = Buffer.alloc(32_000)
    for (let i = 0; i < 16_000; i++)
      samples.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 700 * i) / 8_000)), i * 2)
    const sound = { business_id: it1.businessId, id: soundId, name: 'Hello', seconds: 2, wav: wavOf(samples) }
    await it1.db.insertInto('call_sounds').values(sound).execute()
    await follow(it1, [
      step.menu('m', '12', { spoken: { by: 'sound', soundId }, seconds: 10 }),
      step.ring('r', [it1.agent], {}, 'm.2'),
      step.message('v', 'Later', 'm.2'),
      step.message('e', 'Wrong', 'm.1'),
      step.message('o', 'Wrong', 'm.otherwise'),
    ])
    const call = await it1.dial({ digits: '2', digitsAfterMs: 1_800, hangUpAfterMs: 6_000 })
    await waitFor(async () => (await heard(call)) === 700, 10_000)
    await waitFor(async () => (await heard(call)) === 1_000, 10_000)
    expect(await it1.ended()).toMatchObject({ status: 'Answered', answered_phone: it1.agent })
  }, 60_000)

  test('no phone answers: music, and 1 to be called back', async () => {
    const it1 = await world({ outcome: 'never' })
    await follow(it1, [step.wait('w', [it1.agent], { ring: { seconds: 5 }, offersCallback: true }), step.hangup('h')])
    const call = await it1.dial({ digits: '1', digitsAfterMs: 4_000 })
    await waitFor(async () => (await heard(call)) !== undefined, 20_000)
    expect(await it1.ended()).toMatchObject({ status: 'Not Answered', reason: 'callback_asked', callback_asked: true })
  }, 60_000)

  test('the caller hangs up in a menu', async () => {
    const it1 = await world({})
    await follow(it1, [step.menu('m', '1', { otherwiseAs: '1' }), step.hangup('h', 'm.1')])
    await it1.dial({ hangUpAfterMs: 1_000 })
    expect(await it1.ended()).toMatchObject({ status: 'Caller Canceled' })
  }, 60_000)
})

describe.concurrent('a member who answered in the browser may not continue', () => {
  /** The only phone is a Writer's browser, which hangs up three seconds after the answer. */
  async function talk(closing: Routing['noAnswer'] = { kind: 'hangup', text: '' }, others: RingTarget[] = []) {
    const it1 = await world({}, { noAnswer: closing })
    const writer = await it1.member('Writer', [it1.campaignId])
    const address = `client:${identityOf(writer.userId, it1.businessId)}`
    await ask('PUT', '/robots', { address, answerAfterMs: 100, toneHz: 1_000, hangUpAfterMs: 3_000 })
    const targets: RingTarget[] = [{ kind: 'softphone', userId: writer.userId }, ...others]
    const ring = { ...aRouting().ring, mode: 'in_order' as const, seconds: 6, targets }
    const params = { id: it1.number?._id ?? '' }
    expect((await it.send(numberRoutes.change, it1.owner, { params, body: { routing: { ring } } })).status).toBe(200)
    await it1.dial({ toneHz: 440, hangUpAfterMs: 12_000 })
    await waitFor(async () => (await it1.rows())[0]?.state === 'talking', 20_000)
    const attempts = () =>
      it1.db.selectFrom('call_attempts').selectAll().where('business_id', '=', it1.businessId).orderBy('step').execute()
    return { ...it1, writer, attempts }
  }

  test('suspended: the caller is put through to the next phone, with real sound', async () => {
    const colleague = `+97250334${String(++agents).padStart(4, '0')}`
    await ask('PUT', '/robots', { address: colleague, answerAfterMs: 100, toneHz: 600, hangUpAfterMs: 2_500 })
    const it1 = await talk({ kind: 'hangup', text: '' }, [{ kind: 'phone', phone: colleague, userId: null }])
    await it.send(teamRoutes.suspend, it1.owner, { params: { id: it1.writer.userId } })
    const call = await it1.ended()
    expect(call).toMatchObject({ status: 'Answered', reason: 'bridged', answered_by: it1.writer.userId })
    expect(await it1.attempts()).toMatchObject([
      { step: 1, user_id: it1.writer.userId, bridged: true },
      { step: 2, phone: colleague, bridged: true },
    ])
    expect(call.talk_s).toBeGreaterThanOrEqual(4)
  }, 60_000)

  test('signed out, and no other phone is left: the caller hears it and may leave a message, and Owners are notified', async () => {
    const it1 = await talk({ kind: 'voicemail', text: '' })
    await it.send(authRoutes.logout, it1.writer, {})
    await waitFor(async () => (await it1.rows())[0]?.state === 'voicemail', 20_000)
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'cut_off' })
    const received = async () => (await it.send(notificationRoutes.list, it1.owner, { query: {} })).body.data
    await waitFor(async () => (await received()).some(({ action }) => action === 'missed_call'), 20_000)
  }, 60_000)

  test('who just hangs up ends the call', async () => {
    const it1 = await talk({ kind: 'voicemail', text: '' })
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged' })
  }, 60_000)
})

// Sequential, because the exchange has one setting for all calls.
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

test('the exchange is killed in mid-call: it comes back, and tells at once how long talk and recording were', async () => {
  const { dial, rows, ended, phone, owner, number, db } = await world(
    { answerAfterMs: 100, toneHz: 1_000 },
    { recording: true },
  )
  await dial({ toneHz: 440 })
  await waitFor(async () => (await rows())[0]?.state === 'talking', 20_000)
  const answered = Date.now()
  const recordings = join(dataDir, 'switchboard', 'recordings')
  const written = async () => {
    const [part] = (await readdir(recordings)).filter((name) => name.endsWith('.part'))
    return part ? (await stat(join(recordings, part))).size : 0
  }
  // Two channels of more than two seconds.
  await waitFor(async () => (await written()) > 2 * 32_000, 20_000)
  const pid = Number(await readFile(join(dataDir, 'switchboard', 'exchange.pid'), 'utf8'))
  process.kill(pid, 'SIGKILL')
  const talked = (Date.now() - answered) / 1_000
  await waitFor(() => exchange.current() === undefined)
  await exchange.whenReady()
  it.deps.caches.endAll()
  const call = await ended()
  expect(call).toMatchObject({ status: 'Answered', state: 'ended' })
  expect(Math.abs(call.talk_s - talked)).toBeLessThan(2)
  const recording = await waitFor(() =>
    db.selectFrom('recordings').select(['state', 'seconds']).where('call_id', '=', call.id).executeTakeFirst(),
  )
  expect(recording.state).toBe('announced')
  expect(recording.seconds).toBeGreaterThanOrEqual(2)
  expect(recording.seconds).toBeLessThanOrEqual(talked + 1)
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
