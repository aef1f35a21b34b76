import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { countedPeriods } from '#contract/shifts/person-shifts.ts'
import type { ShiftPlan } from '#contract/shifts/shift-shapes.ts'
import { newShiftSettings, type ShiftSettings, shiftRoutes } from '#contract/shifts/shifts.ts'
import { aShift, everyDay, planOf, testShifts } from '../../testing/features/test-shifts.ts'
import { testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'
import { housekeepingJobs } from '../housekeeping/housekeeping.jobs.ts'
import { retained } from '../index.ts'
import { listUnwritten } from './shift-periods.queries.ts'
import { leastUntil, onShift, writeAhead } from './shift-periods.service.ts'
import { endShifts, extendShiftPeriods, shiftProjection } from './shifts.jobs.ts'

// Wednesday, 25 November 2026, 12:00 in Israel.
const START = Date.parse('2026-11-25T10:00:00Z')
let time = START
const it = await testApp({ now: () => new Date(time) })
const shifts = testShifts(it)
const DAY_MS = 86_400_000
const office = planOf([aShift('08:00', '16:00')])

const world = () => {
  time = START
  return shifts.business()
}

describe("one's own shifts", () => {
  test('are none at first: always on', async () => {
    const { dana, onShift, owner, yossi } = await world()
    expect(await shifts.read(dana)).toMatchObject({
      ...{ userId: dana.userId, version: 0, onCallCounts: false, templates: newShiftSettings.templates },
      shifts: { plan: { weekly: [], exceptions: [] }, agreed: null, weeks: [], pause: null },
    })
    expect(await onShift('2026-11-25T23:00:00Z')).toEqual([owner, dana, yossi].map(({ userId }) => userId).sort())
  })

  test('act at once, replace the plan whole, and are logged without the reason of an absence', async () => {
    const { dana, yossi, owner, onShift, campaignId, events } = await world()
    const others = [yossi.userId, owner.userId].sort()
    const reply = await shifts.set(dana, {
      ...office,
      exceptions: [{ kind: 'sick', from: '2026-11-26', to: '2026-11-27' }],
    })
    expect([reply.status, reply.body.version]).toEqual([200, 1])
    const at = (hour: string, day = '25') => onShift(`2026-11-${day}T${hour}:00+02:00`)
    expect([await at('12:00'), await at('16:00'), await at('12:00', '26'), await at('12:00', '28')]).toEqual([
      [dana.userId, ...others].sort(),
      others,
      others,
      [dana.userId, ...others].sort(),
    ])
    // Of the campaign only its own people.
    expect(await onShift('2026-11-25T20:00:00+02:00', campaignId)).toEqual([yossi.userId])
    expect(await events()).toMatchObject([
      { name: 'shift_plan.changed', payload: { userId: dana.userId, shiftParts: ['weekly', 'exceptions'] } },
    ])
    expect(JSON.stringify(await events())).not.toContain('sick')
  })

  test('of two tabs one is refused, and the same plan twice is one change', async () => {
    const { dana, events } = await world()
    const replies = await Promise.all([shifts.set(dana, office), shifts.set(dana, planOf([aShift('10:00', '18:00')]))])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = replies.find(({ status }) => status === 409)
    expect(lost && refusal(lost)).toMatchObject({ code: 'changed_meanwhile' })
    const [again, same] = [planOf([aShift('09:00', '17:00')]), planOf([aShift('09:00', '17:00')])]
    expect(
      (await Promise.all([shifts.set(dana, again, 1), shifts.set(dana, same, 1)])).map(({ status }) => status),
    ).toEqual([200, 200])
    expect(await events()).toHaveLength(2)
  })

  test('that are wrong are refused with the place of the fault, and nothing is stored', async () => {
    const { dana } = await world()
    const plan: ShiftPlan = planOf([aShift('08:00', '16:00'), aShift('15:00', '18:00')])
    const reply = await shifts.set(dana, plan)
    expect(reply.status).toBe(422)
    expect((reply.body as unknown as { issues: { path: string }[] }).issues[0]?.path).toBe('plan.weekly.0.days.0')
    expect((await shifts.read(dana)).version).toBe(0)
  })

  test('of a person are changed by an Owner, too; of a Reader there are none', async () => {
    const { owner, dana, memberOf } = await world()
    const reader = await memberOf('Reader')
    const change = (userId: string) =>
      it.send(shiftRoutes.changeOfPerson, owner, { params: { userId }, body: { plan: office, expected: 0 } })
    expect([(await change(dana.userId)).status, (await shifts.read(dana)).version]).toEqual([200, 1])
    expect(refusal(await change(reader.userId))).toMatchObject({ status: 404, code: 'user_not_found' })
  })
})

describe('a pause', () => {
  test('holds until its end, also without shifts, and is ended early', async () => {
    const { dana, onShift, events } = await world()
    const isOn = async (at: string) => (await onShift(at)).includes(dana.userId)
    expect((await shifts.pause(dana, '2026-11-25T14:00:00+02:00')).status).toBe(200)
    expect([await isOn('2026-11-25T12:30:00+02:00'), await isOn('2026-11-25T14:00:00+02:00')]).toEqual([false, true])
    // Before, she was always on.
    expect(await isOn('2026-11-24T12:00:00+02:00')).toBe(true)
    time += 600_000
    await shifts.pause(dana, null)
    expect(await isOn('2026-11-25T12:30:00+02:00')).toBe(true)
    expect((await events()).map(({ payload }) => (payload as { pausedUntil: string | null }).pausedUntil)).toEqual([
      '2026-11-25T12:00:00.000Z',
      null,
    ])
  })

  test.each(['2026-11-25T12:00:00+02:00', '2026-12-03T12:00:00+02:00'])('until %s is refused', async (until) => {
    const { dana } = await world()
    expect((await shifts.pause(dana, until)).status).toBe(422)
  })
})

describe('settings', () => {
  const change = (as: object, settings: ShiftSettings, expected = 0) =>
    it.send(shiftRoutes.changeSettings, as, { body: { settings, expected } })

  test('say whether being on call counts, at once for all that asks', async () => {
    const { owner, dana, onShift } = await world()
    await shifts.set(dana, planOf([aShift('08:00', '20:00', true)]))
    expect(await onShift('2026-11-25T12:00:00+02:00')).not.toContain(dana.userId)
    expect((await change(owner, { ...newShiftSettings, onCallCounts: true })).body.version).toBe(1)
    expect(await onShift('2026-11-25T12:00:00+02:00')).toContain(dana.userId)
    expect((await change(owner, newShiftSettings)).status).toBe(409)
  })

  test('show the minimums of the campaigns that one has', async () => {
    const { owner, dana, memberOf, campaign, campaignId } = await shifts.business()
    const partner = await memberOf('Affiliate')
    const other = await campaign()
    const minimums = [campaignId, other].map((id) => ({ campaignId: id, minimum: 2 }))
    const body = { settings: { ...newShiftSettings, minimums }, expected: 0 }
    await it.send(shiftRoutes.changeSettings, owner, { body })
    const seen = async (as: typeof owner) => (await it.send(shiftRoutes.settings, as, {})).body.settings.minimums
    expect(await seen(owner)).toEqual(minimums)
    for (const as of [partner, dana]) expect(await seen(as)).toEqual(minimums.slice(0, 1))
  })

  test('lose the minimum of a campaign that is gone', async () => {
    const { owner, campaign, db } = await world()
    const gone = await campaign()
    const minimums = [{ campaignId: gone, minimum: 2 }]
    await change(owner, { ...newShiftSettings, minimums })
    await db.updateTable('campaigns').set({ deleted_at: new Date().toISOString() }).where('id', '=', gone).execute()
    const { body } = await change(owner, { ...newShiftSettings, minimums, onCallCounts: true }, 1)
    expect(body.settings.minimums).toEqual([])
  })
})

describe('who is on shift now', () => {
  test('is seen by Writers without more, and by none who may not', async () => {
    const { owner, dana, yossi, memberOf } = await world()
    await shifts.set(yossi, planOf([aShift('14:00', '20:00')]))
    const { people } = (await it.send(shiftRoutes.now, dana, {})).body
    expect(people).toEqual([
      { _id: dana.userId, name: dana.name, image: null, isOn: true, isAlways: true, nextChange: null },
      {
        ...{ _id: yossi.userId, name: yossi.name, image: null, isOn: false, isAlways: false },
        nextChange: '2026-11-25T12:00:00.000Z',
      },
    ])
    expect((await it.send(shiftRoutes.now, owner, {})).body.people).toHaveLength(3)
    for (const role of ['Affiliate', 'Reader'] as const)
      expect((await it.send(shiftRoutes.now, await memberOf(role), {})).status).toBe(403)
  })
})

test('Owners and Admins are on shift for a campaign that has no people of its own', async () => {
  const { owner, businessId, campaign, dana, db } = await world()
  const alone = await campaign()
  const at = { campaignId: alone, at: new Date(time) }
  expect(await onShift(db, businessId, at)).toEqual([owner.userId])
  const row = { business_id: businessId, campaign_id: alone, user_id: dana.userId }
  await db
    .insertInto('campaign_members')
    .values({ ...row, role: 'Reader' })
    .execute()
  expect(await onShift(db, businessId, at)).toEqual([owner.userId])
  await db.updateTable('campaign_members').set({ role: 'Writer' }).where('campaign_id', '=', alone).execute()
  expect(await onShift(db, businessId, at)).toEqual([dana.userId])
})

describe('written periods', () => {
  const periodsOf = (db: Awaited<ReturnType<typeof world>>['db'], userId: string) =>
    db
      .selectFrom('shift_periods')
      .select(['starts_at', 'ends_at'])
      .where('user_id', '=', userId)
      .orderBy('starts_at')
      .execute()

  test('are written on every night when a month is gone, and what is past stays', async () => {
    const { dana, businessId, db } = await world()
    await shifts.set(dana, office)
    const isDue = async () =>
      (await listUnwritten(it.deps.workerDb, new Date(time + 90 * DAY_MS))).some((row) => row.businessId === businessId)
    expect(await isDue()).toBe(false)
    const before = await periodsOf(db, dana.userId)
    time += 31 * DAY_MS
    expect(await isDue()).toBe(true)
    await writeAhead(it.deps.workerDb, businessId, new Date(time))
    const after = await periodsOf(db, dana.userId)
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
    // The rest of the last day, 30 days, and the beginning of one.
    expect(after.length).toBe(before.length + 32)
    await extendShiftPeriods.run(it.deps, {})
  })

  test('are cut when shifts change: the time before keeps what held then', async () => {
    const { dana, onShift } = await world()
    await shifts.set(dana, office)
    time += 600_000
    await shifts.set(dana, planOf([aShift('20:00', '23:00')]), 1)
    const isOn = async (at: string) => (await onShift(at)).includes(dana.userId)
    expect([
      await isOn('2026-11-25T11:59:00+02:00'),
      await isOn('2026-11-25T12:09:00+02:00'),
      await isOn('2026-11-25T12:10:00+02:00'),
      await isOn('2026-11-25T20:00:00+02:00'),
    ]).toEqual([true, true, false, true])
  })

  test('are written on when a member comes back after a long suspension', async () => {
    const { dana, db, businessId, onShift } = await world()
    await shifts.set(dana, office)
    const suspend = (suspended_at: string | null) =>
      db.updateTable('memberships').set({ suspended_at }).where('user_id', '=', dana.userId).execute()
    await suspend(new Date(time).toISOString())
    time += 140 * DAY_MS
    expect(await listUnwritten(it.deps.workerDb, leastUntil(it.deps.now()))).not.toContainEqual({ businessId })
    await suspend(null)
    const event = { name: 'member.resumed', businessId, payload: { userId: dana.userId } } as never
    expect(shiftProjection.jobs?.([event])).toMatchObject([{ identifier: 'writeShiftPeriods' }])
    await writeAhead(it.deps.workerDb, businessId, it.deps.now())
    expect(await onShift('2027-04-15T09:00:00+03:00')).toContain(dana.userId)
  })

  test('are removed two years after their end', async () => {
    const { dana, db } = await world()
    await shifts.set(dana, office)
    const nightly = housekeepingJobs(retained).find(({ cron }) => cron)
    time += 732 * DAY_MS
    await nightly?.run(it.deps, {})
    expect((await periodsOf(db, dana.userId)).length).toBeLessThan(121)
  })

  test('end when a member leaves; the plan goes with them', async () => {
    const { dana, db, businessId, onShift } = await world()
    await shifts.set(dana, office)
    const event = { name: 'member.left', businessId, payload: { userId: dana.userId } } as never
    expect(shiftProjection.jobs?.([event])).toMatchObject([{ identifier: 'endShifts' }])
    await endShifts.run(it.deps, { businessId, userId: dana.userId })
    expect(await periodsOf(db, dana.userId)).not.toEqual([])
    const gone = new Date(time).toISOString()
    await db
      .updateTable('memberships')
      .set({ suspended_at: gone, removed_at: gone })
      .where('user_id', '=', dana.userId)
      .execute()
    await endShifts.run(it.deps, { businessId, userId: dana.userId })
    expect((await periodsOf(db, dana.userId)).every(({ ends_at }) => Date.parse(ends_at) <= time)).toBe(true)
    expect(await db.selectFrom('shift_plans').select('user_id').execute()).toEqual([])
    expect(await onShift('2026-11-25T13:00:00+02:00')).not.toContain(dana.userId)
  })
})

test('statements say the same as the functions of the contract at every edge of three years', async () => {
  time = Date.parse('2026-01-01T00:00:00Z')
  const { owner, dana, businessId, db } = await shifts.business()
  await shifts.set(dana, {
    weekly: [
      {
        days: everyDay(aShift('22:00', '06:00'), aShift('12:00', '15:00', true)),
        validFrom: null,
        validTo: '2027-03-26',
      },
      { days: everyDay(aShift('01:30', '02:30'), aShift('18:00', '00:00')), validFrom: '2027-03-27', validTo: null },
    ],
    exceptions: [
      { kind: 'vacation', from: '2026-03-25', to: '2026-03-25' },
      { kind: 'extra', day: '2026-10-24', shifts: [aShift('08:00', '10:00')] },
      { kind: 'short', day: '2026-10-25', shifts: [aShift('23:00', '03:00')] },
      { kind: 'reserve_duty', from: '2028-10-20', to: '2028-11-02' },
    ],
  })
  await shifts.draft(owner, dana.userId, { week: '2026-01-04', days: everyDay(aShift('23:00', '07:00')) })
  await shifts.publish(owner, '2026-01-04')
  const from = time
  const { shifts: person } = await shifts.read(dana)
  // Written month by month, as the nightly job does.
  for (let month = 0; month < 36; month += 1) {
    time += 30 * DAY_MS
    await writeAhead(it.deps.workerDb, businessId, new Date(time))
  }
  const to = Date.parse('2029-01-01T00:00:00Z')
  const later = { ...owner, ...(await it.signIn(owner.userId)) }
  for (const onCallCounts of [false, true]) {
    const ours = countedPeriods(person, from, to, { onCallCounts })
    expect(ours.length).toBeGreaterThan(1_000)
    const settings = { ...newShiftSettings, onCallCounts }
    await it.send(shiftRoutes.changeSettings, later, { body: { settings, expected: 0 } })
    const probes = ours
      .flatMap((span) => [span.from - 60_000, span.from, span.to - 60_000, span.to])
      .filter((at) => from <= at && at < to)
    const asked = probes.map((at) => new Date(at).toISOString())
    const { rows } = await sql<{ isOn: boolean }>`select is_on_shift(${businessId}, ${dana.userId}, asked.at) as "isOn"
      from unnest(${asked}::timestamptz[]) with ordinality as asked(at, place) order by place`.execute(db)
    const isOn = (at: number) => ours.some((span) => span.from <= at && at < span.to)
    expect(rows.map((row) => row.isOn)).toEqual(probes.map(isOn))
  }
}, 60_000)
