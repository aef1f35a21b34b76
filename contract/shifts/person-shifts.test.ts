import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { wallTimeOf } from '../values/clock.ts'
import { isOnShift, onShift, shiftPeriods, shiftStateAt, shiftsOn, wishedShifts } from './person-shifts.ts'
import { NO_PLAN, type PersonShifts, type Shift, ShiftPlan, WeekShifts } from './shift-shapes.ts'

const shift = (from: string, to: string, isOnCall = false): Shift => ({ from, to, isOnCall })
const everyDay = (...shifts: Shift[]) => Array.from({ length: 7 }, () => shifts)
const weekly = (days: Shift[][], validFrom: string | null = null, validTo: string | null = null) => ({
  days,
  validFrom,
  validTo,
})
const UNSET: PersonShifts = { plan: NO_PLAN, agreed: null, weeks: [], pause: null }
const withPlan = (plan: Partial<ShiftPlan>, more: Partial<PersonShifts> = {}): PersonShifts => ({
  ...UNSET,
  plan: { ...NO_PLAN, ...plan },
  ...more,
})
const night = withPlan({ weekly: [weekly(everyDay(shift('22:00', '06:00')))] })
const office = withPlan({ weekly: [weekly(everyDay(shift('08:00', '16:00')))] })
const COUNTING = { onCallCounts: false }

const between = (person: PersonShifts, from: string, to: string) =>
  shiftPeriods(person, Date.parse(from), Date.parse(to)).map((span) =>
    [span.from, span.to].map((at) => wallTimeOf(new Date(at)).slice(5, 16)),
  )
const hoursOf = (person: PersonShifts, from: string, to: string) =>
  shiftPeriods(person, Date.parse(from), Date.parse(to)).map((span) => (span.to - span.from) / 3_600_000)

describe('a night shift from 22:00 to 06:00', () => {
  test.each([
    // The clock goes from 2:00 to 3:00 on 27 March 2026, and from 2:00 back to 1:00 on 25 October.
    ['the night to 27 March 2026', '2026-03-26T12:00:00Z', '2026-03-27T12:00:00Z', 7],
    ['an ordinary night', '2026-04-20T12:00:00Z', '2026-04-21T12:00:00Z', 8],
    ['the night to 25 October 2026', '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z', 9],
  ])('%s', (_, from, to, hours) => {
    expect(hoursOf(night, from, to)).toEqual([hours])
  })

  test('begins and ends by the clock of its night', () => {
    expect(between(night, '2026-03-26T12:00:00Z', '2026-03-27T12:00:00Z')).toEqual([['03-26 22:00', '03-27 06:00']])
    expect(between(night, '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toEqual([['10-24 22:00', '10-25 06:00']])
  })

  test('belongs to the day on which it begins: an absence leaves the end of the night before', () => {
    const away = withPlan({ ...night.plan, exceptions: [{ kind: 'vacation', from: '2026-12-01', to: '2026-12-01' }] })
    expect(between(away, '2026-11-30T00:00:00+02:00', '2026-12-03T00:00:00+02:00')).toEqual([
      ['11-30 00:00', '11-30 06:00'],
      ['11-30 22:00', '12-01 06:00'],
      ['12-02 22:00', '12-03 00:00'],
    ])
  })
})

test('a whole day has 23 and 25 hours when the clock changes', () => {
  const whole = withPlan({ weekly: [weekly([[], [], [], [], [], [shift('00:00', '00:00')], []])] })
  expect(hoursOf(whole, '2026-03-26T00:00:00Z', '2026-03-28T12:00:00Z')).toEqual([23])
  const sunday = withPlan({ weekly: [weekly([[shift('00:00', '00:00')], [], [], [], [], [], []])] })
  expect(hoursOf(sunday, '2026-10-24T00:00:00Z', '2026-10-26T12:00:00Z')).toEqual([25])
})

describe('what holds on a day', () => {
  const day = '2026-12-01'
  const extra = { kind: 'extra' as const, day, shifts: [shift('14:00', '20:00')] }
  test('weekly hours within their validity; outside none, and none at all is always', () => {
    const summer = withPlan({ weekly: [weekly(everyDay(shift('08:00', '12:00')), '2026-07-01', '2026-08-31')] })
    expect(
      ['2026-06-30', '2026-07-01', '2026-08-31', '2026-09-01'].map((one) => shiftsOn(summer, one)?.length),
    ).toEqual([0, 1, 1, 0])
    expect(shiftsOn(UNSET, day)).toBeNull()
    expect(hoursOf(UNSET, '2026-12-01T00:00:00Z', '2026-12-03T00:00:00Z')).toEqual([48])
  })

  test('an extra shift is added where there is none, a short day cuts', () => {
    expect(wishedShifts({ ...office.plan, exceptions: [extra] }, day)).toEqual([
      shift('08:00', '16:00'),
      shift('16:00', '20:00'),
    ])
    const short = { kind: 'short' as const, day, shifts: [shift('06:00', '12:00')] }
    expect(wishedShifts({ ...office.plan, exceptions: [short] }, day)).toEqual([shift('08:00', '12:00')])
    expect(wishedShifts({ weekly: [], exceptions: [extra] }, day)).toBeNull()
  })

  test('a published week holds instead of weekly hours and single days; absences hold in it', () => {
    const published = withPlan(
      { ...office.plan, exceptions: [extra, { kind: 'sick', from: '2026-12-02', to: '2026-12-02' }] },
      { agreed: office.plan.weekly, weeks: [{ week: '2026-11-29', days: everyDay(shift('12:00', '18:00')) }] },
    )
    expect(shiftsOn(published, day)).toEqual([shift('12:00', '18:00')])
    expect(between(published, '2026-12-01T00:00:00+02:00', '2026-12-04T00:00:00+02:00')).toEqual([
      ['12-01 12:00', '12-01 18:00'],
      ['12-03 12:00', '12-03 18:00'],
    ])
  })

  test('after a week was published, other weeks have the weekly hours of then, until the next is published', () => {
    const wishes = withPlan(
      { weekly: [weekly(everyDay(shift('20:00', '23:00')))] },
      { agreed: office.plan.weekly, weeks: [{ week: '2026-11-29', days: everyDay() }] },
    )
    expect(shiftsOn(wishes, '2026-12-06')).toEqual([shift('08:00', '16:00')])
    expect(wishedShifts(wishes.plan, '2026-12-06')).toEqual([shift('20:00', '23:00')])
  })
})

describe('at a moment', () => {
  const noon = new Date('2026-12-01T10:00:00Z')
  test('on shift until, or next shift', () => {
    expect(shiftStateAt(office, noon, COUNTING)).toEqual({
      ...{ isOn: true, isAlways: false, pausedUntil: null, absence: null },
      nextChange: '2026-12-01T14:00:00.000Z',
    })
    expect(shiftStateAt(office, new Date('2026-12-01T14:00:00Z'), COUNTING)).toMatchObject({
      isOn: false,
      nextChange: '2026-12-02T06:00:00.000Z',
    })
    expect(shiftStateAt(UNSET, noon, COUNTING)).toMatchObject({ isOn: true, isAlways: true, nextChange: null })
  })

  test('a pause takes off shift, also one without shifts, and ends by itself', () => {
    const pause = { from: '2026-12-01T09:00:00.000Z', until: '2026-12-01T12:00:00.000Z' }
    for (const person of [office, UNSET])
      expect(shiftStateAt({ ...person, pause }, noon, COUNTING)).toMatchObject({
        ...{ isOn: false, pausedUntil: pause.until, nextChange: pause.until },
      })
    expect(isOnShift({ ...office, pause }, new Date(pause.until), COUNTING)).toBe(true)
  })

  test('being on call counts where the business says so', () => {
    const call = withPlan({ weekly: [weekly(everyDay(shift('08:00', '20:00', true)))] })
    const people = [{ shifts: call }, { shifts: office }]
    expect(onShift(people, noon, COUNTING)).toEqual([people[1]])
    expect([isOnShift(call, noon, COUNTING), isOnShift(call, noon, { onCallCounts: true })]).toEqual([false, true])
  })
})

describe('refused', () => {
  const pathsOf = (shape: z.ZodType, value: unknown) =>
    shape.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message])
  test('shifts of less than 15 minutes, that overlap, or that run into the next day', () => {
    expect(pathsOf(WeekShifts, everyDay(shift('08:00', '08:10')))).toHaveLength(7)
    expect(pathsOf(WeekShifts, [[shift('08:00', '12:00'), shift('11:00', '13:00')], [], [], [], [], [], []])).toEqual([
      ['0', 'overlapping_ranges'],
    ])
    expect(pathsOf(WeekShifts, [[shift('22:00', '06:00')], [shift('05:00', '09:00')], [], [], [], [], []])).toEqual([
      ['0', 'overlapping_ranges'],
    ])
  })

  test('weekly hours that are valid at the same time, an absence that ends before it begins, a day twice', () => {
    const days = everyDay()
    const exceptions = [
      { kind: 'vacation', from: '2026-12-02', to: '2026-12-01' },
      { kind: 'extra', day: '2026-12-01', shifts: [shift('08:00', '12:00')] },
      { kind: 'short', day: '2026-12-01', shifts: [shift('08:00', '12:00')] },
    ]
    expect(pathsOf(ShiftPlan, { weekly: [], exceptions: [exceptions[0]] })).toEqual([
      ['exceptions.0.to', 'end_before_start'],
    ])
    expect(
      pathsOf(ShiftPlan, {
        weekly: [weekly(days, null, '2026-12-31'), weekly(days, '2026-12-31')],
        exceptions: exceptions.slice(1),
      }),
    ).toEqual([
      ['weekly.1.validFrom', 'overlapping_validity'],
      ['exceptions.1.day', 'repeated_day'],
    ])
  })
})
