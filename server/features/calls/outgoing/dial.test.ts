import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { freePort } from '../../../platform/free-port.ts'
import { startVendor } from '../../../testing/fake-vendor.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { hooksIn, rfc2822, testExchange, testNumber } from '../../../testing/test-numbers.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { auditCounters } from '../../dashboard/counter-audits.jobs.ts'
import { watchCalls } from '../hooks/call-watch.jobs.ts'

let moment: Date | undefined
/** The provider cannot be reached. */
let isAway = false
const closedPort = await freePort()
const vendor = startVendor(testExchange)
const softphoneKey = (_identity: string, now: Date) => ({ kind: 'local' as const, token: 't', expiresAt: now })
const it = await testApp({
  exchange: () => ({
    ...testExchange,
    baseUrl: isAway ? `http://127.0.0.1:${closedPort}` : vendor.url(),
    softphoneKey,
  }),
  now: () => moment ?? new Date(),
})
const leads = testLeads(it)
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  moment = undefined
  isAway = false
  it.deps.caches.endAll()
})
const later = (seconds: number) => {
  moment = new Date(Date.now() + seconds * 1_000)
}

let phones = 0
const aMobile = () => `+97254${String(6_660_000 + ++phones)}`

async function world(routing: Partial<Routing> = {}) {
  const business = await it.newBusiness()
  const { businessId, campaignId, db } = business
  const [owner, writer] = [await business.member('Owner'), await business.member('Writer', [campaignId])]
  const number = await testNumber(it, business, { routing })
  const phone = aMobile()
  const created = await it.send(leadRoutes.create, owner, { body: { name: 'Dana', phone, campaignId } })
  const leadId = created.body.lead._id
  const dial = (as = writer, body: object = {}, headers: Record<string, string> = {}) =>
    it.send(outgoingRoutes.dial, as, { body: { leadId, via: 'softphone', ...body } }, headers)
  const call = (id: string) =>
    db
      .selectFrom('calls')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const sidOf = (id: string) => vendor.state().calls.find(({ Url = '' }) => Url.includes(id))?.sid ?? ''
  const leadOf = async () => (await it.send(leadRoutes.get, owner, { params: { id: leadId } })).body.lead
  /** The member's phone answers, and the lead's ends like this. */
  async function play(id: string, lead: { answers?: number; ends?: string }) {
    const sid = sidOf(id)
    const base = { CallSid: sid, Direction: 'outbound-api' }
    const { xml } = await number.hook(`/${id}/answered`, { ...base, CallStatus: 'in-progress' })
    const leg = hooksIn(xml)['leg/1/0'] ?? ''
    const child = { CallSid: `CA${sid.slice(2).split('').reverse().join('')}`, ParentCallSid: sid }
    const at = Date.now()
    const rings = (CallStatus: string, SequenceNumber: string, more: object = {}) =>
      number.hook(leg, { ...child, CallStatus, SequenceNumber, Timestamp: rfc2822(at), ...more })
    await rings('initiated', '0')
    const seconds = String(lead.answers ?? 0)
    if (lead.answers) await rings('in-progress', '1')
    const done = { DialCallSid: child.CallSid, DialBridged: String(!!lead.answers), DialCallDuration: seconds }
    await rings(lead.ends ?? 'completed', '2', {
      CallDuration: seconds,
      Timestamp: rfc2822(at + (lead.answers ?? 0) * 1_000),
    })
    const status = { ...base, CallStatus: 'in-progress', DialCallStatus: lead.ends ?? 'completed', ...done }
    const after = await number.hook(`/${id}/dial/1`, status)
    await number.hook(`/${id}/status`, { ...base, CallStatus: 'completed', CallDuration: seconds })
    return { xml, after: after.xml }
  }
  return { ...business, owner, writer, number, phone, leadId, dial, call, sidOf, leadOf, play }
}
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code

describe('what is sent to the provider', () => {
  test("the member's browser is rung with the number as the caller, and only this page may answer", async () => {
    const { dial, writer, number } = await world()
    const tab = crypto.randomUUID()
    const { body } = await dial(writer, { tab })
    const [sent] = vendor.state().calls
    expect(sent?.To).toMatch(
      new RegExp(`^client:u_${writer.userId.replaceAll('-', '')}_b\\w+\\?callId=${body.callId}&tab=${tab}$`),
    )
    expect(sent).toMatchObject({ From: number.phone, Method: 'POST', Timeout: '25' })
    expect(sent?.Url).toContain(`/${body.callId}/answered`)
  })

  test("the lead is dialled with the campaign's number, recorded and announced as the number says", async () => {
    const it1 = await world({ recording: true, announcement: { isOn: true, text: 'Welcome' } })
    const { body } = await it1.dial()
    const { xml } = await it1.play(body.callId, { answers: 30 })
    expect(xml).toContain(`callerId="${it1.number.phone}"`)
    expect(xml).toContain('answerOnBridge="true"')
    expect(xml).toContain('record="record-from-answer-dual"')
    expect(xml).toMatch(new RegExp(`<Number url="[^"]+/whisper/1/0"[^>]*>\\${it1.phone}</Number>`))
    const said = await it1.number.hook(`/${body.callId}/whisper/1/0`, {
      CallSid: 'CA1',
      ParentCallSid: it1.sidOf(body.callId),
    })
    expect(said.xml).toContain('This call is recorded')
    const silent = await world({ recording: false, announcement: { isOn: true, text: '' } })
    const quiet = await silent.dial()
    const plain = await silent.play(quiet.body.callId, { answers: 30 })
    expect(plain.xml).not.toContain('record=')
    expect(plain.xml).not.toContain('whisper')
  })

  test('of several numbers the one that the lead rang last is shown', async () => {
    const it1 = await world()
    const second = await testNumber(it, { ...it1, campaignId: it1.campaignId })
    await second.dial(it1.phone)
    await it1.db
      .updateTable('calls')
      .set({ state: 'ended', status: 'Answered' })
      .where('caller', '=', it1.phone)
      .execute()
    await it1.dial()
    expect(vendor.state().calls.at(-1)?.From).toBe(second.phone)
  })

  test('the same key and body dial once', async () => {
    const { dial, writer } = await world()
    const first = await dial(writer, {}, { 'idempotency-key': 'k1' })
    const again = await dial(writer, { tab: crypto.randomUUID() }, { 'idempotency-key': 'k1' })
    expect([again.status, again.body.callId]).toEqual([200, first.body.callId])
    expect(vendor.state().calls).toHaveLength(1)
  })
})

describe('refused', () => {
  test('a lead marked "do not call", also on another lead of that phone, until the mark is removed', async () => {
    const it1 = await world()
    const other = await it1.campaign()
    const second = await it.send(leadRoutes.create, it1.owner, {
      body: { name: 'Dana again', phone: it1.phone, campaignId: other, duplicate: 'create' },
    })
    const mark = (isOn: boolean) =>
      it.send(outgoingRoutes.doNotCall, it1.writer, { params: { id: it1.leadId }, body: { isOn } })
    expect((await mark(true)).status).toBe(200)
    expect((await it1.leadOf()).doNotCall).toBe(true)
    await testNumber(it, { ...it1, campaignId: other })
    for (const leadId of [it1.leadId, second.body.lead._id])
      expect(codeOf(await it1.dial(it1.owner, { leadId }))).toBe('do_not_call')
    const history = await it.send(leadRoutes.history, it1.owner, { params: { id: it1.leadId }, query: {} })
    expect(history.body.history.map(({ event }) => event)).toContain('lead.call_barred')
    await mark(false)
    expect((await it1.dial()).status).toBe(200)
  })

  test('a mark that is set while my phone rings: the lead is not rung', async () => {
    const it1 = await world()
    const { body } = await it1.dial()
    await it.send(outgoingRoutes.doNotCall, it1.owner, { params: { id: it1.leadId }, body: { isOn: true } })
    const base = { CallSid: it1.sidOf(body.callId), CallStatus: 'in-progress' }
    const { xml } = await it1.number.hook(`/${body.callId}/answered`, base)
    expect(xml).not.toContain('<Dial')
    expect(xml).toContain('<Hangup/>')
  })

  test('a blacklisted number', async () => {
    const it1 = await world()
    const added = await it.send(blacklistRoutes.create, it1.owner, {
      body: { kind: 'number', phone: it1.phone, campaignId: null } as never,
    })
    expect(added.status, JSON.stringify(added.body)).toBeLessThan(300)
    expect(codeOf(await it1.dial())).toBe('callee_blocked')
  })

  test('a campaign without an active number', async () => {
    const it1 = await world()
    await it1.db.updateTable('virtual_numbers').set({ state: 'paused' }).where('id', '=', it1.number.numberId).execute()
    expect(codeOf(await it1.dial())).toBe('no_number_to_show')
  })

  test.each([
    ['premium', '+972190012345'],
    ['foreign', '+14155552671'],
    ['one of our own', 'own'],
  ])('a number that is %s', async (_what, typed) => {
    const it1 = await world()
    const phone = typed === 'own' ? it1.number.phone : typed
    const { status } = await it1.dial(it1.owner, { leadId: undefined, phone, campaignId: it1.campaignId })
    expect(status).toBe(422)
    expect(vendor.state().calls).toEqual([])
  })

  test('my mobile without a verified number', async () => {
    const it1 = await world()
    await it.deps.tenants.pool
      .updateTable('users')
      .set({ phone_verified_at: null })
      .where('id', '=', it1.writer.userId)
      .execute()
    expect(codeOf(await it1.dial(it1.writer, { via: 'phone' }))).toBe('no_own_phone')
  })

  test('more than six calls a minute', async () => {
    const it1 = await world()
    const replies = []
    for (let i = 0; i < 7; i++) replies.push(await it1.dial())
    const statuses = replies.map(({ status }) => status)
    expect([statuses.slice(0, 6).includes(429), statuses.at(-1)]).toEqual([false, 429])
  })

  test('a lead who is calling now', async () => {
    const it1 = await world()
    await it1.number.dial(it1.phone)
    expect(codeOf(await it1.dial())).toBe('lead_is_calling')
  })

  test('members kept to own leads call these only, and no typed number', async () => {
    const it1 = await world()
    const kept = await it1.member('Writer', [it1.campaignId])
    await it.send(businessRoutes.change, it1.owner, { body: { ownLeadsOnly: true } })
    expect((await it1.dial(kept)).status).toBe(404)
    const typed = { leadId: undefined, phone: aMobile(), campaignId: it1.campaignId }
    expect((await it1.dial(kept, typed)).status).toBe(403)
    await it.send(leadRoutes.change, it1.owner, { params: { id: it1.leadId }, body: { assignedTo: kept.userId } })
    expect((await it1.dial(kept)).status).toBe(200)
  })
})

test('masked partners call from the browser and never see the number', async () => {
  const it1 = await world()
  await it1.db.updateTable('businesses').set({ masks_contacts: true }).execute()
  const partner = await it1.member('Affiliate', [it1.campaignId])
  it.deps.caches.endAll()
  expect(codeOf(await it1.dial(partner, { via: 'phone' }))).toBe('browser_only')
  const typed = { leadId: undefined, phone: it1.phone, campaignId: it1.campaignId }
  expect(codeOf(await it1.dial(partner, typed))).toBe('browser_only')
  const { body, status } = await it1.dial(partner)
  expect(status).toBe(200)
  const id = body.callId
  expect(vendor.state().calls[0]?.To).not.toContain(it1.phone.slice(1))
  const ringing = await it.send(softphoneRoutes.ringing, partner, { params: { id } })
  await it1.play(id, { answers: 30 })
  const details = await it.send(callRoutes.get, partner, { params: { id } })
  expect(details.status).toBe(200)
  expect(details.body.call.attempts).toHaveLength(2)
  const ofLead = await it.send(callRoutes.ofLead, partner, { params: { id: it1.leadId } })
  for (const reply of [ringing, details, ofLead]) {
    const text = JSON.stringify(reply.body)
    expect(text).not.toContain(it1.phone.slice(5))
    expect(text).toContain(`•-${it1.phone.slice(-4)}`)
  }
})

describe('the outcome', () => {
  test('answered: the first response, my Call Back is done, the missed caller is off the desk', async () => {
    const it1 = await world()
    const missed = await it1.number.dial(it1.phone)
    await it1.number.hook('/status', { CallSid: missed.sid, CallStatus: 'no-answer', CallDuration: '0' })
    await it1.db.updateTable('calls').set({ status: 'Not Answered', state: 'ended' }).execute()
    const params = { id: it1.leadId }
    const dueAt = new Date(Date.now() + 3_600_000).toISOString()
    await it.send(followUpRoutes.set, it1.writer, { params, body: { action: 'Call Back', dueAt } })
    const { body } = await it1.dial()
    await it1.play(body.callId, { answers: 30 })
    expect(await it1.call(body.callId)).toMatchObject({ status: 'Answered', talk_s: 30 })
    expect((await it1.leadOf()).firstResponseAt).not.toBeNull()
    it.deps.wakeRelay()
    await leads.relayed()
    await waitFor(async () => {
      const { followUps } = (await it.send(followUpRoutes.list, it1.writer, { params })).body
      return followUps[0]?.ending === 'call'
    })
    const desk = await it.send(missedCallRoutes.list, it1.owner, { query: {} as never })
    expect(desk.body.callers).toEqual([])
  })

  test('a try that is not answered is no response and no missed call, and notifies no one', async () => {
    const it1 = await world()
    const { body } = await it1.dial()
    const { after } = await it1.play(body.callId, { ends: 'busy' })
    expect(after).toContain('The line is busy')
    expect(await it1.call(body.callId)).toMatchObject({ status: 'Busy' })
    expect((await it1.leadOf()).firstResponseAt).toBeNull()
    it.deps.wakeRelay()
    await leads.relayed()
    const notices = await it.send(notificationRoutes.list, it1.owner, { query: {} as never })
    expect(JSON.stringify(notices.body)).not.toContain('missed_call')
    const { calls } = (await it.send(dashboardRoutes.get, it1.owner, { query: {} as never })).body.dashboard
    if (!calls) throw new Error('The owner sees figures of calls')
    expect([calls.total.total, calls.missed.total, calls.answeredShare.value]).toEqual([0, 0, null])
    const list = await it.send(callRoutes.list, it1.owner, {
      query: { filters: JSON.stringify({ direction: 'outbound' }) } as never,
    })
    expect(list.body.calls).toMatchObject([{ direction: 'outbound', called: it1.phone, status: 'Busy' }])
    const all = await it.send(callRoutes.list, it1.owner, { query: {} })
    expect(all.body.pagination.total).toBe(1)
    const counted = await it1.db
      .selectFrom('call_counts')
      .select(['facet', 'key', 'total'])
      .where('campaign_id', '=', it1.campaignId)
      .execute()
    expect(counted.map(({ facet, key, total }) => `${facet} ${key} ${total}`).sort()).toEqual([
      'all  1',
      'made Busy 1',
      'status Busy 1',
    ])
    await auditCounters.run(it.deps, {})
    const { audits } = (await it.send(dashboardRoutes.audits, it1.owner, {})).body
    expect(audits[0]).toMatchObject({ driftCount: 0, drifts: [] })
  })
})

describe('a start that the provider did not confirm', () => {
  test('is found and goes on: it is not dialled again, and the hooks of the call are followed', async () => {
    const it1 = await world()
    vendor.state().losesStarts = true
    const { status, body } = await it1.dial()
    expect(status).toBe(200)
    expect((await it1.call(body.callId)).provider_sid).toBe(body.callId)
    expect(codeOf(await it1.dial())).toBe('already_in_call')
    later(30)
    await watchCalls.run(it.deps, {})
    expect((await it1.call(body.callId)).provider_sid).toBe(it1.sidOf(body.callId))
    expect(vendor.state().calls).toHaveLength(1)
    await it1.play(body.callId, { answers: 12 })
    expect(await it1.call(body.callId)).toMatchObject({ status: 'Answered' })
  })

  test('never happened: it ends, and the next click dials', async () => {
    const it1 = await world()
    vendor.state().losesStarts = true
    const { body } = await it1.dial()
    vendor.reset()
    later(30)
    await watchCalls.run(it.deps, {})
    expect(await it1.call(body.callId)).toMatchObject({ status: 'Unknown', state: 'ended' })
    expect((await it1.dial()).status).toBe(200)
  })

  test('canceled before it is known: ended as soon as a report of it comes', async () => {
    const it1 = await world()
    vendor.state().losesStarts = true
    const { body } = await it1.dial()
    const sid = it1.sidOf(body.callId)
    expect((await it.send(outgoingRoutes.cancel, it1.writer, { params: { id: body.callId } })).status).toBe(200)
    await it1.number.hook(`/${body.callId}/status`, { CallSid: sid, CallStatus: 'ringing' })
    expect(vendor.state().ended).toEqual([sid])
    await it1.number.hook(`/${body.callId}/status`, { CallSid: sid, CallStatus: 'canceled' })
    expect(await it1.call(body.callId)).toMatchObject({ status: 'Caller Canceled', reason: 'agent_canceled' })
  })

  test('the provider cannot be reached: an error, and nothing stays behind', async () => {
    const it1 = await world()
    isAway = true
    const { status } = await it1.dial()
    isAway = false
    it.deps.caches.endAll()
    expect(status).toBe(502)
    expect((await it1.dial()).status).toBe(200)
  })
})

test('lost hooks: the end and the talk come from the provider', async () => {
  const it1 = await world()
  const { body } = await it1.dial()
  const sid = it1.sidOf(body.callId)
  await it1.number.hook(`/${body.callId}/answered`, { CallSid: sid, CallStatus: 'in-progress' })
  const talk = { status: 'completed', duration: '20', end_time: new Date().toUTCString() }
  Object.assign(vendor.state().known.find((one) => one.sid === sid) ?? {}, talk)
  vendor.knows([{ sid: 'CAchild', parent_call_sid: sid, to: it1.phone, ...talk }])
  later(300)
  await watchCalls.run(it.deps, {})
  expect(await it1.call(body.callId)).toMatchObject({ status: 'Answered', talk_s: 20, answered_by: it1.writer.userId })
})
