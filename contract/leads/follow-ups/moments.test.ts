import { expect, test } from 'vitest'
import { momentsFrom } from './moments.ts'

const offered = (now: string) =>
  momentsFrom(new Date(now)).map(({ kind, at }) => [kind, at.toISOString().slice(0, 16).replace('T', ' ')])

test('on a Sunday at noon the working day is tomorrow', () => {
  expect(offered('2026-11-22T10:40:00Z')).toEqual([
    ['hour', '2026-11-22 11:40'],
    ['evening', '2026-11-22 16:00'],
    ['tomorrow', '2026-11-23 07:00'],
  ])
})
test('on a Thursday the next working day is Sunday', () => {
  expect(offered('2026-11-26T10:00:30Z')).toEqual([
    ['hour', '2026-11-26 11:01'],
    ['evening', '2026-11-26 16:00'],
    ['tomorrow', '2026-11-27 07:00'],
    ['workday', '2026-11-29 07:00'],
  ])
})
test('late in the day this evening is not offered, and summer time counts', () => {
  expect(offered('2026-07-06T15:00:00Z')).toEqual([
    ['hour', '2026-07-06 16:00'],
    ['tomorrow', '2026-07-07 06:00'],
  ])
})

test('the next working day follows the hours of the business', () => {
  const offeredWith = (now: string, openFrom: string) =>
    momentsFrom(new Date(now), new Date(openFrom))
      .filter(({ kind }) => kind === 'workday')
      .map(({ at }) => at.toISOString())
  // A Thursday: open on Friday, also before nine; closed until Sunday at eight; until Saturday night.
  expect(offeredWith('2026-11-26T10:00:00Z', '2026-11-27T07:00:00Z')).toEqual([])
  expect(offeredWith('2026-11-26T10:00:00Z', '2026-11-29T06:00:00Z')).toEqual(['2026-11-29T07:00:00.000Z'])
  expect(offeredWith('2026-11-26T10:00:00Z', '2026-11-28T18:00:00Z')).toEqual(['2026-11-28T18:00:00.000Z'])
  // Tomorrow, but later than at nine.
  expect(offeredWith('2026-11-22T10:00:00Z', '2026-11-23T10:30:00Z')).toEqual(['2026-11-23T10:30:00.000Z'])
})
