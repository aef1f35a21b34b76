import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { missedCallRoutes } from '#contract/leads/follow-ups/missed-calls.ts'
import { todayRoutes } from '#contract/leads/follow-ups/today.ts'
import { dayOf, momentOf } from '#contract/values/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { type Credentials, testApp } from '../../../testing/test-app.ts'
import { testCalls } from '../../../testing/test-calls.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'

/** Noon, so that the hours before and after are of the same day. */
let now = momentOf(dayOf(new Date()), 12 * 60).getTime()
const it = await testApp({ now: () => new Date(now) })
const leads = testLeads(it)
type As = Partial<Credentials> | undefined

const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
const follow = async (as: As, id: string, hours: number, body: object = {}) => {
  const wanted = { action: 'Send Email' as const, dueAt: inHours(hours), ...body }
  expect((await it.send(followUpRoutes.set, as, { params: { id }, body: wanted })).status).toBe(200)
}
async function today(as: As, query: object = {}) {
  await relayed()
  const { status, body } = await it.send(todayRoutes.sections, as, { query })
  expect(status, JSON.stringify(body)).toBe(200)
  const [followUps, missedCalls, newLeads] = body.sections
  if (followUps?.kind !== 'followUps' || missedCalls?.kind !== 'missedCalls' || newLeads?.kind !== 'newLeads')
    throw new Error('The sections are not in their order')
  return { followUps, missedCalls, newLeads }
}
const namesOf = async (as: As, query: object = {}) => {
  const { followUps, missedCalls, newLeads } = await today(as, query)
  return {
    followUps: followUps.items.map(({ lead }) => lead.name),
    missed: missedCalls.items.map(({ lead, caller }) => lead?.name ?? caller),
    waiting: newLeads.items.map(({ lead }) => lead.name),
  }
}
const count = async (as: As) => (await it.send(todayRoutes.count, as, {})).body
/** Missed callers are counted by the relay. */
function relayed() {
  it.deps.wakeRelay()
  return leads.relayed()
}

async function world() {
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const owner = await member('Owner')
  /** A lead that was answered, so that it is in no section by itself. */
  const answered = async (name: string, body: object = {}) => {
    const lead = await leads.add(owner, { campaignId, name, ...body })
    await leads.comment(owner, lead._id, 'Answered')
    return lead
  }
  const calls = await testCalls(it, business)
  const missed = (caller: string, minutesAgo: number, values: object = {}, rang: string[] = []) => {
    const started_at = new Date(now - minutesAgo * 60_000).toISOString()
    return calls.call({ caller, started_at, status: 'Not Answered', reason: 'no_answer', talk_s: 0, ...values }, rang)
  }
  return { ...business, owner, answered, missed, calls, writer: await member('Writer', [campaignId]) }
}

test('follow-ups due until the end of the day: late ones first, then by time, within a minute by value', async () => {
  const { owner, answered } = await world()
  const add = async (name: string, hours: number, value = 0) =>
    follow(owner, (await answered(name, { value }))._id, hours)
  await add('In two hours', 2)
  await add('Late', -240)
  await add('Tomorrow', 24)
  await add('In an hour', 1, 100)
  await add('In an hour, dear', 1, 900)
  const { followUps } = await today(owner)
  expect(followUps.items.map(({ lead }) => lead.name)).toEqual([
    'Late',
    'In an hour, dear',
    'In an hour',
    'In two hours',
  ])
  expect(followUps).toMatchObject({ count: 4, countIsExact: true })
  expect(followUps.items[0]).toMatchObject({
    followUp: { action: 'Send Email', user: { _id: owner.userId } },
    lead: { campaignName: expect.any(String), phone: expect.any(String) },
  })
  expect(await count(owner)).toEqual({ success: true, count: 4, late: 1 })
})

test('done, snoozed and given away, a follow-up leaves the list', async () => {
  const { owner, answered, writer } = await world()
  const [one, two, three] = [await answered('One'), await answered('Two'), await answered('Three')]
  for (const lead of [one, two, three]) await follow(owner, lead._id, -1)
  const byId = (id: string) => ({ params: { id } })
  await it.send(followUpRoutes.done, owner, { ...byId(one._id), body: {} })
  await it.send(followUpRoutes.snooze, owner, { ...byId(two._id), body: { dueAt: inHours(30) } })
  await it.send(followUpRoutes.handover, owner, { ...byId(three._id), body: { userId: writer.userId } })
  expect((await namesOf(owner)).followUps).toEqual([])
  expect((await namesOf(writer)).followUps).toEqual(['Three'])
  await leads.remove(owner, [three._id])
  expect((await namesOf(writer)).followUps).toEqual([])
})

test("a colleague's day and the team's are for those who see the team's follow-ups", async () => {
  const { owner, answered, writer, member, campaign, campaignId } = await world()
  const other = await campaign()
  const manager = await member('None', { [campaignId]: 'Lead', [other]: 'Writer' })
  await follow(writer, (await answered('Of the writer'))._id, 1)
  await follow(owner, (await answered('Of the owner'))._id, 1)
  await follow(owner, (await answered('Elsewhere', { campaignId: other }))._id, 1)
  expect((await namesOf(manager)).followUps).toEqual([])
  expect((await namesOf(manager, { userId: writer.userId })).followUps).toEqual(['Of the writer'])
  expect((await namesOf(manager, { userId: 'team' })).followUps.sort()).toEqual(['Of the owner', 'Of the writer'])
  expect((await namesOf(owner, { userId: 'team' })).followUps).toHaveLength(3)
  expect((await namesOf(owner, { userId: 'team', campaignId: other })).followUps).toEqual(['Elsewhere'])
  for (const userId of ['team', owner.userId])
    expect((await it.send(todayRoutes.sections, writer, { query: { userId } })).status).toBe(403)
  expect((await it.send(todayRoutes.sections, manager, { query: { campaignId: newId() } })).status).toBe(404)
  const reader = await member('Reader', [campaignId])
  expect((await it.send(todayRoutes.sections, reader, { query: {} })).status).toBe(403)
})

test('a caller with three tries is one row, and leaves the list once spoken to on any number', async () => {
  const { owner, answered, missed, calls, campaign } = await world()
  const dana = await answered('Dana')
  for (const minutes of [90, 60, 23]) await missed('+972541111111', minutes, { lead_id: dana._id })
  await missed('+972542222222', 50, { is_first_time: true })
  await missed('+972543333333', 8 * 24 * 60)
  await missed('+972544444444', 10, { status: 'Blacklisted' })
  await missed('+972545555555', 10, { is_test: true })
  const { missedCalls } = await today(owner)
  expect(missedCalls.items).toMatchObject([
    { caller: '+972541111111', tries: 3, lead: { name: 'Dana' }, isFirstTime: false },
    { caller: '+972542222222', tries: 1, lead: null, isFirstTime: true },
  ])
  expect(Date.parse(missedCalls.items[0]?.at ?? '')).toBe(now - 23 * 60_000)
  const campaign_id = await campaign()
  const elsewhere = await calls.addNumber({ campaign_id })
  const started_at = new Date(now - 5 * 60_000).toISOString()
  await calls.call({ caller: '+972541111111', number_id: elsewhere.id, campaign_id, started_at })
  expect((await namesOf(owner)).missed).toEqual(['+972542222222'])
})

test('a missed call is marked as returned, taken back, or planned as a call back', async () => {
  const { owner, answered, missed, writer, member, campaignId } = await world()
  const dana = await answered('Dana')
  await missed('+972541111111', 60, { lead_id: dana._id })
  const last = await missed('+972541111111', 30, { lead_id: dana._id })
  const mark = (as: As, isDone: boolean) =>
    it.send(missedCallRoutes.done, as, { params: { id: last }, body: { isDone } })
  expect((await mark(await member('Reader', [campaignId]), true)).status).toBe(403)
  expect((await mark(writer, true)).status).toBe(200)
  expect((await namesOf(owner)).missed).toEqual([])
  expect((await mark(writer, false)).status).toBe(200)
  expect((await namesOf(owner)).missed).toEqual(['Dana'])
  await mark(owner, true)
  now += 60_000
  await missed('+972541111111', 0, { lead_id: dana._id })
  expect((await today(owner)).missedCalls.items).toMatchObject([{ tries: 1 }])
  now += 60_000
  await follow(owner, dana._id, 30, { action: 'Call Back' })
  expect((await namesOf(owner)).missed).toEqual([])
  const { history } = (await leads.history(owner, dana._id)).body
  expect(history.map(({ event }) => event)).toEqual(expect.arrayContaining(['call.returned', 'call.return_undone']))
})

test('leads without an answer: the longest wait first, without those that have a follow-up', async () => {
  const { owner, answered, campaignId, db, statusIds } = await world()
  const add = (name: string, body: object = {}) =>
    leads.add(owner, { campaignId, name, message: `From ${name}`, ...body })
  const [first, second, planned, old, lost] = [
    await add('First'),
    await add('Second'),
    await add('Planned'),
    await add('Old'),
    await add('Lost', { statusId: statusIds.lost }),
  ]
  await answered('Answered')
  const age = (id: string, hours: number) =>
    db
      .updateTable('leads')
      .set({ created_at: inHours(-hours) })
      .where('id', '=', id)
      .execute()
  await Promise.all([
    age(first._id, 5),
    age(second._id, 2),
    age(planned._id, 3),
    age(old._id, 15 * 24),
    age(lost._id, 1),
  ])
  await follow(owner, planned._id, 50)
  const { newLeads } = await today(owner)
  expect(newLeads.items).toMatchObject([
    { lead: { name: 'First' }, message: 'From First' },
    { lead: { name: 'Second' }, message: 'From Second' },
  ])
  expect(await count(owner)).toMatchObject({ count: 2, late: 0 })
})

test("one's own work includes what is unassigned, and not what is a colleague's", async () => {
  const { owner, writer, missed, campaignId } = await world()
  const add = (name: string, assignedTo?: string) => leads.add(owner, { campaignId, name, assignedTo })
  const [theirs] = [await add('Theirs', writer.userId), await add('Unassigned')]
  await missed('+972541111111', 10, { lead_id: theirs._id })
  expect(await namesOf(owner)).toMatchObject({ missed: [], waiting: ['Unassigned'] })
  expect(await namesOf(writer)).toMatchObject({ missed: ['Theirs'], waiting: ['Theirs', 'Unassigned'] })
  expect(await namesOf(owner, { userId: writer.userId })).toMatchObject({ missed: ['Theirs'], waiting: ['Theirs'] })
  expect((await namesOf(owner, { userId: 'team' })).waiting).toEqual(['Theirs', 'Unassigned'])
})

test('members kept to their own leads see callers of these and calls that rang them', async () => {
  const { owner, writer, missed, campaignId } = await world()
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  await leads.add(owner, { campaignId, name: 'Unassigned' })
  const own = await leads.add(owner, { campaignId, name: 'Own', assignedTo: writer.userId })
  await missed('+972541111111', 30, { lead_id: own._id })
  await missed('+972542222222', 20)
  await missed('+972543333333', 10, {}, [writer.userId])
  expect(await namesOf(writer)).toMatchObject({ missed: ['+972543333333', 'Own'], waiting: ['Own'] })
})

const progress = async (as: As, query: object = {}) => {
  const { status, body } = await it.send(todayRoutes.progress, as, { query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const finish = (as: As, id: string, isDone = true) =>
  it.send(followUpRoutes.done, as, { params: { id }, body: { isDone } })

test('what was done today is listed, the newest first, until it is undone', async () => {
  const { owner, answered, missed, writer, campaign } = await world()
  const [one, two] = [await answered('One'), await answered('Two')]
  for (const lead of [one, two]) await follow(owner, lead._id, 1)
  await finish(owner, one._id)
  now += 60_000
  for (const minutes of [40, 20]) await missed('+972542222222', minutes)
  const call = await missed('+972542222222', 10)
  await it.send(missedCallRoutes.done, owner, { params: { id: call }, body: {} })
  now += 60_000
  await finish(owner, two._id)
  const { done } = await progress(owner)
  expect(done).toMatchObject({
    count: 3,
    countIsExact: true,
    items: [
      { kind: 'followUp', action: 'Send Email', lead: { name: 'Two' }, canUndo: true, user: { _id: owner.userId } },
      { kind: 'missedCall', action: null, lead: null, caller: '+972542222222', callId: call, canUndo: true },
      { kind: 'followUp', lead: { name: 'One' }, canUndo: true },
    ],
  })
  expect((await progress(owner, { campaignId: await campaign() })).done.items).toEqual([])
  expect((await progress(writer)).done.items).toEqual([])
  expect((await progress(owner, { userId: 'team' })).done.count).toBe(3)
  await finish(owner, two._id, false)
  await it.send(missedCallRoutes.done, owner, { params: { id: call }, body: { isDone: false } })
  await follow(owner, one._id, 3)
  expect((await progress(owner)).done.items).toMatchObject([{ lead: { name: 'One' }, canUndo: false }])
})

test('work of yesterday is not of today', async () => {
  const { owner, answered, db } = await world()
  const lead = await answered('One')
  await follow(owner, lead._id, 1)
  await finish(owner, lead._id)
  const closeAt = (closed_at: string) =>
    db.updateTable('follow_ups').set({ closed_at }).where('lead_id', '=', lead._id).execute()
  await closeAt(momentOf(dayOf(new Date(now)), -1).toISOString())
  expect((await progress(owner)).done.count).toBe(0)
  await closeAt(momentOf(dayOf(new Date(now)), 1).toISOString())
  expect((await progress(owner)).done.count).toBe(1)
})

test('follow-ups of tomorrow are counted and listed', async () => {
  const { owner, answered, writer } = await world()
  for (const [name, hours] of [
    ['Now', 1],
    ['Tonight', 11.9],
    ['At midnight', 12],
    ['Tomorrow', 24],
    ['Later', 36],
  ] as const)
    await follow(owner, (await answered(name))._id, hours)
  expect((await progress(owner)).tomorrow).toEqual({ count: 2, countIsExact: true })
  expect((await progress(writer)).tomorrow.count).toBe(0)
  const { sections } = (await it.send(todayRoutes.sections, owner, { query: { day: 'tomorrow' } })).body
  expect(sections).toMatchObject([
    { kind: 'followUps', count: 2, items: [{ lead: { name: 'At midnight' } }, { lead: { name: 'Tomorrow' } }] },
  ])
})

test('partners see masks', async () => {
  const { owner, missed, member, campaignId } = await world()
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } as never })
  const partner = await member('Affiliate', [campaignId])
  await leads.add(owner, { campaignId, name: 'Dana', phone: '+972541234567', email: 'dana@example.test' })
  await missed('+972541111111', 10)
  const { missedCalls, newLeads } = await today(partner)
  expect(JSON.stringify([missedCalls, newLeads])).not.toMatch(/5411111|54123456|dana@/)
  expect([missedCalls.count, newLeads.count]).toEqual([1, 1])
})

test('another business sees nothing of it', async () => {
  const { owner, answered, missed } = await world()
  const dana = await answered('Dana')
  await follow(owner, dana._id, 24)
  await finish(owner, dana._id)
  await follow(owner, dana._id, -1)
  const call = await missed('+972541111111', 10)
  const stranger = await (await it.newBusiness()).member('Owner')
  expect(await namesOf(stranger, { userId: 'team' })).toEqual({ followUps: [], missed: [], waiting: [] })
  expect(await namesOf(stranger, { userId: owner.userId })).toEqual({ followUps: [], missed: [], waiting: [] })
  for (const userId of ['team', owner.userId])
    expect(await progress(stranger, { userId })).toMatchObject({ done: { count: 0 }, tomorrow: { count: 0 } })
  expect(refusal(await it.send(missedCallRoutes.done, stranger, { params: { id: call }, body: {} }))).toMatchObject({
    status: 404,
    code: 'call_not_found',
  })
})
