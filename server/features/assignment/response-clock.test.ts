import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import { todayRoutes } from '#contract/leads/follow-ups/today.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { targetStates } from '#contract/leads/responses/responses.ts'
import { officeHours, testAssignment } from '../../testing/features/test-assignment.ts'
import { testApp } from '../../testing/test-app.ts'

// Thursday, 26 November 2026, 12:00 in Israel. Sunday to Thursday 8:00 to 18:00, Friday 8:30 to 13:00, closed on Shabbat.
const START = Date.parse('2026-11-26T10:00:00Z')
let time = START
const it = await testApp({ now: () => new Date(time) })
const { leads, now, business } = testAssignment(it)

async function world() {
  time = START
  const made = await business()
  await made.hours()
  await made.target(30)
  const lead = async (id: string) => (await leads.get(await now(made.owner), id)).body.lead
  const dueOf = async (id: string) => (await lead(id)).responseDueAt
  const isDue = async (id: string, at: string) => expect(Date.parse((await dueOf(id)) ?? '')).toBe(Date.parse(at))
  const respondedAt = (id: string, at: string | null) =>
    sql`update leads set first_response_at = ${at} where id = ${id}`.execute(made.db)
  const minutesOf = async (id: string) => (await lead(id)).responseMinutes
  const names = async (filters: object) =>
    (await leads.page(made.owner, { filters })).body.leads.map(({ name }) => name)
  return { ...made, lead, isDue, dueOf, respondedAt, minutesOf, names }
}

test('thirty working minutes over the night, Friday and Shabbat, counted by hand', async () => {
  const { arrive, cameAt, isDue } = await world()
  const { _id } = await arrive()
  for (const [came, due] of [
    // Thursday 12:00 → 12:30.
    ['2026-11-26T10:00:00Z', '2026-11-26T10:30:00Z'],
    // Thursday 17:50: 10 minutes, then 20 from Friday 8:30.
    ['2026-11-26T15:50:00Z', '2026-11-27T06:50:00Z'],
    // Friday 12:45: 15 minutes until 13:00, then 15 from Sunday 8:00.
    ['2026-11-27T10:45:00Z', '2026-11-29T06:15:00Z'],
    // On Shabbat, 26 hours before it opens.
    ['2026-11-28T04:00:00Z', '2026-11-29T06:30:00Z'],
  ] as const) {
    await cameAt(_id, came)
    await isDue(_id, due)
  }
})

test('a long target crosses days: 1,000 minutes are ten hours of Sunday and 6:40 of Monday', async () => {
  const { arrive, cameAt, isDue, target } = await world()
  const { _id } = await arrive()
  await target(1_000)
  await cameAt(_id, '2026-11-29T06:00:00Z')
  await isDue(_id, '2026-11-30T12:40:00Z')
})

test('an unanswered lead follows a new target, new hours and another campaign; an answered one keeps what it was', async () => {
  const { arrive, cameAt, isDue, dueOf, target, recount, hours, respondedAt, minutesOf, campaign, owner, db } =
    await world()
  const [open, answered] = [await arrive(), await arrive()]
  for (const { _id } of [open, answered]) await cameAt(_id, '2026-11-26T15:50:00Z')
  await respondedAt(answered._id, '2026-11-27T06:50:00Z')
  expect(await minutesOf(answered._id)).toBe(30)
  await target(15)
  await recount()
  await isDue(open._id, '2026-11-27T06:35:00Z')
  // On Fridays from 10:00: five of the fifteen minutes are left.
  const days = officeHours.days.map((ranges, day) => (day === 5 ? [{ from: '10:00', to: '13:00' }] : ranges))
  await hours({ ...officeHours, days }, 1)
  await recount()
  await isDue(open._id, '2026-11-27T08:05:00Z')
  expect(await minutesOf(answered._id)).toBe(30)
  const other = await campaign()
  await db.updateTable('campaigns').set({ response_target: 60 }).where('id', '=', other).execute()
  const moved = await it.send(operationRoutes.create, owner, {
    body: { action: { kind: 'move', campaignId: other }, leadIds: [open._id] } as never,
  })
  expect(moved.status, JSON.stringify(moved.body)).toBeLessThan(300)
  // 10 minutes of Thursday and 50 of Friday from 10:00.
  await expect.poll(() => dueOf(open._id)).toMatch(/2026-11-27.08:50/)
  await target(null)
  await recount()
  await db.updateTable('campaigns').set({ response_target: null }).where('id', '=', other).execute()
  await recount()
  expect(await dueOf(open._id)).toBeNull()
})

test('the minutes are stored with the response: by a status, and taken back by its undo', async () => {
  const { arrive, cameAt, owner, statusIds, lead, isDue } = await world()
  const { _id } = await arrive()
  await cameAt(_id, '2026-11-26T09:42:00Z')
  // Thursday 12:00: 18 minutes after 11:42.
  await leads.change(owner, _id, { statusId: statusIds.ongoing })
  expect((await lead(_id)).responseMinutes).toBe(18)
  expect((await lead(_id)).responseClock).toBeNull()
  const { body } = await leads.history(owner, _id)
  const { status } = await it.send(operationRoutes.undo, owner, {
    params: { id: body.history.find(({ operation }) => operation)?.operation?._id ?? '' },
  })
  expect(status).toBeLessThan(300)
  await expect.poll(async () => (await lead(_id)).responseMinutes).toBeNull()
  await isDue(_id, '2026-11-26T10:12:00Z')
})

test('the lead says how long it waits; while closed the clock stands until it opens', async () => {
  const { arrive, cameAt, lead } = await world()
  const { _id } = await arrive()
  await cameAt(_id, '2026-11-26T09:42:00Z')
  expect((await lead(_id)).responseClock).toMatchObject({ target: 30, minutes: 18, isRunning: true })
  time = Date.parse('2026-11-27T12:00:00Z')
  const clock = (await lead(_id)).responseClock
  // Thursday from 11:42 to 18:00 and Friday from 8:30 to 13:00.
  expect(clock).toMatchObject({ minutes: 378 + 270, isRunning: false })
  expect(Date.parse(clock?.changesAt ?? '')).toBe(Date.parse('2026-11-29T06:00:00Z'))
})

test('late leads are found by a filter and sorted by the time left; Today lists them in the same order', async () => {
  const { arrive, cameAt, owner, respondedAt, names, campaign, as, db } = await world()
  const made: Record<string, string> = {}
  for (const [name, came] of [
    ['Due later', '2026-11-27T09:00:00Z'],
    ['Late', '2026-11-24T10:00:00Z'],
    ['Later still', '2026-11-27T10:30:00Z'],
    ['Answered', '2026-11-24T09:00:00Z'],
  ] as const) {
    const { _id } = await arrive({ name })
    made[name] = _id
    await cameAt(_id, came)
  }
  await respondedAt(made.Answered as string, '2026-11-24T09:10:00Z')
  // The database's clock decides what is late now, so the others are put far ahead.
  await db
    .updateTable('leads')
    .set({ response_due_at: '2099-01-01T00:00:00Z' })
    .where('name', '=', 'Due later')
    .execute()
  await db
    .updateTable('leads')
    .set({ response_due_at: '2099-01-02T00:00:00Z' })
    .where('name', '=', 'Later still')
    .execute()
  const aimless = await campaign()
  await db.updateTable('campaigns').set({ response_target: null }).where('id', '=', aimless).execute()
  await leads.add(as, { name: 'No target', campaignId: aimless })
  expect(await names({ late: true })).toEqual(['Late'])
  expect(await names({ where: { all: [{ field: 'late', op: 'is', value: true }] } })).toEqual(['Late'])
  const sorted = (await leads.page(owner, { sort: 'responseDue' })).body.leads.map(({ name }) => name)
  expect(sorted.slice(0, 3)).toEqual(['Late', 'Due later', 'Later still'])
  const { body } = await it.send(todayRoutes.sections, owner, { query: {} })
  const section = body.sections.find(({ kind }) => kind === 'newLeads')
  if (section?.kind !== 'newLeads') throw new Error('no section')
  expect(section.items.map(({ lead, clock }) => [lead.name, clock?.target])).toEqual([
    ['Late', 30],
    ['Due later', 30],
    ['Later still', 30],
    ['No target', null],
  ])
})

test('figures by campaign: the median of working minutes, answered in time, and as many late ones as the list has', async () => {
  const { arrive, cameAt, respondedAt, owner, member, campaignId, campaign, names } = await world()
  // 10, 20 and 70 working minutes: the median is 20, two are within 30.
  for (const minutes of [10, 20, 70]) {
    const { _id } = await arrive()
    await cameAt(_id, '2026-11-25T08:00:00Z')
    await respondedAt(_id, new Date(Date.parse('2026-11-25T08:00:00Z') + minutes * 60_000).toISOString())
    // Two of the leads are the Owner's: 10 and 20 minutes.
    if (minutes < 70)
      await it.send(leadRoutes.change, owner, { params: { id: _id }, body: { assignedTo: owner.userId } })
  }
  for (const name of ['One', 'Two']) await cameAt((await arrive({ name }))._id, '2026-11-24T10:00:00Z')
  const figures = async (as: object, query: object = {}) =>
    (await it.send(assignmentRoutes.figures, as, { query: query as never })).body
  const { late, all, campaigns, people } = await figures(owner)
  const counted = { median: 20, answered: 3, inTime: 2, tooLate: 3, notYet: 0 }
  expect([late, all, campaigns]).toMatchObject([2, counted, [{ campaignId, target: 30, late: 2, ...counted }]])
  expect(await names({ late: true })).toHaveLength(late)
  expect(people).toEqual([
    {
      user: { _id: owner.userId, name: owner.name, image: null },
      ...{ median: 15, answered: 2, inTime: 2, tooLate: 0, notYet: 0 },
    },
  ])
  expect((await figures(owner, { to: '2026-11-24' })).people).toEqual([])
  expect((await figures(owner, { from: '2026-11-26' })).campaigns).toMatchObject([
    { late: 2, median: null, answered: 0, tooLate: 0 },
  ])
  const elsewhere = await member('Lead', [await campaign()])
  expect(await figures(elsewhere)).toMatchObject({ all: { tooLate: 0 }, campaigns: [{ late: 0, answered: 0 }] })
  const refused = await it.send(assignmentRoutes.figures, elsewhere, { query: { campaignId } })
  expect(refused.body).toMatchObject({ code: 'campaign_not_found' })
})

test('each figure of the first response is the total of its list: of all, of a campaign, of a person, of own leads', async () => {
  const { arrive, cameAt, respondedAt, owner, member, campaign, campaignId, db, businessId } = await world()
  const other = await campaign()
  const aimless = await campaign()
  await db.updateTable('campaigns').set({ response_target: 60 }).where('id', '=', other).execute()
  await db.updateTable('campaigns').set({ response_target: null }).where('id', '=', aimless).execute()
  const writer = await member('Writer', [campaignId, other])
  // Wednesday 10:00 in Israel; answers after these working minutes, or none. What has no answer is past its target today.
  const cases = [
    { minutes: 30, campaignId, person: owner },
    { minutes: 31, campaignId, person: writer },
    { minutes: 31, campaignId: other, person: writer },
    { minutes: null, campaignId: other, person: writer },
    { minutes: null, campaignId, person: null },
    // Without a target only the median knows it.
    { minutes: 600, campaignId: aimless, person: owner },
    { minutes: null, campaignId: aimless, person: owner },
  ]
  for (const { minutes, person, campaignId: of } of cases) {
    const { _id } = await arrive({ campaignId: of })
    await cameAt(_id, '2026-11-25T08:00:00Z')
    const answeredAt =
      minutes === 600 ? '2026-11-26T08:00:00Z' : Date.parse('2026-11-25T08:00:00Z') + (minutes ?? 0) * 60_000
    if (minutes !== null) await respondedAt(_id, new Date(answeredAt).toISOString())
    if (person) await it.send(leadRoutes.change, owner, { params: { id: _id }, body: { assignedTo: person.userId } })
  }
  // A lead of the week after is not of the period, and the clock of another one still runs.
  await cameAt((await arrive())._id, '2026-12-01T09:00:00Z')
  const waiting = await arrive()
  await cameAt(waiting._id, '2026-11-25T09:00:00Z')
  await db
    .updateTable('leads')
    .set({ response_due_at: '2099-01-01T00:00:00Z', assigned_to: writer.userId })
    .where('business_id', '=', businessId)
    .where('id', '=', waiting._id)
    .execute()
  const days = { from: '2026-11-25', to: '2026-11-25' }
  const agree = async (as: typeof owner) => {
    const { body } = await it.send(assignmentRoutes.figures, as, { query: days })
    const total = async (state: string, further: object, of?: string) => {
      const filters = JSON.stringify({ ...days, responseTarget: [state], ...further })
      const query = { filters, ...(of && { campaignId: of }) } as never
      return (await it.send(leadRoutes.list, as, { query })).body.pagination.total
    }
    const rows = [
      { figures: body.all, further: {} },
      ...body.campaigns.map((figures) => ({ figures, further: {}, of: figures.campaignId })),
      ...body.people.map((figures) => ({ figures, further: { assigned: [figures.user._id] } })),
    ]
    for (const { figures, further, ...row } of rows)
      for (const state of targetStates)
        expect([state, figures[state]]).toEqual([state, await total(state, further, 'of' in row ? row.of : undefined)])
    return body
  }
  const { all, campaigns, people } = await agree(owner)
  // In time: 30 of 30, and 31 of 60. Late: 31 of 30, and the two without an answer.
  expect(all).toEqual({ answered: 4, inTime: 2, tooLate: 3, notYet: 1, median: 31 })
  expect(campaigns.find((one) => one.campaignId === aimless)).toMatchObject({ answered: 1, inTime: 0, median: 600 })
  expect(people.find(({ user }) => user._id === writer.userId)).toMatchObject({
    ...{ answered: 2, inTime: 1, tooLate: 2, notYet: 1, median: 31 },
  })
  // A member who is kept to own leads.
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  expect((await agree(writer)).all).toEqual({ answered: 2, inTime: 1, tooLate: 2, notYet: 1, median: 31 })
})

test('a merged lead leaves the clocks and comes back with its undo', async () => {
  const { arrive, cameAt, owner, names, dueOf } = await world()
  const [kept, other] = [await arrive({ name: 'Kept' }), await arrive({ name: 'Other' })]
  for (const { _id } of [kept, other]) await cameAt(_id, '2026-11-24T10:00:00Z')
  const before = await dueOf(other._id)
  const merged = await it.send(duplicateRoutes.merge, owner, {
    body: { winnerId: kept._id, leadIds: [other._id], choices: {} } as never,
  })
  expect(merged.status, JSON.stringify(merged.body)).toBeLessThan(300)
  expect(await names({ late: true })).toEqual(['Kept'])
  const { operationId } = merged.body
  await it.send(operationRoutes.undo, owner, { params: { id: operationId ?? '' } })
  await expect.poll(async () => (await names({ late: true })).sort()).toEqual(['Kept', 'Other'])
  expect(await dueOf(other._id)).toBe(before)
})
