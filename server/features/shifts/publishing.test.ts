import { describe, expect, test } from 'vitest'
import { newShiftSettings, shiftRoutes } from '#contract/shifts/shifts.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { aShift, everyDay, planOf, testShifts } from '../../testing/features/test-shifts.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'
import { testNotifications } from '../../testing/test-notifications.ts'

// Wednesday, 25 November 2026, 12:00 in Israel. The week after begins on 29 November.
const START = Date.parse('2026-11-25T10:00:00Z')
let time = START
const it = await testApp({ now: () => new Date(time) })
const shifts = testShifts(it)
const { listOf, received } = testNotifications(it)

const [WEEK, NEXT] = ['2026-11-29', '2026-12-06']
const morning = aShift('08:00', '12:00')
const noon = aShift('12:00', '16:00')
const vacation = { kind: 'vacation' as const, from: '2026-11-30', to: '2026-12-01' }

const rowOf = async (as: Parameters<typeof shifts.week>[0], userId: string, week = WEEK) =>
  (await shifts.week(as, week)).rows.find((row) => row.userId === userId)

describe('weekly hours', () => {
  test('act at once until a week is published; then they are wishes until the next', async () => {
    const { owner, dana, onShift } = await shifts.business()
    await shifts.set(dana, planOf([morning]))
    const isOn = async (at: string) => (await onShift(at)).includes(dana.userId)
    expect(await isOn('2026-11-29T09:00:00+02:00')).toBe(true)
    expect((await shifts.publish(owner, WEEK)).status).toBe(200)
    await shifts.set(dana, planOf([noon]), 1)
    for (const day of ['2026-11-29', '2026-12-07'])
      expect([await isOn(`${day}T09:00:00+02:00`), await isOn(`${day}T13:00:00+02:00`)]).toEqual([true, false])
    expect((await rowOf(owner, dana.userId, NEXT))?.days[0]).toEqual({
      ...{ day: NEXT, shifts: [morning], draft: [noon], absence: null },
    })
    await shifts.publish(owner, NEXT)
    expect(await isOn('2026-12-06T13:00:00+02:00')).toBe(true)
    // Also in weeks that are not published: the weekly hours are agreed now.
    expect(await isOn('2026-12-13T13:00:00+02:00')).toBe(true)
    expect(await isOn('2026-11-29T13:00:00+02:00')).toBe(false)
  })

  test('absences act at once, also in a published week', async () => {
    const { owner, dana, onShift } = await shifts.business()
    await shifts.set(dana, planOf([morning]))
    await shifts.publish(owner, WEEK)
    await shifts.set(dana, planOf([morning], [vacation]), 1)
    const isOn = async (day: string) => (await onShift(`${day}T09:00:00+02:00`)).includes(dana.userId)
    expect([await isOn('2026-11-29'), await isOn('2026-11-30'), await isOn('2026-12-02')]).toEqual([true, false, true])
  })
})

describe('the grid', () => {
  test('shows drafts and reasons to Owners, reasons to oneself, and otherwise that a person is away', async () => {
    const { owner, dana, memberOf } = await shifts.business()
    const [admin, lead] = [await memberOf('Admin'), await memberOf('Lead')]
    await shifts.set(dana, planOf([morning], [vacation]))
    await shifts.set(lead, planOf([morning], [vacation]))
    await shifts.draft(owner, dana.userId, { week: WEEK, days: everyDay(noon) })
    const seen = async (as: typeof owner, userId: string) => {
      const row = await rowOf(as, userId)
      return [row?.days[0]?.draft?.[0]?.from, row?.days[1]?.absence]
    }
    expect(await seen(owner, dana.userId)).toEqual(['12:00', 'vacation'])
    expect(await seen(admin, dana.userId)).toEqual([undefined, 'away'])
    expect(await seen(lead, dana.userId)).toEqual([undefined, 'away'])
    expect(await seen(lead, lead.userId)).toEqual([undefined, 'vacation'])
    expect([(await shifts.week(owner, WEEK)).revision, (await shifts.week(admin, WEEK)).revision]).toEqual([
      expect.any(String),
      null,
    ])
  })

  test('shows a Lead the people and the coverage of their campaigns alone', async () => {
    const { owner, dana, yossi, member, campaign, campaignId } = await shifts.business()
    const other = await campaign()
    const [lead, far] = [await member('Lead', [campaignId]), await member('Writer', [other])]
    const { people, weeks } = (await shifts.grid(lead, WEEK)).body
    expect(people.map(({ _id }) => _id)).toEqual([dana.userId, yossi.userId, lead.userId])
    expect(weeks[0]?.coverage.map(({ campaignId: id }) => id)).toEqual([campaignId])
    const all = (await shifts.grid(owner, WEEK)).body
    expect(all.people.map(({ _id }) => _id)).toContain(far.userId)
    expect(all.weeks[0]?.coverage.map(({ campaignId: id }) => id).sort()).toEqual([null, campaignId, other].sort())
  })

  test('says why a day is closed: a special day by its name, a holiday, Shabbat of those who open on it', async () => {
    const { owner } = await shifts.business()
    const hours = newHours('jerusalem')
    const special = { day: '2026-12-02', name: 'Stocktaking', ranges: [] }
    const days = hours.days.map((ranges, i) => (i === 6 ? [{ from: '10:00', to: '14:00' }] : ranges))
    await it.send(workingHoursRoutes.change, owner, {
      body: { hours: { ...hours, days, specialDays: [special] }, expected: 0 },
    })
    expect((await shifts.week(owner, WEEK)).closedDays).toEqual([
      { day: '2026-12-02', nameHe: 'Stocktaking', nameEn: 'Stocktaking' },
      { day: '2026-12-05', nameHe: 'שבת', nameEn: 'Shabbat' },
    ])
    // Pesach of 5787 begins on Thursday, 22 April 2027; its Shabbat is in Chol HaMoed.
    expect((await shifts.week(owner, '2027-04-18')).closedDays).toEqual([
      { day: '2027-04-22', nameHe: 'פסח', nameEn: 'Pesach' },
      { day: '2027-04-24', nameHe: 'שבת', nameEn: 'Shabbat' },
    ])
  })

  test('counts who is on shift while it is open, and names holes', async () => {
    const { owner, dana, yossi, campaignId } = await shifts.business()
    await it.send(workingHoursRoutes.change, owner, { body: { hours: newHours('jerusalem'), expected: 0 } })
    const settings = { ...newShiftSettings, minimums: [{ campaignId, minimum: 2 }] }
    await it.send(shiftRoutes.changeSettings, owner, { body: { settings, expected: 0 } })
    await shifts.set(dana, planOf([aShift('08:00', '18:00')]))
    await shifts.set(yossi, planOf([aShift('07:00', '16:00')], [vacation]))
    const { coverage, closedDays } = await shifts.week(owner, WEEK)
    const of = coverage.find((one) => one.campaignId === campaignId)
    expect(of?.spans.slice(0, 2)).toEqual([
      { from: '2026-11-29T06:00:00.000Z', to: '2026-11-29T14:00:00.000Z', userIds: [dana.userId, yossi.userId] },
      { from: '2026-11-29T14:00:00.000Z', to: '2026-11-29T16:00:00.000Z', userIds: [dana.userId] },
    ])
    expect(of?.holes.slice(0, 3)).toEqual([
      { from: '2026-11-29T14:00:00.000Z', to: '2026-11-29T16:00:00.000Z', most: 1 },
      { from: '2026-11-30T06:00:00.000Z', to: '2026-11-30T16:00:00.000Z', most: 1 },
      { from: '2026-12-01T06:00:00.000Z', to: '2026-12-01T16:00:00.000Z', most: 1 },
    ])
    expect([of?.minimum, closedDays]).toEqual([2, []])
    // The Owner, who has no shifts, covers the business always.
    expect(coverage.find((one) => one.campaignId === null)?.holes).toEqual([])
  })

  test.each([
    ['2026-11-30', '2026-12-06'],
    ['2026-11-29', '2026-12-04'],
    ['2026-11-29', '2027-01-09'],
  ])('from %s to %s is refused: whole weeks, at most five', async (from, to) => {
    const { owner } = await shifts.business()
    expect((await it.send(shiftRoutes.grid, owner, { query: { from, to } })).status).toBe(422)
  })
})

describe('drafts', () => {
  test('of two Owners on one person: the second is refused, and reads the other', async () => {
    const { owner, dana, memberOf } = await shifts.business()
    const other = await memberOf('Owner')
    const replies = await Promise.all([
      shifts.draft(owner, dana.userId, { week: WEEK, days: everyDay(morning) }),
      shifts.draft(other, dana.userId, { week: WEEK, days: everyDay(noon) }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await rowOf(owner, dana.userId))?.version).toBe(1)
    expect((await shifts.draft(other, dana.userId, { week: WEEK, days: everyDay(noon), expected: 1 })).status).toBe(200)
  })

  test('are not seen by their person until they are published, and can be dropped', async () => {
    const { owner, dana, onShift, events } = await shifts.business()
    await shifts.draft(owner, dana.userId, { week: WEEK, days: everyDay(noon) })
    expect((await shifts.read(dana)).shifts.weeks).toEqual([])
    expect(await onShift('2026-11-29T09:00:00+02:00')).toContain(dana.userId)
    const dropped = await shifts.draft(owner, dana.userId, { week: WEEK, days: null, expected: 1 })
    expect(dropped.body.week.rows.find(({ userId }) => userId === dana.userId)?.days[0]?.draft).toBeNull()
    expect((await events()).map(({ name }) => name)).toEqual(['shift_draft.changed', 'shift_draft.changed'])
  })

  test('change no published day that has passed, and no week that has', async () => {
    const { owner, dana } = await shifts.business()
    await shifts.set(dana, planOf([morning]))
    const thisWeek = '2026-11-22'
    await shifts.publish(owner, thisWeek)
    const replace = (from: number, week = thisWeek) =>
      shifts.draft(owner, dana.userId, {
        week,
        days: everyDay(morning).map((day, i) => (i >= from ? [noon] : day)),
        expected: week === thisWeek ? 1 : 0,
      })
    expect(refusal(await replace(2))).toMatchObject({ status: 409, code: 'day_passed' })
    expect(refusal(await replace(0, '2026-11-15'))).toMatchObject({ status: 409, code: 'day_passed' })
    expect((await replace(3)).status).toBe(200)
  })

  test('show no change of a published day that has passed, so that what is shown can be sent back', async () => {
    const { owner, dana } = await shifts.business()
    const thisWeek = '2026-11-22'
    await shifts.draft(owner, dana.userId, { week: thisWeek, days: everyDay(morning) })
    await shifts.publish(owner, thisWeek)
    const changed = everyDay(morning).map((day, i) => (i >= 3 ? [noon] : day))
    await shifts.draft(owner, dana.userId, { week: thisWeek, days: changed, expected: 2 })
    // Wednesday passes before the draft is published.
    time += 24 * 3_600_000
    const later = { ...owner, ...(await it.signIn(owner.userId)) }
    const shown = (await shifts.week(later, thisWeek)).rows.find(({ userId }) => userId === dana.userId)
    const days = shown?.days.map((day) => day.draft ?? day.shifts ?? []) ?? []
    expect(days.map(([one]) => one?.from)).toEqual([...Array(4).fill(morning.from), ...Array(3).fill(noon.from)])
    const sent = await shifts.draft(later, dana.userId, {
      week: thisWeek,
      days: [...days.slice(0, 6), []],
      expected: 3,
    })
    time = START
    expect(sent.status).toBe(200)
  })

  test('are of weeks up to a year ahead', async () => {
    const { owner, dana } = await shifts.business()
    const week = '2027-12-05'
    const issues = { week: 'The value is out of range' }
    const refused = await shifts.draft(owner, dana.userId, { week, days: everyDay(morning) })
    expect(refusal(refused)).toMatchObject({ status: 422, issues })
    const published = await it.send(shiftRoutes.publish, owner, { body: { week, revision: '' } })
    expect(refusal(published)).toMatchObject({ status: 422, issues })
    expect((await shifts.draft(owner, dana.userId, { week: '2027-11-21', days: everyDay(morning) })).status).toBe(200)
  })

  test('of a Reader, or of a person of another business, are not found', async () => {
    const { owner, memberOf } = await shifts.business()
    const [reader, stranger] = [await memberOf('Reader'), (await shifts.business()).dana]
    for (const { userId } of [reader, stranger])
      expect(refusal(await shifts.draft(owner, userId, { week: WEEK, days: everyDay() }))).toMatchObject({
        ...{ status: 404, code: 'user_not_found' },
      })
  })
})

describe('publishing', () => {
  test('notifies those whose week changed, and no one else', async () => {
    const { owner, dana, yossi } = await shifts.business()
    await shifts.set(dana, planOf([morning]))
    await shifts.set(yossi, planOf([morning]))
    await shifts.draft(owner, yossi.userId, { week: WEEK, days: everyDay(noon) })
    await shifts.publish(owner, WEEK)
    const [notice] = await received(yossi, 1)
    expect(notice).toMatchObject({
      action: 'shifts_published',
      title: `${owner.name} published your shifts for the week of November 29, 2026`,
      content: { personName: owner.name, day: WEEK },
    })
    expect([await listOf(dana), await listOf(owner)]).toEqual([[], []])
  })

  test('of what another Owner changed since is refused; twice it is one', async () => {
    const { owner, dana, memberOf, events } = await shifts.business()
    const other = await memberOf('Owner')
    await shifts.set(dana, planOf([morning]))
    const { revision } = await shifts.week(owner, WEEK)
    const publish = (seen: string | null) =>
      it.send(shiftRoutes.publish, owner, { body: { week: WEEK, revision: seen ?? '' } })
    await shifts.draft(other, dana.userId, { week: WEEK, days: everyDay(noon) })
    expect(refusal(await publish(revision))).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    // A wish that changed is unseen, too.
    const seen = await shifts.week(owner, WEEK)
    await shifts.draft(other, dana.userId, { week: WEEK, days: null, expected: 1 })
    expect((await publish(seen.revision)).status).toBe(409)
    const now = await shifts.week(owner, WEEK)
    const replies = await Promise.all([publish(now.revision), publish(now.revision)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await events()).filter(({ name }) => name === 'shift_week.published')).toHaveLength(1)
  })
})

test('weekly hours that the Owner did not see are not agreed by publishing', async () => {
  const { owner, dana } = await shifts.business()
  await shifts.set(dana, planOf([morning]))
  await shifts.publish(owner, WEEK)
  const { revision } = await shifts.week(owner, WEEK)
  await shifts.set(dana, planOf([noon]), 1)
  const published = await it.send(shiftRoutes.publish, owner, { body: { week: WEEK, revision: revision ?? '' } })
  expect(refusal(published)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
})

describe('copying a week', () => {
  test('takes the week before, without absences and closed days, and says how many it left out', async () => {
    const { owner, dana, yossi } = await shifts.business()
    const closed = { day: '2026-12-08', name: 'Trip', ranges: [] }
    const hours = { ...newHours('jerusalem'), specialDays: [closed] }
    await it.send(workingHoursRoutes.change, owner, { body: { hours, expected: 0 } })
    await shifts.draft(owner, dana.userId, { week: WEEK, days: everyDay(morning, noon) })
    await shifts.publish(owner, WEEK)
    await shifts.set(dana, { weekly: [], exceptions: [{ ...vacation, from: '2026-12-10', to: '2026-12-10' }] })
    const before = await shifts.week(owner, NEXT)
    const { body } = await it.send(shiftRoutes.copy, owner, { body: { week: NEXT, revision: before.revision ?? '' } })
    expect(body.leftOut).toBe(4)
    const row = body.week.rows.find(({ userId }) => userId === dana.userId)
    expect(row?.days.map(({ draft }) => draft?.length)).toEqual([2, 2, 0, 2, 0, 2, 2])
    // Those who are always on stay so.
    expect(body.week.rows.find(({ userId }) => userId === yossi.userId)?.days[0]).toMatchObject({
      ...{ shifts: null, draft: null },
    })
    const late = await it.send(shiftRoutes.copy, owner, { body: { week: NEXT, revision: before.revision ?? '' } })
    expect(refusal(late)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  })
})
