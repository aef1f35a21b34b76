import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { momentOf, wallTimeOf } from '#contract/values/clock.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { openPeriods } from '#contract/working-hours/open-periods.ts'
import { type WorkingHours, workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { refusal } from '../../testing/test-leads.ts'
import { housekeepingJobs } from '../housekeeping/housekeeping.jobs.ts'
import { retained } from '../index.ts'
import { writeAhead } from './open-periods.service.ts'
import { extendOpenPeriods, openPeriodsProjection } from './working-hours.jobs.ts'
import { listUnwritten } from './working-hours.queries.ts'

// Wednesday, 25 November 2026, 12:00 in Israel.
const START = Date.parse('2026-11-25T10:00:00Z')
let time = START
const it = await testApp({ now: () => new Date(time) })
type As = Partial<Credentials>

const DAY_MS = 86_400_000
const days = (count: number) => new Date(time + count * DAY_MS)
const STANDARD = newHours('jerusalem')
const night: WorkingHours = { ...STANDARD, days: STANDARD.days.map(() => [{ from: '20:00', to: '22:00' }]) }

const read = async (as: As) => (await it.send(workingHoursRoutes.get, as, {})).body
const set = (as: As, hours: object, expected = 0) =>
  it.send(workingHoursRoutes.change, as, { body: { hours: hours as WorkingHours, expected } })
const stateAt = async (as: As, at?: string) =>
  (await it.send(workingHoursRoutes.at, as, { query: at ? { at } : {} })).body.state
const readOf = (as: As, id: string) => it.send(workingHoursRoutes.getOfCampaign, as, { params: { id } })
const setOf = (as: As, id: string, hours: WorkingHours | null, expected = 0) =>
  it.send(workingHoursRoutes.changeOfCampaign, as, { params: { id }, body: { hours, expected } })

async function world() {
  time = START
  const business = await it.newBusiness()
  const { businessId, db, campaignId } = business
  const [owner, reader] = [await business.member('Owner'), await business.member('Reader', [campaignId])]
  const events = async () => {
    const rows = await db.selectFrom('events').select(['name', 'payload']).orderBy('id').execute()
    return rows.filter(({ name }) => name.endsWith('_hours.changed'))
  }
  /** Hours during which it is open between two times, as statements count them. */
  const counted = async (from: string, to: string, campaign: string | null = null) => {
    const { rows } = await sql<{ minutes: number }>`select working_minutes(${businessId}, ${from}::timestamptz,
      ${to}::timestamptz, ${campaign}::uuid) as minutes`.execute(db)
    return (rows[0]?.minutes ?? Number.NaN) / 60
  }
  const periods = (campaign: string | null = null) =>
    db
      .selectFrom('open_periods')
      .select(['opens_at', 'closes_at'])
      .where('owner_id', '=', campaign ?? businessId)
      .orderBy('opens_at')
      .execute()
  const write = (isMoved = false) => writeAhead(it.deps.workerDb, businessId, { now: it.deps.now(), isMoved })
  return { ...business, owner, reader, events, counted, periods, write }
}

describe('hours of the business', () => {
  test('a new one has hours of Jerusalem or of the city of its address, until it sets them', async () => {
    const { owner, reader } = await world()
    expect(await read(owner)).toEqual({ success: true, hours: STANDARD, version: 0 })
    await it.send(businessRoutes.change, owner, { body: { address: { city: 'חיפה' } } })
    const { hours } = await read(reader)
    expect(hours).toMatchObject({ city: 'haifa', candleMinutes: 30, shabbat: 'closed' })
    await set(owner, STANDARD)
    expect(await read(reader)).toMatchObject({ version: 1, hours: { city: 'jerusalem', candleMinutes: 40 } })
  })

  test('are replaced whole; the log says what changed, large values only that they did', async () => {
    const { owner, events } = await world()
    const special = { day: '2026-12-31', name: '  Stocktaking ', ranges: [{ from: '09:00', to: '12:00' }] }
    const first = { day: '2026-12-10', name: 'Trip', ranges: [] }
    const reply = await set(owner, { ...STANDARD, candleMinutes: 35, specialDays: [special, first] })
    expect(reply.status).toBe(200)
    const hours = { ...STANDARD, candleMinutes: 35, specialDays: [first, { ...special, name: 'Stocktaking' }] }
    expect(reply.body).toEqual({ success: true, version: 1, hours })
    expect(await read(owner)).toEqual(reply.body)
    expect(await events()).toMatchObject([
      {
        name: 'working_hours.changed',
        payload: { changes: { candleMinutes: [40, 35], specialDays: [[], hours.specialDays] } },
      },
    ])
    const changed = (await events())[0]?.payload as { changes: object }
    expect(Object.keys(changed.changes).sort()).toEqual(['candleMinutes', 'specialDays'])
  })

  test('of two Owners at once one is refused, with the text in their language, and nothing of theirs is stored', async () => {
    const { owner, member, events } = await world()
    const other = await member('Owner')
    const replies = await Promise.all([
      set(owner, { ...STANDARD, city: 'eilat' }),
      set(other, { ...STANDARD, city: 'haifa' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = replies.find(({ status }) => status === 409)
    expect(lost && refusal(lost)).toMatchObject({ code: 'changed_meanwhile' })
    const won = replies.find(({ status }) => status === 200)
    expect(await read(owner)).toEqual(won?.body)
    expect(await events()).toHaveLength(1)
    // After reading again, they may write.
    expect((await set(other, night, 1)).body).toMatchObject({ version: 2 })
  })

  test('the same hours twice are one change', async () => {
    const { owner, events } = await world()
    const replies = await Promise.all([set(owner, night), set(owner, night)])
    expect(replies.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 1],
      [200, 1],
    ])
    expect(await events()).toHaveLength(1)
  })

  test.each([
    ['a range of 10 minutes', { days: [[{ from: '08:00', to: '08:10' }], [], [], [], [], [], []] }, 'days.0.0.to'],
    [
      'ranges that overlap',
      {
        days: [
          [
            { from: '08:00', to: '12:00' },
            { from: '11:00', to: '13:00' },
          ],
          [],
          [],
          [],
          [],
          [],
          [],
        ],
      },
      'days.0',
    ],
    [
      'a range that runs into the next day’s',
      { days: [[], [], [], [], [], [{ from: '20:00', to: '06:00' }], [{ from: '05:00', to: '09:00' }]] },
      'days.5',
    ],
    [
      'a range that runs from Saturday into Sunday’s',
      { days: [[{ from: '05:00', to: '09:00' }], [], [], [], [], [], [{ from: '20:00', to: '06:00' }]] },
      'days.6',
    ],
    ['six weekdays', { days: STANDARD.days.slice(1) }, 'days'],
    ['an unknown city', { city: 'atlantis' }, 'city'],
    ['61 minutes before sunset', { candleMinutes: 61 }, 'candleMinutes'],
    ['50 minutes after sunset', { restEnd: { by: 'minutes', minutes: 50 } }, 'restEnd.minutes'],
    ['20 degrees', { restEnd: { by: 'degrees', degrees: 20 } }, 'restEnd.degrees'],
    ['no rule for a holiday', { holidays: { ...STANDARD.holidays, fast: undefined } }, 'holidays.fast'],
    [
      'a short day without ranges',
      { holidays: { ...STANDARD.holidays, fast: { rule: 'short', ranges: [] } } },
      'holidays.fast.ranges',
    ],
    ['a day that does not exist', { specialDays: [{ day: '2026-02-30', name: 'A', ranges: [] }] }, 'specialDays.0.day'],
    [
      'a special day without a name',
      { specialDays: [{ day: '2026-02-03', name: ' ', ranges: [] }] },
      'specialDays.0.name',
    ],
    [
      'a special day twice',
      { specialDays: ['A', 'B'].map((name) => ({ day: '2026-02-03', name, ranges: [] })) },
      'specialDays.1.day',
    ],
    ['a rest that begins on a Wednesday', { restTimes: [{ day: '2026-11-25', at: '16:00' }] }, 'restTimes.0.day'],
  ])('%s: refused, with the place of the fault', async (_, changes, path) => {
    const { owner, events } = await world()
    const reply = await set(owner, { ...STANDARD, ...changes })
    expect(reply.status).toBe(422)
    expect((reply.body as unknown as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toEqual([
      `hours.${path}`,
    ])
    expect([await read(owner), await events()]).toEqual([{ success: true, hours: STANDARD, version: 0 }, []])
  })
})

describe('whether it is open', () => {
  test('now or at a moment, why, and until when', async () => {
    const { reader } = await world()
    expect(await stateAt(reader)).toEqual({
      at: '2026-11-25T10:00:00.000Z',
      isOpen: true,
      reason: { kind: 'hours' },
      rest: null,
      nextChange: '2026-11-25T16:00:00.000Z',
    })
    const { rest, ...state } = await stateAt(reader, '2026-11-27T22:00:00+02:00')
    expect(state).toMatchObject({ isOpen: false, reason: { kind: 'shabbat' }, nextChange: '2026-11-29T06:00:00.000Z' })
    expect([rest?.from, rest?.to].map((at) => wallTimeOf(at ?? '').slice(0, 10))).toEqual(['2026-11-27', '2026-11-28'])
  })

  test.each(['1900-01-01T00:00:00Z', '2200-12-31T23:59:59Z'])('also at %s', async (at) => {
    const { owner } = await world()
    expect((await it.send(workingHoursRoutes.at, owner, { query: { at } })).status).toBe(200)
  })
})

describe('holidays', () => {
  const list = (as: As, year: number) => it.send(workingHoursRoutes.holidays, as, { query: { year } })

  test('of a year are listed with names, times, and what they do to the hours', async () => {
    const { owner, reader } = await world()
    const correction = { day: '2027-04-21', name: 'Closed early', ranges: [{ from: '08:30', to: '11:00' }] }
    await set(owner, { ...newHours('tel_aviv'), specialDays: [correction] })
    const { holidays, rests } = (await list(reader, 2027)).body
    const [eve, pesach] = ['pesach_eve', 'pesach'].map((name) => holidays.find(({ holiday }) => holiday === name))
    expect(eve).toEqual({
      day: '2027-04-21',
      holiday: 'pesach_eve',
      kind: 'yom_tov_eve',
      nameHe: 'ערב פסח',
      nameEn: 'Pesach eve',
      rest: null,
      open: [{ from: '2027-04-21T05:30:00.000Z', to: '2027-04-21T08:00:00.000Z' }],
      correction,
    })
    expect(pesach).toMatchObject({ day: '2027-04-22', kind: 'yom_tov', open: [], correction: null })
    // Decided before any code: 18:56 to 19:52, in minutes that were rounded the other way at the end.
    expect([pesach?.rest?.from, pesach?.rest?.to].map((at) => wallTimeOf(at ?? '').slice(0, 16))).toEqual([
      '2027-04-21 18:56',
      '2027-04-22 19:53',
    ])
    expect(rests.length).toBeGreaterThan(52)
    expect(rests.find(({ holidays }) => holidays.includes('pesach'))).toMatchObject(pesach?.rest ?? { from: '' })
  })

  test('a corrected time stands beside the computed one', async () => {
    const { owner } = await world()
    await set(owner, { ...STANDARD, restTimes: [{ day: '2026-11-27', at: '15:00' }] })
    const rest = (await list(owner, 2026)).body.rests.find(({ from }) => from.startsWith('2026-11-27'))
    expect(rest?.from).toBe('2026-11-27T13:00:00.000Z')
    expect(rest?.computed).toEqual({ from: '2026-11-27T13:55:00.000Z', to: rest?.to })
  })

  test('are computed from last year to ten years ahead', async () => {
    const { owner } = await world()
    const statuses = await Promise.all([2024, 2025, 2036, 2037].map(async (year) => (await list(owner, year)).status))
    expect(statuses).toEqual([422, 200, 200, 422])
    expect(refusal(await list(owner, 2037))).toMatchObject({ code: 'invalid_input' })
  })
})

describe('a campaign', () => {
  test('has the hours of the business, its own, and those of the business again', async () => {
    const { owner, reader, campaignId, events, counted } = await world()
    expect((await readOf(reader, campaignId)).body).toEqual({
      success: true,
      hours: STANDARD,
      version: 0,
      isOwn: false,
    })
    await set(owner, { ...STANDARD, city: 'eilat' })
    expect((await setOf(owner, campaignId, night)).body).toEqual({
      success: true,
      hours: night,
      version: 1,
      isOwn: true,
    })
    expect((await readOf(reader, campaignId)).body).toMatchObject({ hours: night, isOwn: true })
    const at = { query: { at: '2026-11-25T18:30:00Z' }, params: { id: campaignId } }
    expect((await it.send(workingHoursRoutes.atOfCampaign, reader, at)).body.state.isOpen).toBe(true)
    expect((await stateAt(reader, at.query.at)).isOpen).toBe(false)
    const tomorrow = ['2026-11-26T00:00:00Z', '2026-11-27T00:00:00Z'] as const
    expect([await counted(...tomorrow), await counted(...tomorrow, campaignId)]).toEqual([10, 2])
    const back = await setOf(owner, campaignId, null, 1)
    expect(back.body).toMatchObject({ version: 2, isOwn: false, hours: { city: 'eilat' } })
    expect(await counted(...tomorrow, campaignId)).toBe(10)
    expect((await events()).map(({ name, payload }) => [name, (payload as { changes: object }).changes])).toEqual([
      ['working_hours.changed', { restCity: ['jerusalem', 'eilat'] }],
      [
        'campaign_hours.changed',
        expect.objectContaining({ ownHours: [false, true], restCity: ['eilat', 'jerusalem'] }),
      ],
      ['campaign_hours.changed', expect.objectContaining({ ownHours: [true, false] })],
    ])
  })

  test('of another business, or one that is gone, is not found', async () => {
    const { owner, campaign, db, reader } = await world()
    const gone = await campaign()
    await db.updateTable('campaigns').set({ deleted_at: new Date().toISOString() }).where('id', '=', gone).execute()
    const other = await it.newBusiness()
    for (const id of [gone, other.campaignId]) {
      expect(refusal(await setOf(owner, id, night))).toMatchObject({ status: 404, code: 'campaign_not_found' })
      expect(refusal(await readOf(owner, id))).toMatchObject({ status: 404, code: 'campaign_not_found' })
    }
    expect((await readOf(reader, await campaign())).status).toBe(404)
  })

  test('at once with another Owner: one is refused', async () => {
    const { owner, member, campaignId } = await world()
    const other = await member('Owner')
    const replies = await Promise.all([setOf(owner, campaignId, night), setOf(other, campaignId, STANDARD)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('open periods', () => {
  const week = ['2026-11-22T00:00:00+02:00', '2026-11-29T00:00:00+02:00'] as const

  test('of a new business are written when its event arrives, a month back and a year ahead', async () => {
    const { businessId, counted, write, periods } = await world()
    expect(await counted(...week)).toBe(0)
    const event = { name: 'business.created', businessId, payload: {} } as never
    expect(openPeriodsProjection.jobs?.([event])).toMatchObject([{ identifier: 'writeOpenPeriods' }])
    await write()
    expect(await counted(...week)).toBe(54.5)
    expect(await counted('2026-11-25T14:00:00Z', '2026-11-26T07:00:00Z')).toBe(3)
    const all = await periods()
    expect(Date.parse(all[0]?.opens_at ?? '')).toBeLessThan(days(-29).getTime())
    expect(Date.parse(all.at(-1)?.closes_at ?? '')).toBeGreaterThan(days(395).getTime())
  })

  test('are written on every night when a month is gone, and what is written stays', async () => {
    const { businessId, write, periods } = await world()
    const isDue = async (ahead: number) =>
      (await listUnwritten(it.deps.workerDb, days(ahead))).some((row) => row.businessId === businessId)
    expect(await isDue(370)).toBe(true)
    await write()
    expect([await isDue(370), await isDue(401)]).toEqual([false, true])
    const before = await periods()
    time += 31 * DAY_MS
    expect(await isDue(370)).toBe(true)
    await write()
    const after = await periods()
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
    expect(Date.parse(after.at(-1)?.closes_at ?? '')).toBeGreaterThan(days(395).getTime())
    await write()
    expect(await periods()).toEqual(after)
    await extendOpenPeriods.run(it.deps, {})
  })

  test('a change holds from now on; the time before keeps the hours that held then', async () => {
    const { owner, write, counted } = await world()
    await write()
    await set(owner, STANDARD)
    // 12:00, in the middle of a range of the old hours.
    await set(owner, night, 1)
    const today = ['2026-11-25T00:00:00+02:00', '2026-11-26T00:00:00+02:00'] as const
    expect(await counted(...today)).toBe(4 + 2)
    expect(await counted(...week)).toBe(3 * 10 + 4 + 2 + 2 + 2)
    time += DAY_MS
    await set(owner, STANDARD, 2)
    expect(await counted(...today)).toBe(4 + 2)
  })

  test('hours that are set for the first time hold for the last month, too', async () => {
    const { owner, write, counted } = await world()
    await write()
    await set(owner, night)
    // Sunday to Thursday; Friday and Saturday evening are Shabbat, whose end on Saturday is before 20:00.
    expect(await counted(...week)).toBe(5 * 2 + 2)
  })

  test('a business that moves before it sets its hours has the times of its new city', async () => {
    const { owner, write, counted } = await world()
    const friday = ['2027-01-01T00:00:00+02:00', '2027-01-02T00:00:00+02:00'] as const
    await write()
    expect(await counted(...friday)).toBe(4.5)
    await it.send(businessRoutes.change, owner, { body: { address: { city: 'Tel Aviv' } } })
    await write(true)
    expect(await counted(...friday)).toBe(4.5)
    expect((await read(owner)).hours.city).toBe('tel_aviv')
  })

  test('a campaign that gets its own hours begins with the past of the business', async () => {
    const { owner, write, counted, campaignId } = await world()
    await write()
    await setOf(owner, campaignId, night)
    expect(await counted(...week, campaignId)).toBe(3 * 10 + 4 + 2 + 2 + 2)
    expect(await counted(...week)).toBe(54.5)
  })

  test('are removed two years after their end', async () => {
    const { write, periods } = await world()
    await write()
    const before = (await periods()).length
    const nightly = housekeepingJobs(retained).find(({ cron }) => cron)
    time += 732 * DAY_MS
    await nightly?.run(it.deps, {})
    expect((await periods()).length).toBeLessThan(before)
  })
})

test('statements count the minutes that the functions of the contract count, at every edge of three years', async () => {
  time = Date.parse('2026-01-01T00:00:00Z')
  const { owner, businessId, db } = await (async () => {
    const made = await it.newBusiness()
    return { ...made, owner: await made.member('Owner') }
  })()
  const hours: WorkingHours = {
    ...newHours('haifa'),
    days: STANDARD.days.map((ranges, day) =>
      day === 6 ? [{ from: '18:30', to: '02:00' }] : [...ranges, { from: '21:00', to: '03:00' }],
    ),
    specialDays: [{ day: '2026-04-02', name: 'Open', ranges: [{ from: '10:00', to: '14:00' }] }],
    holidays: { ...STANDARD.holidays, memorial: { rule: 'closed' } },
  }
  await set(owner, hours)
  // Written year by year, as the nightly job does.
  for (const _ of [1, 2, 3]) {
    time += 365 * DAY_MS
    await writeAhead(it.deps.workerDb, businessId, { now: it.deps.now(), isMoved: false })
  }
  const [from, to] = [momentOf('2026-01-01', 0), momentOf('2029-01-01', 0)]
  const ours = openPeriods(hours, from, to)
  expect(ours.length).toBeGreaterThan(1_500)
  const minutes = (count: number) => count * 60_000
  const isOpen = (at: number) => ours.some((span) => span.from <= at && at < span.to)
  const probes = ours
    .flatMap((span) => [span.from - minutes(1), span.from, span.to - minutes(1), span.to])
    .filter((at) => from.getTime() <= at && at < to.getTime())
  const asked = probes.map((at) => new Date(at).toISOString())
  const { rows } = await sql<{ at: string; counted: number }>`select asked.at, working_minutes(${businessId}, asked.at,
    asked.at + interval '1 minute') as counted from unnest(${asked}::timestamptz[]) with ordinality as asked(at, place)
    order by place`.execute(db)
  expect(rows.map(({ counted }) => counted)).toEqual(probes.map((at) => (isOpen(at) ? 1 : 0)))
  const { rows: totals } = await sql<{ total: number }>`select working_minutes(${businessId},
    ${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz) as total`.execute(db)
  expect(totals[0]?.total).toBe(ours.reduce((sum, span) => sum + span.to - span.from, 0) / minutes(1))
}, 60_000)
