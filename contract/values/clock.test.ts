import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginningOf, dayOf, minuteAt, momentOf, plusDays, wallTimeOf, weekdayOf } from './clock.ts'

describe("Israel's clock", () => {
  test('the day changes at midnight in Israel, in summer and in winter', () => {
    // Clocks go forward on Friday 27 March 2026 and back on Sunday 25 October 2026.
    expect(dayOf(new Date('2026-03-26T21:59:59Z'))).toBe('2026-03-26')
    expect(dayOf(new Date('2026-03-26T22:00:00Z'))).toBe('2026-03-27')
    expect(dayOf(new Date('2026-03-27T20:59:59Z'))).toBe('2026-03-27')
    expect(dayOf(new Date('2026-03-27T21:00:00Z'))).toBe('2026-03-28')
    expect(dayOf(new Date('2026-10-24T20:59:59Z'))).toBe('2026-10-24')
    expect(dayOf(new Date('2026-10-24T21:00:00Z'))).toBe('2026-10-25')
    expect(dayOf(new Date('2026-10-25T21:59:59Z'))).toBe('2026-10-25')
    expect(dayOf(new Date('2026-10-25T22:00:00Z'))).toBe('2026-10-26')
  })

  test('a day begins at midnight in Israel, on the days of both changes of clocks, too', () => {
    expect(beginningOf('2026-03-27').toISOString()).toBe('2026-03-26T22:00:00.000Z')
    expect(beginningOf('2026-03-28').toISOString()).toBe('2026-03-27T21:00:00.000Z')
    expect(beginningOf('2026-10-25').toISOString()).toBe('2026-10-24T21:00:00.000Z')
    expect(beginningOf('2026-10-26').toISOString()).toBe('2026-10-25T22:00:00.000Z')
  })

  test.each([
    // On 27 March 2026 the clock moves from 2:00 to 3:00; on 25 October 2026 it moves from 2:00 back to 1:00.
    ['2026-03-27', 119, '2026-03-26T23:59:00.000Z'],
    ['2026-03-27', 150, '2026-03-27T00:30:00.000Z'],
    ['2026-03-27', 180, '2026-03-27T00:00:00.000Z'],
    ['2026-10-25', 59, '2026-10-24T21:59:00.000Z'],
    ['2026-10-25', 90, '2026-10-24T22:30:00.000Z'],
    ['2026-10-25', 120, '2026-10-25T00:00:00.000Z'],
  ])('%s, minute %i, is %s', (day, minute, moment) => expect(momentOf(day, minute).toISOString()).toBe(moment))

  test('a moment is found again by its day and minute, but for the second time of an hour that comes twice', () => {
    const changes = fc.constantFrom('2025-03-28', '2025-10-26', '2026-03-27', '2026-10-25', '2027-03-26', '2027-10-31')
    const near = changes.chain((day) =>
      fc.integer({ min: -3_000, max: 3_000 }).map((minutes) => [day, minutes] as const),
    )
    const found = (moment: Date) => {
      const again = momentOf(dayOf(moment), minuteAt(moment))
      expect([0, 3_600_000]).toContain(moment.getTime() - again.getTime())
      expect(wallTimeOf(again)).toBe(wallTimeOf(moment))
    }
    fc.assert(fc.property(near, ([day, minutes]) => found(new Date(beginningOf(day).getTime() + minutes * 60_000))))
    const any = fc.date({ min: new Date('2000-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
    fc.assert(fc.property(any, (moment) => found(new Date(Math.floor(moment.getTime() / 60_000) * 60_000))))
  })

  test('days follow each other without a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 13_000 }), (days) => {
        const day = plusDays('2000-01-01', days)
        const next = beginningOf(plusDays(day, 1))
        expect(dayOf(new Date(next.getTime() - 1))).toBe(day)
        expect([weekdayOf(dayOf(next)), minuteAt(next)]).toEqual([(weekdayOf(day) + 1) % 7, 0])
      }),
    )
  })
})
