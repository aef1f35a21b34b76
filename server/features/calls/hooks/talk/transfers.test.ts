import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import type { RingTarget } from '#contract/calls/routing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { talkRoutes } from '#contract/calls/talk.ts'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { freePort } from '../../../../platform/free-port.ts'
import { accountOf } from '../../../../providers/exchange/account.ts'
import { startExchange } from '../../../../providers/exchange/process.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { aRouting } from '../../../../testing/test-numbers.ts'
import { waitFor } from '../../../../testing/wait-for.ts'
import { identityOf } from '../../../softphone/softphone.rules.ts'
import { watchCalls } from '../call-watch.jobs.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'leadline-transfers-'))
const pidFile = join(dataDir, 'switchboard', 'exchange.pid')
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
const it = await testApp({ env: { PUBLIC_URL: `http://127.0.0.1:${port}` }, exchange: accountOf(exchange), errors })
await it.app.listen({ port, host: '127.0.0.1' })
await exchange.whenReady()

async function ask<T = unknown>(method: string, path: string, body?: object): Promise<T> {
  const reply = await fetch((exchange.current()?.console ?? '') + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (reply.status === 204 ? undefined : await reply.json()) as T
}

const [CALLER_HZ, DANA_HZ, NOA_HZ] = [440, 1_000, 1_500]
const RINGING_HZ = 400
const PATIENCE = 20_000
type Robot = { id: string; robot: string; state: string; heardHz?: number; sent: number }
type Member = Awaited<ReturnType<Awaited<ReturnType<typeof it.newBusiness>>['member']>>

/** A customer talks with Dana in the browser; Noa has a browser open, too. */
async function talk({ noa: noaScript = {}, role = 'Writer' }: { noa?: object; role?: 'Writer' | 'Reader' } = {}) {
  const business = await it.newBusiness()
  const { businessId, campaignId, db } = business
  const [owner, dana, noa] = [
    await business.member('Owner'),
    await business.member(role, [campaignId]),
    await business.member('Writer', [campaignId]),
  ]
  const phoneOf = ({ userId }: Member) => `client:${identityOf(userId, businessId)}`
  await ask('PUT', '/robots', { address: phoneOf(dana), answerAfterMs: 100, toneHz: DANA_HZ })
  await ask('PUT', '/robots', { address: phoneOf(noa), answerAfterMs: 100, toneHz: NOA_HZ, ...noaScript })
  for (const one of [dana, noa]) await it.send(softphoneRoutes.presence, one, { body: { state: 'available' } })
  const targets: RingTarget[] = [{ kind: 'softphone', userId: dana.userId }]
  const routing = aRouting({ recording: true, ring: { ...aRouting().ring, targets } })
  let ordered = await it.send(numberRoutes.order, owner, { body: { phone: aPhone(), campaignId, routing } })
  // Another test may have bought this number, since the exchange has only a few thousand.
  while (ordered.body.order?.state !== 'done')
    ordered = await it.send(numberRoutes.order, owner, { body: { phone: aPhone(), campaignId, routing } })
  const from = aPhone()
  const { id: robotId } = await ask<Robot>('POST', '/robot-calls', {
    from,
    to: ordered.body.order.phone,
    toneHz: CALLER_HZ,
  })
  const row = () => db.selectFrom('calls').selectAll().where('business_id', '=', businessId).executeTakeFirst()
  const robot = (id: string) => ask<Robot>('GET', `/robot-calls/${id}`)
  const hears = (hz: number) => waitFor(async () => (await robot(robotId)).heardHz === hz, PATIENCE)
  /** The last call of a person's phone. */
  const phone = async (who: Member) => {
    const own = (await ask<Robot[]>('GET', '/robot-calls')).filter((one) => one.robot === phoneOf(who)).at(-1)
    return own && robot(own.id)
  }
  const heardBy = (who: Member, hz: number) => waitFor(async () => (await phone(who))?.heardHz === hz, PATIENCE)
  await hears(DANA_HZ)
  const call = await waitFor(row)
  const params = { id: call.id }
  const look = async (who = dana) => (await it.send(talkRoutes.get, who, { params })).body.talk
  const becomes = (state: string | null, who = dana) =>
    waitFor(async () => (await look(who))?.state === state, PATIENCE)
  const attempts = () =>
    db
      .selectFrom('call_attempts')
      .select(['step', 'user_id', 'bridged', 'transfer', 'outcome'])
      .where('business_id', '=', businessId)
      .orderBy('step')
      .execute()
  // The provider reports the answer just after the caller hears it.
  await becomes('talking')
  return {
    ...{
      ...business,
      owner,
      dana,
      noa,
      from,
      call,
      params,
      row,
      hears,
      heardBy,
      phone,
      look,
      becomes,
      attempts,
      phoneOf,
    },
    hold: (isHeld: boolean, who = dana) => it.send(talkRoutes.hold, who, { params, body: { isHeld } }),
    transfer: (kind: 'blind' | 'attended', to = noa) =>
      it.send(talkRoutes.transfer, dana, { params, body: { userId: to.userId, kind } }),
    complete: () => it.send(talkRoutes.complete, dana, { params }),
    cancel: () => it.send(talkRoutes.cancel, dana, { params }),
    /** Sound that is neither the voice of a person nor the ringing tone. */
    hearsMusic: () =>
      waitFor(async () => {
        const { sent } = await robot(robotId)
        await pause(100)
        const now = await robot(robotId)
        return now.sent > sent && ![DANA_HZ, NOA_HZ, RINGING_HZ].includes(now.heardHz ?? 0)
      }, PATIENCE),
    hangUp: () => end(call.connection_id ?? '', call.provider_sid ?? ''),
    hangUpOf: async (who: Member) => {
      const sids = await db
        .selectFrom('call_attempts')
        .select('provider_sid')
        .where('user_id', '=', who.userId)
        .where('outcome', 'is', null)
        .execute()
      for (const { provider_sid: sid } of sids) if (sid) await end(call.connection_id ?? '', sid)
    },
    ended: () =>
      waitFor(async () => {
        const found = await row()
        return found?.status ? found : undefined
      }, PATIENCE),
  }
}
async function end(connectionId: string, sid: string) {
  const connection = await it.deps.voice.find(connectionId)
  await connection?.provider.endCall(sid)
}

/** The tones in each channel of the call's recordings, in the order of its talks, as an Owner hears them. */
async function recordedTones({ owner, params }: Awaited<ReturnType<typeof talk>>, most: number) {
  const { recordings } = await waitFor(async () => {
    const { call } = (await it.send(callRoutes.get, owner, { params })).body
    return call.recordings.filter(({ state }) => state === 'stored').length >= most && call
  }, PATIENCE)
  return Promise.all(
    recordings.map(async ({ _id: recordingId }) => {
      const { url } = (await it.send(callRoutes.recordingLink, owner, { params, body: { recordingId } })).body
      const file = Buffer.from(
        await (
          await fetch(
            `http://127.0.0.1:${port}${new URL(url, it.env.publicUrl).pathname}${new URL(url, it.env.publicUrl).search}`,
          )
        ).arrayBuffer(),
      )
      return [0, 1].map((channel) => [CALLER_HZ, DANA_HZ, NOA_HZ].filter((hz) => shareOf(file, channel, hz) > 0.15))
    }),
  )
}
/** The strength of a tone in a channel of a stereo WAV file of 16 bits and 8 kHz, by correlation. */
function shareOf(file: Buffer, channel: number, hz: number) {
  let [sine, cosine, count] = [0, 0, 0]
  for (let at = 44 + 2 * channel; at + 1 < file.length; at += 4, count++) {
    const sample = file.readInt16LE(at) / 8_000
    const angle = (2 * Math.PI * hz * count) / 8_000
    sine += sample * Math.sin(angle)
    cosine += sample * Math.cos(angle)
  }
  return (2 * Math.hypot(sine, cosine)) / count
}
const errorOf = async (asked: Promise<{ body: object }>) => ((await asked).body as { code?: string }).code
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe.concurrent('hold', () => {
  test('the caller hears music and then the person again, twice; one call, one lead, all talks recorded', async () => {
    const it1 = await talk()
    for (const _ of [1, 2]) {
      expect((await it1.hold(true)).status).toBe(200)
      await it1.hearsMusic()
      expect(await it1.look()).toMatchObject({ state: 'held', canTransfer: true })
      expect(await it1.row()).toMatchObject({ state: 'talking', status: null })
      expect((await it1.hold(false)).status).toBe(200)
      await it1.hears(DANA_HZ)
      await it1.heardBy(it1.dana, CALLER_HZ)
    }
    await pause(500)
    await it1.hangUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged', answered_by: it1.dana.userId })
    expect(await it1.attempts()).toMatchObject([{ step: 1, user_id: it1.dana.userId, bridged: true, transfer: null }])
    const leads = await it1.db.selectFrom('leads').select('phone').where('business_id', '=', it1.businessId).execute()
    expect(leads).toEqual([{ phone: it1.from }])
    const [first, ...others] = await recordedTones(it1, 3)
    expect(first).toEqual([[CALLER_HZ], [DANA_HZ]])
    // In a room the person was first.
    for (const one of others) expect(one).toEqual([[DANA_HZ], [CALLER_HZ]])
  }, 90_000)

  test('two clicks and two tabs at once hold once, and a late one has no effect', async () => {
    const it1 = await talk()
    const replies = await Promise.all([it1.hold(true), it1.hold(true), it1.hold(true)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    await it1.hearsMusic()
    expect(await it1.row()).toMatchObject({ plan: { talk: { rooms: 1 } } })
    await Promise.all([it1.hold(false), it1.hold(false)])
    await it1.hears(DANA_HZ)
    await it1.hangUp()
    await it1.ended()
  }, 60_000)

  test('the caller hangs up on hold: the phone of the person is let go, and the caller is among the missed', async () => {
    const it1 = await talk()
    await it1.hold(true)
    await it1.hearsMusic()
    await it1.hangUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'left_in_transfer' })
    await waitFor(async () => (await it1.phone(it1.dana))?.state === 'ended', PATIENCE)
    const missed = async () => (await it.send(missedCallRoutes.list, it1.owner, { query: {} })).body
    await waitFor(async () => JSON.stringify(await missed()).includes(it1.from), PATIENCE)
    expect(await errorOf(it1.hold(false))).toBe('talk_over')
  }, 60_000)

  test('the person hangs up meanwhile: their phone rings again, and the caller is not left with the music', async () => {
    const it1 = await talk()
    await it1.hold(true)
    await it1.hearsMusic()
    await it1.hangUpOf(it1.dana)
    await it1.hears(DANA_HZ)
    await it1.becomes('talking')
    await it1.hangUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged' })
  }, 60_000)
})

describe.concurrent('a transfer without asking', () => {
  test('the colleague talks with the caller, with sound in both channels; the person is let go', async () => {
    const it1 = await talk()
    expect((await it1.transfer('blind')).status).toBe(200)
    await it1.hears(NOA_HZ)
    await it1.heardBy(it1.noa, CALLER_HZ)
    await waitFor(async () => (await it1.phone(it1.dana))?.state === 'ended', PATIENCE)
    // The sound may be there before the report of the answer.
    await waitFor(async () => (await it1.look(it1.noa)).state === 'talking', PATIENCE)
    expect(await it1.look(it1.noa)).toMatchObject({ transferredBy: { _id: it1.dana.userId } })
    expect(await it1.look()).toMatchObject({ state: null })
    await pause(500)
    await it1.hangUp()
    const call = await it1.ended()
    // The first response is that of the first person.
    expect(call).toMatchObject({
      ...{ status: 'Answered', reason: 'bridged', answered_by: it1.dana.userId, passed_to: [it1.noa.userId] },
    })
    expect(await it1.attempts()).toMatchObject([
      { user_id: it1.dana.userId, bridged: true, transfer: null },
      { user_id: it1.noa.userId, bridged: true, transfer: 'blind' },
    ])
    expect(await recordedTones(it1, 2)).toEqual([
      [[CALLER_HZ], [DANA_HZ]],
      [[CALLER_HZ], [NOA_HZ]],
    ])
  }, 60_000)

  test('the colleague declines: the phone of the person rings again, who hears of it', async () => {
    const it1 = await talk({ noa: { outcome: 'reject', answerAfterMs: 300 } })
    await it1.transfer('blind')
    await waitFor(async () => (await it1.phone(it1.dana))?.state === 'ended', PATIENCE)
    await it1.becomes('talking')
    await it1.hears(DANA_HZ)
    expect(await it1.look()).toMatchObject({ unanswered: { _id: it1.noa.userId } })
    await it1.hangUp()
    await it1.ended()
    expect(await it1.attempts()).toMatchObject([
      { transfer: null, bridged: true },
      { transfer: 'blind', bridged: false },
      { transfer: 'back', bridged: true },
    ])
  }, 60_000)

  test('taken back while the colleague’s phone rings: it stops, and the person talks with the caller again', async () => {
    const it1 = await talk({ noa: { outcome: 'never' } })
    await it1.transfer('blind')
    await waitFor(async () => (await it1.phone(it1.noa))?.state === 'ringing', PATIENCE)
    expect(await it1.look()).toMatchObject({ state: null, handing: { _id: it1.noa.userId } })
    expect((await it1.cancel()).status).toBe(200)
    await waitFor(async () => (await it1.phone(it1.noa))?.state === 'ended', PATIENCE)
    await it1.becomes('talking')
    await it1.hears(DANA_HZ)
    expect(await it1.look()).toMatchObject({ handing: null, unanswered: null })
    expect((await it1.cancel()).status).toBe(200)
    await it1.hangUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged', passed_to: null })
    expect(await it1.attempts()).toMatchObject([
      { transfer: null, bridged: true },
      { transfer: 'blind', bridged: false, outcome: 'canceled' },
      { transfer: 'back', bridged: true },
    ])
  }, 60_000)

  test('from hold; and no one answers: the caller hears that we call back, and is among the missed', async () => {
    const it1 = await talk({ noa: { outcome: 'reject', answerAfterMs: 300 } })
    await it1.hold(true)
    await it1.hearsMusic()
    await ask('PUT', '/robots', { address: it1.phoneOf(it1.dana), outcome: 'reject', answerAfterMs: 300 })
    await it1.transfer('blind')
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'left_in_transfer' })
    const missed = async () => (await it.send(missedCallRoutes.list, it1.owner, { query: {} })).body
    await waitFor(async () => JSON.stringify(await missed()).includes(it1.from), PATIENCE)
  }, 60_000)
})

describe.concurrent('a transfer after asking', () => {
  test('the colleague is asked and takes over: sound in both channels, and what was asked is not recorded', async () => {
    const it1 = await talk()
    expect((await it1.transfer('attended')).status).toBe(200)
    await it1.heardBy(it1.noa, DANA_HZ)
    await it1.hearsMusic()
    await it1.becomes('consulting')
    expect(await it1.look()).toMatchObject({ colleague: { _id: it1.noa.userId } })
    expect(await it1.look(it1.noa)).toMatchObject({
      state: null,
      isAsked: true,
      transferredBy: { _id: it1.dana.userId },
    })
    expect((await it1.complete()).status).toBe(200)
    await it1.hears(NOA_HZ)
    await it1.heardBy(it1.noa, CALLER_HZ)
    await waitFor(async () => (await it1.phone(it1.dana))?.state === 'ended', PATIENCE)
    // A second click equals the first.
    expect((await it1.complete()).status).toBe(200)
    await it1.becomes('talking', it1.noa)
    // The colleague can hold in turn.
    await it1.hold(true, it1.noa)
    await it1.hearsMusic()
    await it1.hold(false, it1.noa)
    await it1.hears(NOA_HZ)
    await pause(500)
    await it1.hangUp()
    const call = await it1.ended()
    expect(call).toMatchObject({
      ...{ status: 'Answered', reason: 'bridged', answered_by: it1.dana.userId, passed_to: [it1.noa.userId] },
    })
    expect(await it1.attempts()).toMatchObject([
      { user_id: it1.dana.userId, bridged: true, transfer: null },
      { user_id: it1.noa.userId, bridged: true, transfer: 'attended' },
    ])
    expect(await recordedTones(it1, 3)).toEqual([
      [[CALLER_HZ], [DANA_HZ]],
      [[NOA_HZ], [CALLER_HZ]],
      [[NOA_HZ], [CALLER_HZ]],
    ])
  }, 90_000)

  test('the colleague declines, is asked again and let go: the person talks with the caller', async () => {
    const it1 = await talk({ noa: { outcome: 'reject', answerAfterMs: 300 } })
    await it1.transfer('attended')
    await it1.becomes('held')
    expect(await it1.look()).toMatchObject({ unanswered: { _id: it1.noa.userId } })
    await ask('PUT', '/robots', { address: it1.phoneOf(it1.noa), answerAfterMs: 100, toneHz: NOA_HZ })
    await it1.transfer('attended')
    await it1.heardBy(it1.dana, NOA_HZ)
    await it1.becomes('consulting')
    expect((await it1.cancel()).status).toBe(200)
    await it1.hears(DANA_HZ)
    await it1.heardBy(it1.dana, CALLER_HZ)
    await waitFor(async () => (await it1.phone(it1.noa))?.state === 'ended', PATIENCE)
    await it1.hangUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged' })
  }, 90_000)

  test('the person hangs up while asking: their phone rings for the caller', async () => {
    const it1 = await talk()
    await it1.transfer('attended')
    await it1.becomes('consulting')
    await it1.hangUpOf(it1.dana)
    await it1.hears(DANA_HZ)
    await it1.hangUp()
    await it1.ended()
  }, 60_000)
})

describe('rights and colleagues', () => {
  test('only the person who talks holds and transfers, to colleagues who have a phone', async () => {
    const it1 = await talk()
    const stranger = await it1.member('Owner')
    expect(await errorOf(it1.hold(true, stranger))).toBe('call_not_found')
    expect(await errorOf(it1.hold(true, it1.noa))).toBe('call_not_found')
    const list = await it.send(talkRoutes.colleagues, it1.dana, { params: it1.params })
    const states = list.body.colleagues.map(({ user, state, via }) => [user._id, state, via])
    expect(states).toContainEqual([it1.noa.userId, 'available', ['softphone']])
    expect(states).toContainEqual([it1.owner.userId, 'offline', []])
    expect(states.map(([id]) => id)).not.toContain(it1.dana.userId)
    expect(await errorOf(it1.transfer('blind', it1.owner))).toBe('colleague_offline')
    expect(await errorOf(it1.transfer('blind', it1.dana))).toBe('user_not_found')
    const now = new Date().toISOString()
    const attempt = { business_id: it1.businessId, call_id: it1.call.id, step: 9, place: 0, kind: 'softphone' }
    await it1.db
      .insertInto('call_attempts')
      .values({ ...attempt, user_id: it1.noa.userId, started_at: now, answered_at: now })
      .execute()
    expect(await errorOf(it1.transfer('blind'))).toBe('colleague_busy')
    await it1.hangUp()
    await it1.ended()
  }, 60_000)

  test('a Reader who talks may hold, and not transfer', async () => {
    const it1 = await talk({ role: 'Reader' })
    expect(await it1.look()).toMatchObject({ state: 'talking', canTransfer: false })
    expect(await errorOf(it1.transfer('blind'))).toBe('forbidden')
    expect((await it.send(talkRoutes.colleagues, it1.dana, { params: it1.params })).status).toBe(403)
    expect((await it1.hold(true)).status).toBe(200)
    await it1.hearsMusic()
    await it1.hangUp()
    await it1.ended()
  }, 60_000)
})

describe('when a part is killed', () => {
  test('the end of the person’s phone is not reported: the watchdog lets the phones ring for the caller', async () => {
    const it1 = await talk()
    await it1.hold(true)
    await it1.hearsMusic()
    await ask('PUT', '/chaos', { drop: 1 })
    await it1.hangUpOf(it1.dana)
    await pause(300)
    await ask('PUT', '/chaos', {})
    await it1.db
      .updateTable('calls')
      .set({ check_at: new Date(0).toISOString() })
      .execute()
    await watchCalls.run(it.deps, {})
    await it1.hears(DANA_HZ)
    await it1.hangUp()
    await it1.ended()
  }, 60_000)

  test('the exchange is killed while the caller waits: the row ends, and the caller is among the missed', async () => {
    const it1 = await talk()
    await it1.transfer('attended')
    await it1.becomes('consulting')
    process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL')
    await exchange.whenReady()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'left_in_transfer' })
    const missed = async () => (await it.send(missedCallRoutes.list, it1.owner, { query: {} })).body
    await waitFor(async () => JSON.stringify(await missed()).includes(it1.from), PATIENCE)
  }, 90_000)
})
