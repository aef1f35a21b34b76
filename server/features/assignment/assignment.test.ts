import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import type { AssignmentRule } from '#contract/leads/assignment/assignment-shapes.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { testAssignment } from '../../testing/features/test-assignment.ts'
import { testImports } from '../../testing/features/test-imports.ts'
import { aShift, planOf, testShifts } from '../../testing/features/test-shifts.ts'
import { testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { nextPhone, refusal } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { findOrCreateCallLead } from '../leads/intake/phone-intake.service.ts'
import { lookAt } from './assigning.service.ts'
import { lookAtDue } from './assigning.ts'
import { takeDue } from './watched.queries.ts'

// Sunday, 29 November 2026, 10:00 in Israel.
const START = Date.parse('2026-11-29T08:00:00Z')
let time = START
const it = await testApp({ now: () => new Date(time) })
const { leads, read, put, business } = testAssignment(it)
const shifts = testShifts(it)
const listOf = async (as: Parameters<typeof read>[0]) =>
  (await it.send(notificationRoutes.list, as, { query: {} })).body.data

async function world() {
  time = START
  const made = await business()
  const { campaignId, member } = made
  const people = [
    await member('Writer', [campaignId]),
    await member('Writer', [campaignId]),
    await member('Lead', [campaignId]),
  ] as const
  const ids = people.map(({ userId }) => userId)
  /** Names of the people: A, B, C. */
  const named = (given: (string | null)[]) =>
    given.map((id) => (id === null ? '-' : ('ABC'[ids.indexOf(id)] ?? '?'))).join('')
  const membersOf = (...weights: number[]) =>
    weights.flatMap((weight, place) => (weight ? [{ userId: ids[place] as string, weight }] : []))
  const given = async (count: number, values: object = {}) => named(await made.give(count, values))
  return { ...made, people, ids, membersOf, given, named }
}

test('without a rule, and with one that assigns none, new leads stay unassigned', async () => {
  const { given, rule, membersOf, rows } = await world()
  expect(await given(2)).toBe('--')
  await rule({ mode: 'none', members: membersOf(1, 1, 1) })
  expect(await given(1)).toBe('-')
  expect(await rows()).toEqual([])
})

test('in turn: each person in the order of the rule, whatever their weights', async () => {
  const { given, rule, membersOf } = await world()
  await rule({ mode: 'roundRobin', members: membersOf(5, 1, 1) })
  expect(await given(7)).toBe('ABCABCA')
})

test('by weight: of 3 and 1 and 2 each six leads go 3, 1 and 2 times, mixed', async () => {
  const { given, rule, membersOf } = await world()
  await rule({ mode: 'weighted', members: membersOf(3, 1, 2) })
  // By hand: 3,1,2 → A −3,1,2 · 0,2,4 → C 0,2,−2 · 3,3,0 → A −3,3,0 · 0,4,2 → B 0,−2,2 · 3,−1,4 → C 3,−1,−2 · 6,0,0 → A 0,0,0.
  expect(await given(12)).toBe('ACABCAACABCA')
})

test('fewest open: won and lost leads do not count, and equal ones go to who waited longest', async () => {
  const { given, rule, membersOf, arrive, owner, ids, statusIds, settle } = await world()
  for (const [person, count] of [
    [ids[0], 2],
    [ids[1], 1],
  ] as const)
    for (let i = 0; i < count; i += 1) await leads.change(owner, (await arrive())._id, { assignedTo: person })
  const closed = await arrive()
  await leads.change(owner, closed._id, { assignedTo: ids[2], statusId: statusIds.won })
  await settle()
  await rule({ mode: 'fewestOpen', members: membersOf(1, 1, 1) })
  // Open: 2, 1, 0 → C; 2, 1, 1 → B (never chosen); 2, 2, 1 → C; 2, 2, 2 → A; 3, 2, 2 → B, before C.
  time += 60_000
  const chosen: string[] = []
  for (let i = 0; i < 5; i += 1) {
    time += 60_000
    chosen.push(await given(1))
  }
  expect(chosen.join('')).toBe('CBCAB')
})

test('capacity is one value: read with the open leads of a person, and shown where the rule of a campaign is set', async () => {
  const { capacity, ids, arrive, owner, statusIds, member, campaignId, rule, membersOf } = await world()
  const id = ids[0] as string
  const load = async (as: typeof owner = owner) => await it.send(assignmentRoutes.capacity, as, { params: { id } })
  expect((await load()).body).toEqual({ success: true, open: 0, capacity: null })
  const [open, won] = [await arrive(), await arrive()]
  for (const { _id } of [open, won])
    await it.send(leadRoutes.change, owner, { params: { id: _id }, body: { assignedTo: id } })
  await it.send(leadRoutes.change, owner, { params: { id: won._id }, body: { statusId: statusIds.won } })
  await capacity(id, 7)
  expect((await load()).body).toEqual({ success: true, open: 1, capacity: 7 })
  await rule({ mode: 'roundRobin', members: membersOf() })
  const { assignment } = (await it.send(assignmentRoutes.get, owner, { params: { id: campaignId } })).body
  expect(assignment.people.find(({ user }) => user._id === id)).toMatchObject({ open: 1, capacity: 7 })
  expect((await load(await member('Lead', [campaignId]))).status).toBe(403)
})

test('a person with as many open leads as their capacity gets none; without anyone the lead waits, and comes with the first place', async () => {
  const { given, rule, membersOf, capacity, ids, arrive, settle, assigneeOf, owner, statusIds, rows, campaignId } =
    await world()
  await rule({ mode: 'roundRobin', members: membersOf(1, 1, 0) })
  expect((await capacity(ids[0] as string, 1)).status).toBe(200)
  expect((await capacity(ids[1] as string, 2)).status).toBe(200)
  expect(await given(4)).toBe('ABB-')
  const waits = await arrive()
  await settle()
  expect((await read(owner, campaignId)).body.assignment.waiting).toBe(2)
  const soon = (await rows()).filter(({ dueAt, placedAt }) => dueAt && !placedAt)
  expect(soon.map(({ dueAt }) => Date.parse(dueAt as string))).toEqual([time + 300_000, time + 300_000])
  const { body } = await leads.page(owner, { filters: { assigned: [ids[0]] } })
  await leads.change(owner, body.leads[0]?._id as string, { statusId: statusIds.lost, lostReason: 'Price' })
  time += 301_000
  await settle()
  expect([await assigneeOf(waits._id), (await read(owner, campaignId)).body.assignment.waiting]).toEqual([null, 1])
  await capacity(ids[0] as string, null)
  await settle()
  expect(await assigneeOf(waits._id)).toBe(ids[0])
})

test('without waiting, a lead for which no person is free stays unassigned for good', async () => {
  const { given, rule, membersOf, capacity, ids, settle, arrive, assigneeOf } = await world()
  await rule({ mode: 'roundRobin', members: membersOf(1, 0, 0), waits: false })
  await capacity(ids[0] as string, 1)
  expect(await given(1)).toBe('A')
  const { _id } = await arrive()
  await settle()
  await capacity(ids[0] as string, null)
  await settle()
  expect(await assigneeOf(_id)).toBeNull()
})

test('on shift only: nights over the change of the clock, and a lead of the evening waits until the shift begins', async () => {
  const { rule, membersOf, given, people, arrive, settle, assigneeOf, ids } = await world()
  const [a, b] = people
  // The clock goes back at 2:00 of Sunday, 25 October 2026: 22:00 to 6:00 has nine hours.
  time = Date.parse('2026-10-24T12:00:00Z')
  await shifts.set(a, planOf([aShift('22:00', '06:00')]))
  await shifts.set(b, planOf([aShift('08:00', '16:00')]))
  await rule({ mode: 'roundRobin', members: membersOf(1, 1, 0), onShiftOnly: true })
  const at = async (moment: string) => {
    time = Date.parse(moment)
    return given(1)
  }
  // 15:59 summer time; 22:00; 5:59 winter time, which is one hour later than the night before; 6:00.
  expect([
    await at('2026-10-24T12:59:00Z'),
    await at('2026-10-24T19:00:00Z'),
    await at('2026-10-25T03:59:00Z'),
  ]).toEqual(['B', 'A', 'A'])
  time = Date.parse('2026-10-25T04:00:00Z')
  const waits = await arrive()
  await settle()
  expect(await assigneeOf(waits._id)).toBeNull()
  time = Date.parse('2026-10-25T06:00:00Z')
  await settle()
  expect(await assigneeOf(waits._id)).toBe(ids[1])
})

test('a waiting lead is looked at again at once when a person comes on shift by a change', async () => {
  const { rule, membersOf, people, arrive, settle, assigneeOf, rows, ids } = await world()
  await shifts.set(people[0], planOf([aShift('20:00', '22:00')]))
  await rule({ mode: 'roundRobin', members: membersOf(1, 0, 0), onShiftOnly: true })
  const { _id } = await arrive()
  await settle()
  expect([await assigneeOf(_id), (await rows()).map(({ placedAt }) => placedAt)]).toEqual([null, [null]])
  await shifts.set(people[0], planOf([aShift('09:00', '17:00')]), 1)
  await settle()
  expect(await assigneeOf(_id)).toBe(ids[0])
})

test('who knew the person gets no lead of a campaign that they may not see', async () => {
  const { rule, membersOf, arrive, settle, assigneeOf, owner, ids, campaign, campaignId, member } = await world()
  const other = await campaign()
  const outsider = await member('Writer', [other])
  const [phone, email] = [nextPhone(), 'dana@example.test']
  const known = await arrive({ phone, campaignId: other })
  await leads.change(owner, known._id, { assignedTo: outsider.userId })
  const first = await arrive({ phone, email, campaignId })
  await leads.change(owner, first._id, { assignedTo: ids[2] })
  await settle()
  await rule({ mode: 'roundRobin', members: membersOf(1, 1, 0), knownFirst: true })
  const third = await campaign()
  await put(owner, third, { mode: 'roundRobin', members: membersOf(1, 0, 0), onShiftOnly: false, knownFirst: true })
  const second = await arrive({ email, phone: nextPhone(), campaignId, name: 'Dana again' })
  await settle()
  // The enquiry joined the lead of the e-mail; another campaign makes a lead of its own.
  expect(second._id).toBe(first._id)
  const elsewhere = await arrive({ phone, campaignId: third })
  await settle()
  // Neither the outsider nor C may see the third campaign, so the rule chooses; but it has none of its people.
  expect(await assigneeOf(elsewhere._id)).toBeNull()
  const back = await arrive({ phone: nextPhone(), email: 'new@example.test' })
  await settle()
  expect(await assigneeOf(back._id)).toBe(ids[0])
})

test('the last who knew the phone gets the new lead; turns go on as if it had not been', async () => {
  const { rule, membersOf, arrive, settle, assigneeOf, owner, ids, campaign, given } = await world()
  const other = await campaign()
  const phone = nextPhone()
  const known = await arrive({ phone, campaignId: other })
  await rule({ mode: 'roundRobin', members: membersOf(1, 1, 0), knownFirst: true })
  await leads.change(owner, known._id, { assignedTo: owner.userId })
  expect(await given(1)).toBe('A')
  const { _id } = await arrive({ phone })
  await settle()
  expect(await assigneeOf(_id)).toBe(owner.userId)
  expect(await given(1)).toBe('B')
  expect(ids).toHaveLength(3)
})

test('an e-mail is known as a phone is, and so is a phone that a person spoke with', async () => {
  const made = await world()
  const { rule, membersOf, arrive, settle, assigneeOf, owner, ids, campaign } = made
  const calls = await testCalls(it, made)
  const other = await campaign()
  const [email, phone] = ['known@example.test', nextPhone()]
  const byMail = await arrive({ email, phone: nextPhone(), campaignId: other })
  await leads.change(owner, byMail._id, { assignedTo: owner.userId })
  const spoken = await arrive({ phone, campaignId: other })
  await calls.call({ caller: phone, lead_id: spoken._id, campaign_id: other, answered_by: ids[2] })
  await rule({ mode: 'roundRobin', members: membersOf(1, 0, 0), knownFirst: true })
  const [mailed, called] = [await arrive({ email, phone: nextPhone() }), await arrive({ phone })]
  await settle()
  expect([await assigneeOf(mailed._id), await assigneeOf(called._id)]).toEqual([owner.userId, ids[2]])
})

test('a lead entered by hand keeps what its maker chose, also none', async () => {
  const { rule, membersOf, owner, campaignId, settle, assigneeOf, ids } = await world()
  await rule({ mode: 'roundRobin', members: membersOf(1, 1, 1) })
  const none = await leads.add(owner, { campaignId })
  const chosen = await leads.add(owner, { campaignId, assignedTo: ids[2] })
  await settle()
  expect([await assigneeOf(none._id), await assigneeOf(chosen._id)]).toEqual([null, ids[2]])
})

test('a missed unknown caller goes by the rule when the call ended, an answered one to who answered', async () => {
  const made = await world()
  const { rule, membersOf, settle, assigneeOf, ids, db, businessId, campaignId } = made
  const calls = await testCalls(it, made)
  await rule({ mode: 'roundRobin', members: membersOf(1, 1, 0) })
  const lead = async () => {
    const caller = nextPhone()
    const found = await db
      .transaction()
      .execute((tx) => findOrCreateCallLead(tx, businessId, { campaignId, phone: caller, name: '' }))
    return { caller, lead_id: found?.leadId as string }
  }
  const missed = await lead()
  const id = await calls.call({ ...missed, state: 'ringing', status: null, reason: null, talk_s: 0 })
  await settle()
  expect(await assigneeOf(missed.lead_id)).toBeNull()
  await db.updateTable('calls').set({ state: 'ended', status: 'Not Answered' }).where('id', '=', id).execute()
  await settle()
  expect(await assigneeOf(missed.lead_id)).toBe(ids[0])
  const answered = await lead()
  await calls.call({
    ...answered,
    state: 'talking',
    status: null,
    reason: null,
    answered_by: ids[2],
    started_at: new Date().toISOString(),
  })
  await settle()
  expect(await assigneeOf(answered.lead_id)).toBe(ids[2])
})

test('one look is one transaction: many looks at once, and at many leads, give each lead to one person and each turn once', async () => {
  const { rule, membersOf, arrive, businessId, assigneeOf, ids, capacity, rows, named, db } = await world()
  await rule({ mode: 'roundRobin', members: membersOf(1, 1, 1) })
  await capacity(ids[0] as string, 2)
  const made = await Promise.all(Array.from({ length: 9 }, () => arrive()))
  it.deps.wakeRelay()
  await leads.relayed()
  const looks = made.flatMap(({ _id: leadId }) => [1, 2, 3].map(() => lookAt(it.deps, { businessId, leadId })))
  await Promise.all(looks)
  const given = named(await Promise.all(made.map(({ _id }) => assigneeOf(_id))))
  expect([...given].sort().join('')).toMatch(/^AAB{3,4}C{3,4}$/)
  expect((await rows()).every(({ placedAt }) => placedAt !== null)).toBe(true)
  const events = await db.selectFrom('events').select('payload').where('name', '=', 'lead.changed').execute()
  expect(events).toHaveLength(9)
})

test('a look that fails in the middle leaves nothing, and the next one does it all', async () => {
  const { rule, membersOf, arrive, businessId, settle, assigneeOf, ids, rows } = await world()
  await rule({ mode: 'roundRobin', members: membersOf(1, 0, 0) })
  const { _id } = await arrive()
  it.deps.wakeRelay()
  await leads.relayed()
  const tenants = {
    ...it.deps.tenants,
    scope: (of: Parameters<typeof it.deps.tenants.scope>[0]) => it.deps.tenants.scope(of),
  }
  const dying = {
    tenants: tenants as never,
    now: () => {
      throw new Error('killed')
    },
  }
  await expect(lookAt(dying, { businessId, leadId: _id })).rejects.toThrow('killed')
  await settle()
  expect([await assigneeOf(_id), (await rows()).length]).toEqual([ids[0], 1])
})

test('the history says it in words, the person is notified, and the audit log has it', async () => {
  const { rule, membersOf, arrive, settle, owner, people, ids } = await world()
  await rule({ mode: 'weighted', members: membersOf(1, 0, 0) })
  const { _id } = await arrive()
  await settle()
  const { body } = await leads.history(owner, _id)
  expect(body.history[0]).toMatchObject({
    event: 'lead.changed',
    by: null,
    byRule: 'weighted',
    changes: { assignedTo: [null, people[0].name] },
  })
  const notices = await listOf(people[0])
  expect(notices.map(({ action, title }) => [action, title])).toContainEqual([
    'lead_assigned',
    'Assigned to you: Dana Levi',
  ])
  expect((await listOf(owner)).filter(({ action }) => action === 'lead_assigned')).toEqual([])
  expect(ids).toHaveLength(3)
})

test('the rule: rights, versions, people of the campaign alone, and who left is not chosen', async () => {
  const { owner, campaignId, people, membersOf, member, campaign, rule, given, ids, settle, db } = await world()
  const affiliate = await member('Affiliate', [campaignId])
  const elsewhere = await member('Affiliate', [await campaign()])
  const [writer, , lead] = people
  expect((await read(writer, campaignId)).status).toBe(403)
  expect((await read(elsewhere, campaignId)).body).toMatchObject({ code: 'campaign_not_found' })
  expect((await read(affiliate, campaignId)).body.assignment.people.every(({ open }) => open === null)).toBe(true)
  const wanted: Partial<AssignmentRule> = { mode: 'roundRobin', members: membersOf(1, 1, 0), onShiftOnly: false }
  expect((await put(lead, campaignId, wanted)).status).toBe(200)
  expect((await put(affiliate, campaignId, wanted)).body.assignment.version).toBe(1)
  expect(refusal(await put(affiliate, campaignId, { mode: 'none' }))).toMatchObject({ code: 'changed_meanwhile' })
  const stranger = { userId: elsewhere.userId, weight: 1 }
  expect(refusal(await put(owner, campaignId, { ...wanted, members: [stranger] }, 1))).toMatchObject({
    code: 'user_not_found',
  })
  await rule({ ...wanted }, 1)
  expect(await given(1)).toBe('A')
  await it.send(teamRoutes.remove, owner, { params: { id: ids[1] as string }, body: { takeOver: null } })
  await settle()
  expect(await given(2)).toBe('AA')
  expect((await read(owner, campaignId)).body.assignment.rule.members.map(({ userId }) => userId)).toEqual([ids[0]])
  const { count } = await db
    .selectFrom('assignment_turns')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThan(0)
})

test('imported leads are never assigned, and have no clock; undoing the import leaves nothing behind', async () => {
  const { rule, membersOf, owner, campaignId, settle, rows, db, hours } = await world()
  await hours()
  await rule({ mode: 'roundRobin', members: membersOf(1, 0, 0) })
  const imports = testImports(it)
  const columns = ['name', 'phone']
  const done = await imports.take(owner, `Name,Phone\nDana,${nextPhone()}\nRon,${nextPhone()}\n`, {
    campaignId,
    columns,
  })
  await settle()
  const stored = await db.selectFrom('leads').select(['assigned_to', 'response_due_at']).execute()
  expect([stored, await rows()]).toEqual([Array(2).fill({ assigned_to: null, response_due_at: null }), []])
  // Answered, it is not among those whose speed counts.
  const [one] = await db.selectFrom('leads').select('id').execute()
  await leads.comment(owner, one?.id ?? '', 'Called')
  const answered = await db
    .selectFrom('leads')
    .select('response_minutes')
    .where('first_response_at', 'is not', null)
    .execute()
  expect(answered).toEqual([{ response_minutes: null }])
  await imports.undo(owner, done.operationId)
  await settle()
  expect(await rows()).toEqual([])
})

test('a process that dies while it looks: another looks when its minute is over', async () => {
  const { rule, membersOf, arrive, assigneeOf, settle, capacity, given, ids, db } = await world()
  await rule({ mode: 'roundRobin', members: membersOf(1, 0, 0) })
  await capacity(ids[0] as string, 1)
  expect(await given(1)).toBe('A')
  const { _id } = await arrive()
  await settle()
  await db.deleteFrom('lead_capacities').execute()
  // It waits for five minutes; then a process takes it, and dies.
  const died = new Date(time + 300_000)
  const lease = { now: died, leaseUntil: new Date(time + 360_000), most: 10 }
  expect(await takeDue(it.deps.workerDb, lease)).toMatchObject([{ leadId: _id }])
  expect(await takeDue(it.deps.workerDb, lease)).toEqual([])
  time += 359_000
  expect([await lookAtDue(it.deps), await assigneeOf(_id)]).toEqual([0, null])
  time += 1_000
  await waitFor(async () => {
    await lookAtDue(it.deps)
    return assigneeOf(_id)
  })
  expect(await assigneeOf(_id)).toBe(ids[0])
})

test('leads of a business that closes are looked at again when the closing is called off', async () => {
  const { rule, membersOf, arrive, settle, assigneeOf, ids, db, businessId } = await world()
  await rule({ mode: 'roundRobin', members: membersOf(1, 0, 0) })
  const closesAt = (closes_at: string | null) =>
    db.updateTable('businesses').set({ closes_at }).where('business_id', '=', businessId).execute()
  const { _id } = await arrive()
  await closesAt('2026-12-29T00:00:00Z')
  await settle()
  expect(await assigneeOf(_id)).toBeNull()
  await closesAt(null)
  time += 3_600_000
  await waitFor(async () => {
    await lookAtDue(it.deps)
    return assigneeOf(_id)
  })
  expect(await assigneeOf(_id)).toBe(ids[0])
})

test('a lead in the trash is not assigned until it is restored; deleting the campaign ends its rule', async () => {
  const { rule, membersOf, arrive, owner, settle, assigneeOf, ids, campaignId } = await world()
  await rule({ mode: 'roundRobin', members: membersOf(1, 0, 0) })
  const { _id } = await arrive()
  await leads.remove(owner, [_id])
  await settle()
  await leads.restore(owner, [_id])
  await settle()
  expect(await assigneeOf(_id)).toBe(ids[0])
  const { status } = await it.send(campaignRoutes.remove, owner, {
    params: { id: campaignId },
    body: { leads: 'trash' },
  })
  expect(status).toBe(200)
  expect((await read(owner, campaignId)).body).toMatchObject({ code: 'campaign_not_found' })
})
