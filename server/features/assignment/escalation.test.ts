import { expect, test } from 'vitest'
import type { AssignmentRule } from '#contract/leads/assignment/assignment-shapes.ts'
import { testAssignment } from '../../testing/features/test-assignment.ts'
import { testApp } from '../../testing/test-app.ts'
import { lookAt } from './assigning.service.ts'

// Sunday, 29 November 2026, 10:00 in Israel; it is open from 8:00 to 18:00.
const START = Date.parse('2026-11-29T08:00:00Z')
const CAME = '2026-11-29T08:00:00Z'
let time = START
const it = await testApp({ now: () => new Date(time) })
const { leads, now, business } = testAssignment(it)
const pass = (minutes: number) => {
  time += minutes * 60_000
}

async function world(
  escalation: Partial<NonNullable<AssignmentRule['escalation']>> = {},
  rule: Partial<AssignmentRule> = {},
) {
  time = START
  const made = await business()
  await made.hours()
  await made.target(null)
  const { campaignId, member } = made
  const [a, b, c] = [
    await member('Writer', [campaignId]),
    await member('Writer', [campaignId]),
    await member('Writer', [campaignId]),
  ]
  const lead = await member('Lead', [campaignId])
  const outsider = await member('Lead', [await made.campaign()])
  const ids = [a, b, c].map(({ userId }) => userId)
  await made.rule({
    mode: 'roundRobin',
    members: ids.map((userId) => ({ userId, weight: 1 })),
    escalation: { userIds: [], leads: false, owners: false, handOvers: 0, ...escalation },
    ...rule,
  })
  const { _id } = await made.arrive()
  await made.settle()
  await made.cameAt(_id, CAME)
  await made.target(30)
  await made.recount()
  await made.settle()
  const late = async (as: { userId: string }) =>
    (
      await it.deps.workerDb
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', as.userId)
        .where('action', '=', 'response_late')
        .execute()
    ).length
  const events = async () => {
    const rows = await made.db
      .selectFrom('events')
      .select('payload')
      .where('name', '=', 'lead.response_late')
      .orderBy('id')
      .execute()
    return rows.map(
      ({ payload }) => payload as { assignedTo: string | null; handedTo: string | null; notifies: string[] },
    )
  }
  const has = async () => 'ABC'[ids.indexOf((await made.assigneeOf(_id)) ?? '')] ?? '-'
  return { ...made, a, b, c, lead, outsider, ids, id: _id, late, events, has }
}

test('after the target, and not before, the chosen people, the Leads and the Owners are notified once', async () => {
  const { owner, lead, outsider, a, b, settle, late, events, has, id } = await world({ leads: true, owners: true })
  pass(29)
  await settle()
  expect(await events()).toEqual([])
  pass(1)
  await settle()
  pass(60)
  await settle()
  expect([await late(owner), await late(lead), await late(outsider), await late(a), await late(b)]).toEqual([
    1, 1, 0, 0, 0,
  ])
  expect([await events(), await has()]).toMatchObject([[{ handedTo: null }], 'A'])
  const { body } = await leads.history(await now(owner), id)
  expect(body.history[0]).toMatchObject({ event: 'lead.response_late', late: { target: 30, handedTo: null } })
  expect(body.history[0]?.late?.notified.sort()).toEqual([owner.name, lead.name].sort())
})

test('a lead that is answered in time is not late', async () => {
  const { owner, id, statusIds, settle, events } = await world({ owners: true })
  pass(29)
  await leads.change(await now(owner), id, { statusId: statusIds.ongoing })
  pass(60)
  await settle()
  expect(await events()).toEqual([])
})

test('handed over twice to the next person, each after the target, then it stays and Owners are notified', async () => {
  const { owner, settle, events, has, late, a, ids, db } = await world({ handOvers: 2 })
  const steps: string[] = [await has()]
  for (let i = 0; i < 4; i += 1) {
    pass(30)
    await settle()
    steps.push(await has())
  }
  expect(steps.join('')).toBe('ABCCC')
  expect((await events()).map(({ assignedTo, handedTo, notifies }) => [assignedTo, handedTo, notifies])).toEqual([
    [ids[0], ids[1], []],
    [ids[1], ids[2], []],
    [ids[2], null, [owner.userId]],
  ])
  expect([await late(owner), await late(a)]).toEqual([1, 0])
  const changes = await db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'lead.changed')
    .orderBy('id')
    .execute()
  expect(changes.map(({ payload }) => (payload as { byRule?: string }).byRule)).toEqual([
    'roundRobin',
    'handOver',
    'handOver',
  ])
})

test('a lead is never handed back to who had it, and without a further person it stays', async () => {
  const { settle, has, events, rule, ids } = await world({ handOvers: 5 })
  await rule(
    {
      mode: 'roundRobin',
      members: ids.slice(0, 2).map((userId) => ({ userId, weight: 1 })),
      escalation: { userIds: [], leads: false, owners: false, handOvers: 5 },
    },
    1,
  )
  const steps: string[] = []
  for (let i = 0; i < 4; i += 1) {
    pass(30)
    await settle()
    steps.push(await has())
  }
  expect([steps.join(''), (await events()).length]).toEqual(['BBBB', 2])
})

test('the target runs in working time: late on Monday morning, not in the evening', async () => {
  const { cameAt, id, settle, events } = await world({ owners: true })
  // 17:45: 15 minutes of Sunday, 15 of Monday.
  await cameAt(id, '2026-11-29T15:45:00Z')
  time = Date.parse('2026-11-29T20:00:00Z')
  await settle()
  time = Date.parse('2026-11-30T06:14:00Z')
  await settle()
  expect(await events()).toEqual([])
  time = Date.parse('2026-11-30T06:15:00Z')
  await settle()
  expect(await events()).toHaveLength(1)
})

test('many looks at once say it once', async () => {
  const { events, businessId, id, has } = await world({ owners: true, handOvers: 1 })
  pass(30)
  await Promise.all(Array.from({ length: 6 }, () => lookAt(it.deps, { businessId, leadId: id })))
  expect([(await events()).length, await has()]).toEqual([1, 'B'])
})

test('without an assignment the escalation goes on alone; the chosen people who may see the campaign are notified', async () => {
  const { settle, late, events, a, outsider, rule, arrive, cameAt, has } = await world()
  await rule({ mode: 'none', escalation: { userIds: [a.userId], leads: false, owners: false, handOvers: 3 } }, 1)
  expect(await late(outsider)).toBe(0)
  pass(-60)
  const { _id } = await arrive()
  await cameAt(_id, CAME)
  pass(60)
  pass(30)
  await settle()
  expect((await events()).at(-1)).toMatchObject({ assignedTo: null, handedTo: null })
  // Of the first lead, which A has, and of this one.
  expect([await late(a), await has()]).toEqual([2, 'A'])
})

test('a longer target moves what is due; a removed one ends it', async () => {
  const { target, recount, settle, events } = await world({ leads: true })
  await target(60)
  await recount()
  pass(45)
  await settle()
  expect(await events()).toEqual([])
  await target(null)
  await recount()
  pass(60)
  await settle()
  expect(await events()).toEqual([])
})
