import { expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { todayRoutes } from '#contract/leads/follow-ups/today.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { START } from '../../../platform/events/position.ts'
import type { StoredEvent } from '../../../platform/events/relay.ts'
import { type Credentials, testApp } from '../../../testing/test-app.ts'
import { testCalls } from '../../../testing/test-calls.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { missedCallers, missedCallJobs } from './missed-calls.jobs.ts'

let now = Date.now()
const it = await testApp({ now: () => new Date(now) })
const leads = testLeads(it)
type As = Partial<Credentials> | undefined

const DANA = '+972541111111'
const MINUTE = 60_000
const ago = (minutes: number) => new Date(now - minutes * MINUTE).toISOString()
const relayed = () => {
  it.deps.wakeRelay()
  return leads.relayed()
}

async function world() {
  const business = await it.newBusiness()
  const calls = await testCalls(it, business)
  const other = await business.campaign()
  const owner = await business.member('Owner')
  const missed = (minutes: number, values: object = {}, rang: string[] = []) =>
    calls.call({ caller: DANA, started_at: ago(minutes), status: 'Not Answered', talk_s: 0, ...values }, rang)
  const answered = (minutes: number, values: object = {}) =>
    calls.call({ caller: DANA, started_at: ago(minutes), ...values })
  const rows = () =>
    business.db.selectFrom('missed_callers').selectAll().orderBy('caller').orderBy('campaign_id').execute()
  return { ...business, calls, other, owner, missed, answered, rows }
}
async function desk(as: As, query: object = {}) {
  await relayed()
  const { status, body } = await it.send(missedCallRoutes.list, as, { query: query as never })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.callers
}
const callersOf = async (as: As, query: object = {}) =>
  (await desk(as, query)).map(({ caller, tries }) => [caller, tries])
const done = (as: As, id: string, isDone = true) =>
  it.send(missedCallRoutes.done, as, { params: { id }, body: { isDone } })
const snooze = (as: As, id: string, until: string | null) =>
  it.send(missedCallRoutes.snooze, as, { params: { id }, body: { until } })
const inMinutes = (minutes: number) => ago(-minutes)
const countOf = async (as: As) => (await it.send(todayRoutes.count, as, {})).body.count

test('one entry for each caller: tries in all campaigns, the last number, and the people who were rung', async () => {
  const { owner, other, calls, campaignId, missed, member } = await world()
  const [noa, ron] = [await member('Writer', [campaignId]), await member('Writer', [other])]
  const second = await calls.addNumber({ campaign_id: other, label: 'Billboard' })
  await missed(90, {}, [noa.userId])
  await missed(60, { status: 'Busy' }, [noa.userId])
  const last = await missed(
    20,
    { campaign_id: other, number_id: second.id, called: second.phone, status: 'Out of Time' },
    [ron.userId],
  )
  const list = await desk(owner)
  expect(list).toMatchObject([
    {
      callId: last,
      caller: DANA,
      tries: 3,
      campaignId: other,
      number: { phone: second.phone, label: 'Billboard' },
      lead: null,
      snoozedUntil: null,
    },
  ])
  expect([list[0]?.firstAt, list[0]?.at].map((time) => Date.parse(time ?? ''))).toEqual(
    [ago(90), ago(20)].map((time) => Date.parse(time)),
  )
  expect(list[0]?.rang.map(({ _id }) => _id).sort()).toEqual([noa.userId, ron.userId].sort())
  expect(await countOf(owner)).toBe(1)
  // A member of one campaign has its tries alone.
  const [own] = await desk(noa)
  expect(own).toMatchObject({ tries: 2, campaignId, rang: [{ _id: noa.userId }] })
})

test('withheld, blacklisted and test calls make no entry', async () => {
  const { owner, missed } = await world()
  await missed(5, { caller: null })
  await missed(5, { status: 'Blacklisted' })
  await missed(5, { is_test: true })
  await missed(5, { status: 'Not Active' })
  expect(await desk(owner)).toEqual([])
})

test('a caller who is blocked after the call leaves the list', async () => {
  const { owner, missed } = await world()
  await missed(5)
  expect(await desk(owner)).toHaveLength(1)
  const body = { kind: 'prefix', phone: '+97254', campaignId: null, reason: '', expiresAt: null } as never
  const blocked = await it.send(blacklistRoutes.create, owner, { body })
  expect(blocked.status, JSON.stringify(blocked.body)).toBe(201)
  expect(await desk(owner)).toEqual([])
})

test('leaves by itself when a person spoke with them: on another number, outbound, by the same lead, or just now', async () => {
  const ways: ((at: Awaited<ReturnType<typeof world>>, leadId: string) => Promise<unknown>)[] = [
    ({ answered, other }) => answered(5, { campaign_id: other }),
    ({ answered }) => answered(5, { direction: 'outbound', caller: null, called: DANA }),
    ({ answered }, lead_id) => answered(5, { caller: '+972549999999', lead_id }),
    ({ answered }, lead_id) => answered(5, { direction: 'outbound', caller: null, called: '+97239999999', lead_id }),
  ]
  for (const speak of ways) {
    const at = await world()
    const lead = await leads.add(at.owner, { campaignId: at.campaignId, name: 'Dana' })
    for (const minutes of [60, 30]) await at.missed(minutes, { lead_id: lead._id })
    await at.answered(45)
    expect(await callersOf(at.owner)).toEqual([[DANA, 1]])
    await speak(at, lead._id)
    expect(await desk(at.owner)).toEqual([])
    expect(await at.rows()).toEqual([])
    await at.missed(1, { lead_id: lead._id })
    expect(await callersOf(at.owner)).toEqual([[DANA, 1]])
  }
})

test('snoozed it is hidden until the time, or until the caller tries again', async () => {
  const { owner, missed, other, campaignId, member } = await world()
  const writer = await member('Writer', [campaignId])
  await missed(60, { campaign_id: other })
  const last = await missed(30)
  await desk(owner)
  expect((await snooze(writer, last, inMinutes(60))).status).toBe(200)
  expect(await desk(owner)).toEqual([])
  expect(await countOf(owner)).toBe(0)
  expect(await desk(owner, { state: 'snoozed' })).toMatchObject([
    { callId: last, tries: 2, snoozedUntil: expect.any(String) },
  ])
  await missed(10, { campaign_id: other })
  expect(await callersOf(owner)).toEqual([[DANA, 3]])
  const [{ callId } = { callId: '' }] = await desk(owner)
  await snooze(owner, callId, inMinutes(8))
  expect(await desk(owner)).toEqual([])
  now += 9 * MINUTE
  expect(await desk(owner)).toHaveLength(1)
  await snooze(owner, callId, inMinutes(60))
  await snooze(owner, callId, null)
  expect(await desk(owner)).toHaveLength(1)
  for (const until of [ago(1), inMinutes(15 * 24 * 60)])
    expect(refusal(await snooze(owner, callId, until))).toMatchObject({ status: 422 })
})

test('done leaves out a try that came in meanwhile; undo brings back what it closed and nothing older', async () => {
  const { owner, missed } = await world()
  const first = await missed(90)
  expect((await done(owner, first)).status).toBe(200)
  now += MINUTE
  const seen = await missed(60)
  await desk(owner)
  const unseen = await missed(30)
  await done(owner, seen)
  expect(await desk(owner)).toMatchObject([{ callId: unseen, tries: 1 }])
  now += MINUTE
  await done(owner, unseen)
  expect(await desk(owner)).toEqual([])
  await done(owner, unseen, false)
  expect(await desk(owner)).toMatchObject([{ callId: unseen, tries: 1 }])
  await done(owner, seen, false)
  expect(await callersOf(owner)).toEqual([[DANA, 2]])
})

test('a second click changes nothing, and each change is in the audit log once', async () => {
  const { owner, missed } = await world()
  const last = await missed(5)
  await desk(owner)
  const until = inMinutes(60)
  for (const _ of [1, 2]) expect((await snooze(owner, last, until)).status).toBe(200)
  for (const _ of [1, 2]) expect((await done(owner, last)).status).toBe(200)
  for (const _ of [1, 2]) expect((await done(owner, last, false)).status).toBe(200)
  await relayed()
  const { body } = await it.send(auditRoutes.list, owner, { query: { kind: 'leads' } as never })
  const names = JSON.stringify(body).match(/(?<="event":")call\.\w+/g)
  expect(names?.sort()).toEqual(['call.return_undone', 'call.returned', 'call.snoozed'])
})

test('for those who may edit leads of the campaign; masked partners see masks', async () => {
  const { owner, missed, member, campaignId, other } = await world()
  const last = await missed(5)
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } as never })
  const [partner, reader, stranger] = [
    await member('Affiliate', [campaignId]),
    await member('Reader', [campaignId]),
    await member('Writer', [other]),
  ]
  expect(JSON.stringify(await desk(partner))).not.toMatch(/5411111/)
  expect(await desk(partner)).toHaveLength(1)
  expect(await desk(stranger)).toEqual([])
  expect(refusal(await it.send(missedCallRoutes.list, reader, { query: {} }))).toMatchObject({ status: 403 })
  for (const act of [() => done(stranger, last), () => snooze(stranger, last, inMinutes(60))])
    expect(refusal(await act())).toMatchObject({ status: 404, code: 'call_not_found' })
  expect((await done(reader, last)).status).toBe(403)
})

test('members kept to own leads have callers of these and those who rang them, and close no others', async () => {
  const { owner, missed, member, campaignId } = await world()
  const writer = await member('Writer', [campaignId])
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  const own = await leads.add(owner, { campaignId, name: 'Own', assignedTo: writer.userId })
  await missed(30, { caller: '+972541000001', lead_id: own._id })
  await missed(20, { caller: '+972541000002' }, [writer.userId])
  const foreign = await missed(10, { caller: '+972541000003' })
  expect((await callersOf(writer)).map(([caller]) => caller)).toEqual(['+972541000002', '+972541000001'])
  expect(await desk(owner)).toHaveLength(3)
  for (const act of [() => done(writer, foreign), () => snooze(writer, foreign, inMinutes(60))])
    expect(refusal(await act())).toMatchObject({ status: 404, code: 'call_not_found' })
  expect((await desk(writer)).every(({ callId }) => callId !== foreign)).toBe(true)
})

test('a member kept to own leads closes a caller whose earlier try rang them, though the last one did not', async () => {
  const { owner, missed, member, campaignId } = await world()
  const writer = await member('Writer', [campaignId])
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  await missed(20, { caller: '+972541000002' }, [writer.userId])
  const last = await missed(10, { caller: '+972541000002' })
  expect(await desk(writer)).toMatchObject([{ callId: last, tries: 2 }])
  expect((await snooze(writer, last, inMinutes(60))).status).toBe(200)
  expect((await done(writer, last)).status).toBe(200)
  expect(await desk(owner)).toEqual([])
})

test('a merge joins the calls of two leads, and its undo parts them again', async () => {
  const { owner, missed, answered, campaignId } = await world()
  const [one, two] = [
    await leads.add(owner, { campaignId, name: 'Dana', phone: DANA }),
    await leads.add(owner, { campaignId, name: 'Dana L', phone: '+972549999999' }),
  ]
  await missed(60, { lead_id: one._id })
  await answered(30, { caller: '+972549999999', lead_id: two._id })
  expect(await desk(owner)).toHaveLength(1)
  const body = { winnerId: two._id, leadIds: [one._id] } as never
  const { body: merged, status } = await it.send(duplicateRoutes.merge, owner, { body })
  expect(status, JSON.stringify(merged)).toBe(200)
  expect(await desk(owner)).toEqual([])
  const id = merged.operationId
  await it.send(operationRoutes.undo, owner, { params: { id } })
  await waitFor(async () => (await desk(owner)).length === 1)
  expect(await desk(owner)).toMatchObject([{ lead: { name: 'Dana' } }])
})

test('a missed caller has the lead of the last call, at once when that call gets another lead', async () => {
  const { owner, missed, rows, campaignId, db } = await world()
  const [one, two] = [
    await leads.add(owner, { campaignId, name: 'Dana', phone: DANA }),
    await leads.add(owner, { campaignId, name: 'Noa', phone: '+972549999999' }),
  ]
  await missed(60, { lead_id: two._id })
  const last = await missed(30, { lead_id: one._id })
  expect(await desk(owner)).toMatchObject([{ tries: 2, lead: { name: 'Dana' } }])
  expect(await rows()).toMatchObject([{ call_id: last, lead_id: one._id }])
  await db.updateTable('calls').set({ lead_id: two._id }).where('id', '=', last).execute()
  expect(await rows()).toMatchObject([{ call_id: last, lead_id: two._id }])
})

test('the order and the repetition of events change nothing', async () => {
  const { owner, missed, answered, other, rows, businessId } = await world()
  for (const [minutes, values] of [
    [100, {}],
    [80, { campaign_id: other }],
    [50, { campaign_id: other }],
    [40, { caller: '+972542222222' }],
    [30, {}],
  ] as const)
    await missed(minutes, values)
  await answered(70)
  const last = await missed(20, { caller: '+972543333333' })
  await relayed()
  await done(owner, last)
  await relayed()
  const before = await rows()
  expect(before.map(({ caller, tries }) => [caller, tries])).toEqual([
    [DANA, 1],
    [DANA, 1],
    ['+972542222222', 1],
  ])
  const stored = await it.deps.workerDb
    .selectFrom('events')
    .select(['id', 'xid', 'name', 'payload', 'at', 'lead_id as leadId', 'business_id as businessId'])
    .where('business_id', '=', businessId)
    .orderBy('id')
    .execute()
  const apply = (events: typeof stored) =>
    it.deps.workerDb.transaction().execute(async (tx) => {
      await missedCallers.apply?.(tx, { events: events as unknown as StoredEvent[], from: START, to: START })
    })
  for (const seed of [3, 5, 7]) {
    await it.deps.workerDb.deleteFrom('missed_callers').where('business_id', '=', businessId).execute()
    const shuffled = stored.map((event, at) => ({ event, at: (at * seed) % 11 })).sort((a, b) => a.at - b.at)
    for (const { event } of shuffled) await apply([event])
    expect(await rows()).toEqual(before)
    await apply(shuffled.map(({ event }) => event))
    expect(await rows()).toEqual(before)
  }
})

test('a caller whose event was set aside is found at the next start', async () => {
  const { owner, missed, businessId } = await world()
  await missed(20)
  await relayed()
  await it.deps.workerDb.deleteFrom('missed_callers').where('business_id', '=', businessId).execute()
  expect(await desk(owner)).toEqual([])
  const recount = missedCallJobs.find(({ name }) => name === 'recountAllMissedCallers')
  await recount?.run(it.deps, {} as never)
  await waitFor(async () => (await desk(owner)).length === 1)
})
