import { describe, expect, test } from 'vitest'
import { DashboardQuery } from '#contract/dashboard.ts'
import { chartRangeOf, cut, medianOf, periodsOf, piecesOf, unitsOf } from './dashboard.rules.ts'

const range = (from: string, to: string) => ({ from, to })

test('all time has no range and nothing to compare with', () => {
  expect(periodsOf(DashboardQuery.parse({ preset: 'allTime' }), '2026-11-21')).toEqual({ period: null, previous: null })
  expect(periodsOf(DashboardQuery.parse({}), '2026-11-21')).toEqual({
    period: range('2026-11-01', '2026-11-21'),
    previous: range('2026-10-01', '2026-10-21'),
  })
})

describe('a range as months and days', () => {
  test.each([
    ['2026-10-01', '2026-10-31', [range('2026-10-01', '2026-10-01')], []],
    ['2026-10-01', '2026-10-30', [], [range('2026-10-01', '2026-10-30')]],
    ['2026-10-25', '2026-10-25', [], [range('2026-10-25', '2026-10-25')]],
    [
      '2025-12-31',
      '2026-03-27',
      [range('2026-01-01', '2026-02-01')],
      [range('2025-12-31', '2025-12-31'), range('2026-03-01', '2026-03-27')],
    ],
    ['2026-01-31', '2026-02-01', [], [range('2026-01-31', '2026-02-01')]],
    ['2024-02-01', '2024-03-15', [range('2024-02-01', '2024-02-01')], [range('2024-03-01', '2024-03-15')]],
  ])('%s to %s', (from, to, months, days) => {
    expect(piecesOf({ from, to })).toEqual({ months, days })
  })
})

describe('the chart', () => {
  test('covers the last five years at most', () => {
    expect(chartRangeOf(null, '2026-11-21')).toEqual(range('2021-11-22', '2026-11-21'))
    expect(chartRangeOf(range('2010-01-01', '2024-02-29'), '2026-11-21')).toEqual(range('2019-03-02', '2024-02-29'))
    expect(chartRangeOf(range('2026-11-01', '2026-11-21'), '2026-11-21')).toEqual(range('2026-11-01', '2026-11-21'))
  })

  test('is cut at Sundays and at the first of months and years', () => {
    expect(cut(range('2026-10-23', '2026-10-27'), 'day')).toHaveLength(5)
    expect(cut(range('2026-10-23', '2026-11-02'), 'week')).toEqual([
      range('2026-10-23', '2026-10-24'),
      range('2026-10-25', '2026-10-31'),
      range('2026-11-01', '2026-11-02'),
    ])
    expect(cut(range('2026-01-31', '2026-03-01'), 'month')).toEqual([
      range('2026-01-31', '2026-01-31'),
      range('2026-02-01', '2026-02-28'),
      range('2026-03-01', '2026-03-01'),
    ])
    expect(cut(range('2024-12-31', '2025-01-01'), 'year')).toEqual([
      range('2024-12-31', '2024-12-31'),
      range('2025-01-01', '2025-01-01'),
    ])
  })

  test.each([
    ['2026-11-21', '2026-11-21', ['day']],
    ['2026-11-15', '2026-11-21', ['day']],
    ['2026-11-01', '2026-11-30', ['day', 'week']],
    ['2026-01-01', '2026-12-31', ['week', 'month']],
    ['2021-11-22', '2026-11-21', ['month', 'year']],
  ])('of %s to %s is shown by %j', (from, to, units) => {
    expect(unitsOf({ from, to })).toEqual(units)
  })
})

describe('the median', () => {
  test('of no leads is none', () => expect(medianOf(new Map([['none', 7]]))).toBeNull())
  test('lies in the middle of the one step that holds all', () => {
    // From 60 to 90 seconds.
    expect(medianOf(new Map([['60', 10]]))).toBe(75)
  })
  test('lies where half of the answers are passed', () => {
    // Eight within the first minute step of 300–360 s: the fifth of ten is five eighths into it.
    const counts = new Map([
      ['300', 8],
      ['604800', 2],
      ['none', 100],
    ])
    expect(medianOf(counts)).toBe(Math.round(300 + (5 / 8) * 60))
  })
})
