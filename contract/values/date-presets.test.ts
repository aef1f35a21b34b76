import { describe, expect, test } from 'vitest'
import { dayOf } from './clock.ts'
import { daysIn, previousOf, rangeOf } from './date-presets.ts'

describe('date presets, in Asia/Jerusalem with weeks from Sunday', () => {
  // Wednesday 1 April 2026, half past midnight in Israel, still Tuesday 31 March in UTC.
  const today = dayOf(new Date('2026-03-31T21:30:00Z'))
  test.each([
    ['today', '2026-04-01', '2026-04-01'],
    ['yesterday', '2026-03-31', '2026-03-31'],
    ['thisWeek', '2026-03-29', '2026-04-01'],
    ['lastWeek', '2026-03-22', '2026-03-28'],
    ['thisMonth', '2026-04-01', '2026-04-01'],
    ['lastMonth', '2026-03-01', '2026-03-31'],
  ] as const)('%s is %s to %s', (preset, from, to) => {
    expect(rangeOf(preset, today)).toEqual({ from, to })
  })

  test('a Sunday is the first day of its week, a Saturday the last', () => {
    expect(rangeOf('thisWeek', '2026-03-29')).toEqual({ from: '2026-03-29', to: '2026-03-29' })
    expect(rangeOf('thisWeek', '2026-03-28')).toEqual({ from: '2026-03-22', to: '2026-03-28' })
  })

  test('February has 29 days in a leap year', () => {
    expect(rangeOf('lastMonth', '2028-03-15')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })

  test('the days around a change of clocks are days like all others', () => {
    expect(rangeOf('yesterday', '2026-03-28')).toEqual({ from: '2026-03-27', to: '2026-03-27' })
    expect(rangeOf('lastWeek', '2026-03-29')).toEqual({ from: '2026-03-22', to: '2026-03-28' })
    expect(rangeOf('yesterday', '2026-10-26')).toEqual({ from: '2026-10-25', to: '2026-10-25' })
    expect(rangeOf('thisWeek', '2026-10-26')).toEqual({ from: '2026-10-25', to: '2026-10-26' })
    expect(daysIn({ from: '2026-03-22', to: '2026-03-28' })).toBe(7)
    expect(daysIn({ from: '2026-10-01', to: '2026-10-31' })).toBe(31)
  })
})

describe('the period before, of each preset', () => {
  test.each([
    ['today', '2026-03-28', '2026-03-27', '2026-03-27'],
    ['yesterday', '2026-03-28', '2026-03-26', '2026-03-26'],
    // Sunday 22 to Tuesday 24 March is compared with Sunday 15 to Tuesday 17 March.
    ['thisWeek', '2026-03-24', '2026-03-15', '2026-03-17'],
    ['lastWeek', '2026-10-27', '2026-10-11', '2026-10-17'],
    ['thisMonth', '2026-10-20', '2026-09-01', '2026-09-20'],
    // The first 30 days of March have no counterpart in a February of 28.
    ['thisMonth', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['thisMonth', '2026-01-05', '2025-12-01', '2025-12-05'],
    ['lastMonth', '2026-03-15', '2026-01-01', '2026-01-31'],
    ['lastMonth', '2026-04-15', '2026-02-01', '2026-02-28'],
  ] as const)('%s on %s: %s to %s', (preset, today, from, to) => {
    expect(previousOf(preset, rangeOf(preset, today))).toEqual({ from, to })
  })

  test('any other range: as many days just before it', () => {
    expect(previousOf('custom', { from: '2026-03-27', to: '2026-03-29' })).toEqual({
      from: '2026-03-24',
      to: '2026-03-26',
    })
    expect(previousOf('custom', { from: '2026-10-25', to: '2026-10-25' })).toEqual({
      from: '2026-10-24',
      to: '2026-10-24',
    })
  })
})
