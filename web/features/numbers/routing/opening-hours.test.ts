import { expect, test } from 'vitest'
import type { OpenRange } from '#contract/working-hours/ranges.ts'
import { openingAt } from './opening-hours.ts'

const week = (...days: OpenRange[][]) => ({ days: [...days, ...Array<OpenRange[]>(7 - days.length).fill([])] })
const nine = [{ from: '09:00', to: '18:00' }]
/** Sunday to Thursday. */
const workdays = week(nine, nine, nine, nine, nine)

// 2025-11-23 is a Sunday; Israel is two hours ahead of UTC in winter.
test.each([
  ['at the first minute', '2025-11-23T07:00:00Z', { isOpen: true }],
  ['at the last', '2025-11-23T15:59:59Z', { isOpen: true }],
  ['one minute later, until tomorrow', '2025-11-23T16:00:00Z', { isOpen: false, opens: { day: 1, clock: '09:00' } }],
  ['early in the morning', '2025-11-23T06:59:00Z', { isOpen: false, opens: { day: 0, clock: '09:00' } }],
  ['on Friday, until Sunday', '2025-11-28T10:00:00Z', { isOpen: false, opens: { day: 0, clock: '09:00' } }],
] as const)('%s', (_when, at, expected) => {
  expect(openingAt(workdays, new Date(at))).toEqual(expected)
})

test('a range that ends before it begins continues into the next day, Saturday’s into Sunday', () => {
  const late = { days: [[], [], [], [], [], [], [{ from: '20:00', to: '02:00' }]] }
  expect(openingAt(late, new Date('2025-11-22T23:30:00Z'))).toEqual({ isOpen: true })
  expect(openingAt(late, new Date('2025-11-23T00:30:00Z'))).toEqual({
    isOpen: false,
    opens: { day: 6, clock: '20:00' },
  })
})

test('without hours it is always open; with no ranges never', () => {
  expect(openingAt(null, new Date())).toEqual({ isOpen: true })
  expect(openingAt(week(), new Date())).toEqual({ isOpen: false, opens: null })
  expect(openingAt(week([{ from: '00:00', to: '00:00' }]), new Date('2025-11-23T12:00:00Z'))).toEqual({ isOpen: true })
})
