import { expect, test } from 'vitest'
import { blocksOf, coverageOf, holesOf, stripHours } from './coverage.ts'

/** An hour of Tuesday, 1 December 2026, in Israel. */
const at = (hour: number) => Date.parse('2026-12-01T00:00:00+02:00') + hour * 3_600_000
const span = (from: number, to: number) => ({ from: at(from), to: at(to) })
const hours = (one: { from: number; to: number }) => [one.from, one.to].map((moment) => (moment - at(0)) / 3_600_000)
const people = [
  { userId: 'a', spans: [span(6, 12)] },
  { userId: 'b', spans: [span(10, 16)] },
]
const coverage = coverageOf([span(8, 18)], people)

test('opening hours are cut where other people are on shift', () => {
  expect(coverage.map((one) => [...hours(one), one.userIds.join('')])).toEqual([
    [8, 10, 'a'],
    [10, 12, 'ab'],
    [12, 16, 'b'],
    [16, 18, ''],
  ])
})

test('holes are where fewer are on shift than needed; those that meet are one', () => {
  expect(holesOf(coverage, 1).map((one) => [...hours(one), one.most])).toEqual([[16, 18, 0]])
  expect(holesOf(coverage, 2).map((one) => [...hours(one), one.most])).toEqual([
    [8, 10, 1],
    [12, 18, 1],
  ])
  expect(holesOf(coverage, 0)).toEqual([])
})

test('a block shows its weakest minute while it is open', () => {
  const strip = blocksOf(coverageOf([span(8, 17)], people), '2026-12-01', { from: 6, to: 18 })
  expect(strip.map(({ count }) => count)).toEqual([null, 1, 2, 1, 1, 0])
  expect(strip[2]?.userIds).toEqual(['a', 'b'])
  expect(stripHours(coverage)).toEqual({ from: 8, to: 18 })
  expect(stripHours([])).toEqual({ from: 8, to: 18 })
})
