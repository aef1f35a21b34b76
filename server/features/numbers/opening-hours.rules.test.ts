import { expect, test } from 'vitest'
import { OpeningHours, OpenRange } from '#contract/working-hours/ranges.ts'
import { isOpenAt } from './opening-hours.rules.ts'

const nine = { from: '09:00', to: '17:00' }
/** The list of days starts with Sunday. */
const hours = (...days: { from: string; to: string }[][]) => ({
  days: Array.from({ length: 7 }, (_, day) => days[day] ?? []),
})
const workdays = hours([nine], [nine], [nine], [nine], [nine], [{ from: '09:00', to: '12:00' }])

test.each([
  ['2026-03-01T06:59:59Z', false, 'Sunday 08:59 in winter'],
  ['2026-03-01T07:00:00Z', true, 'Sunday 09:00'],
  ['2026-03-01T14:59:59Z', true, 'Sunday 16:59'],
  ['2026-03-01T15:00:00Z', false, 'Sunday 17:00'],
  ['2026-03-06T09:59:00Z', true, 'Friday 11:59'],
  ['2026-03-06T10:00:00Z', false, 'Friday 12:00'],
  ['2026-03-07T08:00:00Z', false, 'Saturday'],
  ['2026-07-05T06:00:00Z', true, 'Sunday 09:00 in summer'],
  ['2026-07-05T05:59:00Z', false, 'Sunday 08:59 in summer'],
])('%s: open %s (%s)', (moment, open) => {
  expect(isOpenAt(workdays, new Date(moment))).toBe(open)
})

test('without hours it is always open; with none on a day never', () => {
  expect(isOpenAt(null, new Date('2026-03-07T02:00:00Z'))).toBe(true)
  expect(isOpenAt(hours(), new Date('2026-03-03T10:00:00Z'))).toBe(false)
})

const night = hours([], [], [], [], [], [], [{ from: '20:00', to: '02:00' }])
test.each([
  ['2026-03-07T17:59:00Z', false, 'Saturday 19:59'],
  ['2026-03-07T18:00:00Z', true, 'Saturday 20:00'],
  ['2026-03-07T23:59:00Z', true, 'Sunday 01:59'],
  ['2026-03-08T00:00:00Z', false, 'Sunday 02:00'],
  ['2026-03-06T23:30:00Z', false, 'Saturday 01:30: Friday had none'],
])('past midnight: %s is %s (%s)', (moment, open) => {
  expect(isOpenAt(night, new Date(moment))).toBe(open)
})

test('the clocks of Israel: the hour that spring skips and the one that autumn repeats', () => {
  const early = hours([], [], [], [], [], [{ from: '01:30', to: '03:30' }])
  // 2026-03-27 is a Friday; the clock moves from 02:00 to 03:00.
  expect(isOpenAt(early, new Date('2026-03-26T23:59:00Z'))).toBe(true)
  expect(isOpenAt(early, new Date('2026-03-27T00:29:00Z'))).toBe(true)
  expect(isOpenAt(early, new Date('2026-03-27T00:30:00Z'))).toBe(false)
  // 2026-10-25 is a Sunday; the clock moves from 02:00 back to 01:00.
  const sunday = hours([{ from: '01:00', to: '02:00' }])
  expect(['2026-10-24T22:30:00Z', '2026-10-24T23:30:00Z'].map((at) => isOpenAt(sunday, new Date(at)))).toEqual([
    true,
    true,
  ])
  expect(isOpenAt(sunday, new Date('2026-10-25T00:00:00Z'))).toBe(false)
})

test('the whole day is one range', () => {
  const day = hours([{ from: '00:00', to: '00:00' }])
  expect(isOpenAt(day, new Date('2026-02-28T22:00:00Z'))).toBe(true)
  expect(isOpenAt(day, new Date('2026-03-01T21:59:00Z'))).toBe(true)
  expect(isOpenAt(day, new Date('2026-03-01T22:00:00Z'))).toBe(false)
})

test('ranges have a quarter of an hour and do not overlap', () => {
  const accepts = (range: unknown) => OpenRange.safeParse(range).success
  expect(
    [
      { from: '09:00', to: '09:14' },
      { from: '09:00', to: '09:15' },
    ].map(accepts),
  ).toEqual([false, true])
  expect(
    [
      { from: '23:50', to: '00:05' },
      { from: '24:00', to: '01:00' },
      { from: '9:00', to: '10:00' },
    ].map(accepts),
  ).toEqual([true, false, false])
  const day = (...ranges: object[]) => OpeningHours.safeParse({ days: [ranges, [], [], [], [], [], []] }).success
  expect(day({ from: '13:00', to: '17:00' }, { from: '09:00', to: '13:00' })).toBe(true)
  expect(day({ from: '09:00', to: '13:01' }, { from: '13:00', to: '17:00' })).toBe(false)
  expect(day({ from: '20:00', to: '02:00' }, { from: '22:00', to: '23:00' })).toBe(false)
  expect(OpeningHours.safeParse({ days: [[]] }).success).toBe(false)
})
