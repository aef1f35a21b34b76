import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { talkRoutes } from '#contract/calls/talk.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { freePort } from '../../../../platform/free-port.ts'
import { accountOf } from '../../../../providers/exchange/account.ts'
import { startExchange } from '../../../../providers/exchange/process.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { aRouting } from '../../../../testing/test-numbers.ts'
import { waitFor } from '../../../../testing/wait-for.ts'
import { identityOf } from '../../../softphone/softphone.rules.ts'
import { listPeople } from '../../../speed-to-lead/people.queries.ts'
import { watchCalls } from '../call-watch.jobs.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'leadline-made-calls-'))
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

const [LEAD_HZ, DANA_HZ, NOA_HZ] = [440, 1_000, 1_500]
const PATIENCE = 20_000
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
type Robot = { id: string; robot: string; other: string; state: string; heardHz?: number; sent: number }
type Member = Awaited<ReturnType<Awaited<ReturnType<typeof it.newBusiness>>['member']>>

let people = 0
const aMobile = () => `+97254${String(5_550_000 + ++people)}`

type Scripts = { dana?: object; noa?: object; lead?: object; mobile?: string; areMasked?: true; isEarly?: true }
/** Dana has called a lead, in the browser or through her mobile, and both talk; Noa has a browser open. */
async function talk({ dana: danaScript, noa: noaScript, lead: leadScript, mobile, areMasked, isEarly }: Scripts = {}) {
  const business = await it.newBusiness()
  const { businessId, campaignId, db } = business
  const [owner, dana, noa] = [
    await business.member('Owner'),
    await business.member(areMasked ? 'Affiliate' : 'Writer', [campaignId]),
    await business.member(areMasked ? 'Affiliate' : 'Writer', [campaignId]),
  ]
  if (areMasked) {
    await db.updateTable('businesses').set({ masks_contacts: true }).where('business_id', '=', businessId).execute()
    it.deps.caches.endAll()
  }
  const addressOf = (who: Member) => (who === dana && mobile ? mobile : `client:${identityOf(who.userId, businessId)}`)
  const script = (who: Member, more: object) => ask('PUT', '/robots', { address: addressOf(who), ...more })
  await script(dana, {
    answerAfterMs: 100,
    toneHz: DANA_HZ,
    ...(mobile && { digits: '1', digitsAfterMs: 2_000 }),
    ...danaScript,
  })
  await script(noa, { answerAfterMs: 100, toneHz: NOA_HZ, ...noaScript })
  for (const one of [dana, noa]) await it.send(softphoneRoutes.presence, one, { body: { state: 'available' } })
  if (mobile)
    await it.deps.tenants.pool
      .updateTable('users')
      .set({ phone: mobile, phone_verified_at: new Date().toISOString() })
      .where('id', '=', dana.userId)
      .execute()
  const body = {
    phone: aPhone(),
    campaignId,
    routing: aRouting({ recording: true, announcement: { isOn: true, text: '' } }),
  }
  let ordered = await it.send(numberRoutes.order, owner, { body })
  while (ordered.body.order?.state !== 'done')
    ordered = await it.send(numberRoutes.order, owner, { body: { ...body, phone: aPhone() } })
  const leadPhone = aMobile()
  await ask('PUT', '/robots', { address: leadPhone, answerAfterMs: 200, toneHz: LEAD_HZ, ...leadScript })
  const created = await it.send(leadRoutes.create, owner, { body: { name: 'Gil', phone: leadPhone, campaignId } })
  const leadId = created.body.lead._id
  const dial = () => it.send(outgoingRoutes.dial, dana, { body: { leadId, via: mobile ? 'phone' : 'softphone' } })
  const callId = (await dial()).body.callId
  const params = { id: callId }
  const row = () => db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()
  const callOf = async (address: string) => {
    const own = (await ask<Robot[]>('GET', '/robot-calls')).filter((one) => one.robot === address).at(-1)
    return own && ask<Robot>('GET', `/robot-calls/${own.id}`)
  }
  const phone = (who: Member) => callOf(addressOf(who))
  const hears = (hz: number) => waitFor(async () => (await callOf(leadPhone))?.heardHz === hz, PATIENCE)
  const heardBy = (who: Member, hz: number) => waitFor(async () => (await phone(who))?.heardHz === hz, PATIENCE)
  const look = async (who = dana) => (await it.send(talkRoutes.get, who, { params })).body.talk
  const becomes = (state: string | null, who = dana) =>
    waitFor(async () => (await look(who))?.state === state, PATIENCE)
  const attempts = () =>
    db
      .selectFrom('call_attempts')
      .select(['step', 'user_id', 'bridged', 'transfer', 'outcome'])
      .where('call_id', '=', callId)
      .orderBy('step')
      .execute()
  const end = async (sid: string | null | undefined) => {
    const connection = await it.deps.voice.find((await row()).connection_id ?? '')
    if (sid) await connection?.provider.endCall(sid)
  }
  const sidOf = async (step: number) => {
    const found = await db
      .selectFrom('call_attempts')
      .select('provider_sid')
      .where('call_id', '=', callId)
      .where('step', '=', step)
      .executeTakeFirst()
    return found?.provider_sid
  }
  if (!isEarly) await hears(DANA_HZ)
  await becomes('talking')
  return {
    ...{ ...business, owner, dana, noa, leadId, leadPhone, number: ordered.body.order.phone, callId, params },
    ...{ row, hears, heardBy, phone, look, becomes, attempts, script, dial },
    hold: (isHeld: boolean, who = dana) => it.send(talkRoutes.hold, who, { params, body: { isHeld } }),
    transfer: (kind: 'blind' | 'attended', to = noa) =>
      it.send(talkRoutes.transfer, dana, { params, body: { userId: to.userId, kind } }),
    complete: () => it.send(talkRoutes.complete, dana, { params }),
    cancel: () => it.send(talkRoutes.cancel, dana, { params }),
    stop: () => it.send(outgoingRoutes.cancel, dana, { params }),
    hearsMusic: () =>
      waitFor(async () => {
        const { sent = 0 } = (await callOf(leadPhone)) ?? {}
        await pause(100)
        const now = await callOf(leadPhone)
        return now && now.state !== 'ended' && now.sent > sent && ![DANA_HZ, NOA_HZ, 400].includes(now.heardHz ?? 0)
      }, PATIENCE),
    isOver: (who: Member) => waitFor(async () => (await phone(who))?.state === 'ended', PATIENCE),
    leadHangsUp: async () => end(await sidOf(1)),
    danaHangsUp: async () => end((await row()).provider_sid),
    ended: () =>
      waitFor(async () => {
        const found = await row()
        return found.status ? found : undefined
      }, PATIENCE),
  }
}
type World = Awaited<ReturnType<typeof talk>>
const errorOf = async (asked: Promise<{ body: object }>) => ((await asked).body as { code?: string }).code
/** How many recordings the call has, once all of them are stored. */
const recorded = ({ owner, params }: World, most: number) =>
  waitFor(async () => {
    const { call } = (await it.send(callRoutes.get, owner, { params })).body
    return call.recordings.filter(({ state }) => state === 'stored').length === most
  }, PATIENCE)
const leadsOf = ({ db, businessId }: World) =>
  db.selectFrom('leads').select('id').where('business_id', '=', businessId).execute()

describe.concurrent('hold in a call that a member makes', () => {
  test('the lead hears music and then the member again, twice; one call, one lead, all talks recorded', async () => {
    const it1 = await talk()
    for (const _ of [1, 2]) {
      expect((await it1.hold(true)).status).toBe(200)
      await it1.hearsMusic()
      expect(await it1.look()).toMatchObject({ state: 'held', canTransfer: true })
      expect(await it1.row()).toMatchObject({ state: 'talking', status: null })
      expect((await it1.hold(false)).status).toBe(200)
      await it1.hears(DANA_HZ)
      await it1.heardBy(it1.dana, LEAD_HZ)
    }
    await pause(500)
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({
      ...{ status: 'Answered', reason: 'bridged', answered_by: it1.dana.userId, passed_to: null },
      ...{ direction: 'outbound', made_by: it1.dana.userId },
    })
    await it1.isOver(it1.dana)
    expect(await it1.attempts()).toMatchObject([
      { step: 0, user_id: it1.dana.userId, bridged: true },
      { step: 1, user_id: null, bridged: true, transfer: null },
    ])
    expect(await leadsOf(it1)).toEqual([{ id: it1.leadId }])
    await recorded(it1, 3)
  }, 90_000)

  test('while the lead’s phone rings there is nothing to hold or to transfer', async () => {
    const business = await talk()
    await business.leadHangsUp()
    await business.ended()
    await ask('PUT', '/robots', { address: business.leadPhone, outcome: 'never' })
    const { callId } = (await business.dial()).body
    const params = { id: callId }
    await waitFor(async () =>
      (await ask<Robot[]>('GET', '/robot-calls')).some(
        ({ robot, state }) => robot === business.leadPhone && state !== 'ended',
      ),
    )
    expect((await it.send(talkRoutes.get, business.dana, { params })).body.talk).toMatchObject({
      state: null,
      canTransfer: false,
    })
    expect(await errorOf(it.send(talkRoutes.hold, business.dana, { params, body: { isHeld: true } }))).toBe('talk_over')
    expect(await errorOf(it.send(talkRoutes.hold, business.owner, { params, body: { isHeld: true } }))).toBe(
      'call_not_found',
    )
    await it.send(outgoingRoutes.cancel, business.dana, { params })
  }, 60_000)

  test('held in the moment in which it can be: the announcement to the lead is over, and they talk again', async () => {
    const it1 = await talk({ isEarly: true })
    expect((await it1.hold(true)).status).toBe(200)
    await pause(300)
    await it1.hold(false)
    await it1.hears(DANA_HZ)
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged' })
  }, 60_000)

  test('two clicks at once hold once; held and resumed at once, they talk', async () => {
    const it1 = await talk()
    const replies = await Promise.all([it1.hold(true), it1.hold(true), it1.hold(true)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await it1.row()).toMatchObject({ plan: { talk: { rooms: 1 } } })
    await it1.hold(false)
    await it1.hears(DANA_HZ)
    await it1.heardBy(it1.dana, LEAD_HZ)
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged' })
  }, 60_000)

  test('the lead hangs up on hold: the member’s phone is let go, and the call says so', async () => {
    const it1 = await talk()
    await it1.hold(true)
    await it1.hearsMusic()
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'left_in_transfer' })
    await it1.isOver(it1.dana)
    expect(await errorOf(it1.hold(false))).toBe('talk_over')
  }, 60_000)

  test('the member hangs up meanwhile: their phone rings again for the lead', async () => {
    const it1 = await talk()
    await it1.hold(true)
    await it1.hearsMusic()
    await it1.danaHangsUp()
    await it1.hears(DANA_HZ)
    await it1.becomes('talking')
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged', passed_to: null })
  }, 60_000)

  test('"End the call" ends it for a lead on hold, too', async () => {
    const it1 = await talk()
    await it1.hold(true)
    await it1.hearsMusic()
    expect((await it1.stop()).status).toBe(200)
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'left_in_transfer' })
    await it1.isOver(it1.dana)
  }, 60_000)
})

describe.concurrent('a call that a member makes is transferred', () => {
  test('without asking: the colleague sees the lead and talks; the member is let go and may call again', async () => {
    const it1 = await talk()
    expect((await it1.transfer('blind')).status).toBe(200)
    await it1.hears(NOA_HZ)
    await it1.heardBy(it1.noa, LEAD_HZ)
    await it1.isOver(it1.dana)
    await it1.becomes('talking', it1.noa)
    expect(await it1.look(it1.noa)).toMatchObject({ transferredBy: { _id: it1.dana.userId }, canTransfer: true })
    const shown = await it.send(softphoneRoutes.ringing, it1.noa, { params: it1.params })
    expect(shown.body.call).toMatchObject({ caller: it1.leadPhone, lead: { _id: it1.leadId } })
    expect(await it1.look()).toMatchObject({ state: null, handing: null })
    // Only the colleague is in a call, and not rung for new leads.
    const people = await listPeople(it1.db, it1.businessId, { campaignId: it1.campaignId, at: new Date() })
    const isBusy = (who: Member) => people.find(({ userId }) => userId === who.userId)?.isBusy
    expect([isBusy(it1.dana), isBusy(it1.noa)]).toEqual([false, true])
    // The lead is on the line with the colleague; another lead can be called, and "End" does not end their talk.
    expect((await it1.stop()).status).toBe(200)
    const refused = await it1.dial()
    expect(refused.body).toMatchObject({ code: 'lead_in_call' })
    const phone = aMobile()
    await ask('PUT', '/robots', { address: phone, outcome: 'busy' })
    const other = await it.send(leadRoutes.create, it1.owner, {
      body: { name: 'Tal', phone, campaignId: it1.campaignId },
    })
    const next = await it.send(outgoingRoutes.dial, it1.dana, {
      body: { leadId: other.body.lead._id, via: 'softphone' },
    })
    expect(next.status).toBe(200)
    // The colleague holds in turn.
    await it1.hold(true, it1.noa)
    await it1.hearsMusic()
    await it1.hold(false, it1.noa)
    await it1.hears(NOA_HZ)
    await pause(500)
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({
      ...{ status: 'Answered', reason: 'bridged', answered_by: it1.dana.userId, passed_to: [it1.noa.userId] },
    })
    await it1.isOver(it1.noa)
    expect(await it1.attempts()).toMatchObject([
      { step: 0, user_id: it1.dana.userId, bridged: true, transfer: null },
      { step: 1, user_id: null, bridged: true, transfer: null },
      { step: 2, user_id: it1.noa.userId, bridged: true, transfer: 'blind' },
    ])
    const { talk_s: talked, total_s: total } = await it1.row()
    expect(talked).toBeGreaterThan(0)
    expect(total).toBeGreaterThanOrEqual(talked)
    await recorded(it1, 3)
  }, 90_000)

  test('the colleague declines: the member’s phone rings again, who hears of it', async () => {
    const it1 = await talk({ noa: { outcome: 'reject', answerAfterMs: 300 } })
    await it1.transfer('blind')
    await it1.isOver(it1.dana)
    await it1.becomes('talking')
    await it1.hears(DANA_HZ)
    expect(await it1.look()).toMatchObject({ unanswered: { _id: it1.noa.userId } })
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged', passed_to: null })
  }, 60_000)

  test('the colleague’s phone sees the campaign’s number; the lead hangs up while it rings', async () => {
    const it1 = await talk({ noa: { outcome: 'never' } })
    await it1.transfer('blind')
    const ringing = await waitFor(() => it1.phone(it1.noa))
    expect(ringing.other).toBe(it1.number)
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'left_in_transfer' })
    await it1.isOver(it1.noa)
  }, 60_000)

  test('after asking: the colleague takes over, and a second click equals the first', async () => {
    const it1 = await talk()
    expect((await it1.transfer('attended')).status).toBe(200)
    await it1.heardBy(it1.noa, DANA_HZ)
    await it1.hearsMusic()
    await it1.becomes('consulting')
    expect(await it1.look(it1.noa)).toMatchObject({ isAsked: true, transferredBy: { _id: it1.dana.userId } })
    const both = await Promise.all([it1.complete(), it1.complete()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await it1.hears(NOA_HZ)
    await it1.heardBy(it1.noa, LEAD_HZ)
    await it1.isOver(it1.dana)
    expect((await it1.complete()).status).toBe(200)
    await pause(500)
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({
      ...{ status: 'Answered', reason: 'bridged', answered_by: it1.dana.userId, passed_to: [it1.noa.userId] },
    })
    expect((await it1.complete()).status).toBe(200)
    expect(await it1.attempts()).toMatchObject([
      { step: 0, user_id: it1.dana.userId, bridged: true, transfer: null },
      { step: 1, user_id: null, bridged: true, transfer: null },
      { step: 2, user_id: it1.noa.userId, bridged: true, transfer: 'attended' },
    ])
    await recorded(it1, 2)
  }, 90_000)

  test('from hold; the colleague declines, is asked again and let go: the member talks with the lead', async () => {
    const it1 = await talk({ noa: { outcome: 'reject', answerAfterMs: 300 } })
    await it1.hold(true)
    await it1.hearsMusic()
    await it1.transfer('attended')
    await waitFor(async () => (await it1.look()).unanswered?._id === it1.noa.userId, PATIENCE)
    await it1.script(it1.noa, { answerAfterMs: 100, toneHz: NOA_HZ })
    await it1.transfer('attended')
    await it1.heardBy(it1.dana, NOA_HZ)
    await it1.becomes('consulting')
    expect((await it1.cancel()).status).toBe(200)
    await it1.hears(DANA_HZ)
    await it1.heardBy(it1.dana, LEAD_HZ)
    await it1.isOver(it1.noa)
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged' })
  }, 90_000)

  test('the member hangs up while asking: their phone rings for the lead', async () => {
    const it1 = await talk()
    await it1.transfer('attended')
    await it1.becomes('consulting')
    await it1.danaHangsUp()
    await it1.hears(DANA_HZ)
    await it1.leadHangsUp()
    await it1.ended()
  }, 60_000)

  test('between partners who see masked contacts: neither sees the number', async () => {
    const it1 = await talk({ areMasked: true })
    await it1.hold(true)
    await it1.hearsMusic()
    expect((await it1.transfer('blind')).status).toBe(200)
    await it1.hears(NOA_HZ)
    await it1.becomes('talking', it1.noa)
    expect((await it1.phone(it1.noa))?.other).toBe(it1.number)
    for (const who of [it1.dana, it1.noa]) {
      const shown = await it.send(softphoneRoutes.ringing, who, { params: it1.params })
      const details = await it.send(callRoutes.get, who, { params: it1.params })
      expect([shown.status, details.status]).toEqual([200, 200])
      const said = JSON.stringify([shown.body, details.body, await it1.look(who)])
      expect(said).not.toContain(it1.leadPhone.slice(5))
      expect(said).toContain(`•-${it1.leadPhone.slice(-4)}`)
    }
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', passed_to: [it1.noa.userId] })
  }, 60_000)

  test('taken back while the colleague’s phone rings: it stops, and the member talks with the lead', async () => {
    const it1 = await talk({ noa: { outcome: 'never' } })
    await it1.transfer('blind')
    await waitFor(async () => (await it1.phone(it1.noa))?.state === 'ringing', PATIENCE)
    expect(await it1.look()).toMatchObject({ state: null, handing: { _id: it1.noa.userId } })
    const both = await Promise.all([it1.cancel(), it1.cancel()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await it1.isOver(it1.noa)
    await it1.becomes('talking')
    await it1.hears(DANA_HZ)
    expect(await it1.look()).toMatchObject({ unanswered: null, handing: null })
    expect((await it1.cancel()).status).toBe(200)
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', reason: 'bridged', passed_to: null })
  }, 60_000)
})

describe.concurrent('a call through the member’s mobile', () => {
  test('is held and transferred from the page', async () => {
    const it1 = await talk({ mobile: aMobile() })
    expect((await it1.hold(true)).status).toBe(200)
    await it1.hearsMusic()
    await it1.hold(false)
    await it1.hears(DANA_HZ)
    await it1.transfer('blind')
    await it1.hears(NOA_HZ)
    await it1.isOver(it1.dana)
    await it1.leadHangsUp()
    expect(await it1.ended()).toMatchObject({ status: 'Answered', passed_to: [it1.noa.userId] })
  }, 90_000)
})

// Faults of the exchange concern all its calls.
describe('when a part fails', () => {
  test('the end of the member’s phone is not reported: the watchdog lets it ring for the lead', async () => {
    const it1 = await talk()
    await it1.hold(true)
    await it1.hearsMusic()
    await ask('PUT', '/chaos', { drop: 1 })
    await it1.danaHangsUp()
    await pause(300)
    await ask('PUT', '/chaos', {})
    await it1.db
      .updateTable('calls')
      .set({ check_at: new Date(0).toISOString() })
      .where('id', '=', it1.callId)
      .execute()
    await watchCalls.run(it.deps, {})
    await it1.hears(DANA_HZ)
    await it1.leadHangsUp()
    await it1.ended()
  }, 60_000)
})
