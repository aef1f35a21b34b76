import { expect, test } from 'vitest'
import { clockNow } from './clock-now.ts'

const at = (time: string) => Date.parse(`2026-11-22T${time}:00.000Z`)
const aClock = { target: 40, minutes: 0, isRunning: true, changesAt: '2026-11-22T16:00:00.000Z' }

test('green below 75 % of the target, amber below 100 %, red from there on', () => {
  const tones = [0, 29, 30, 39, 40, 400].map(
    (minutes) => clockNow({ ...aClock, minutes }, at('10:00'), at('10:00')).tone,
  )
  expect(tones).toEqual(['green', 'green', 'amber', 'amber', 'red', 'red'])
})

test('while the campaign is open it goes on each minute, until it closes', () => {
  const minutesAt = (time: string) => clockNow({ ...aClock, minutes: 5 }, at('15:50'), at(time)).minutes
  expect(['15:50', '15:51', '15:59', '16:00', '19:00'].map(minutesAt)).toEqual([5, 6, 14, 15, 15])
  expect(clockNow(aClock, at('15:50'), at('16:00')).isRunning).toBe(false)
})

test('while it is closed it stands still, until it opens', () => {
  const closed = { ...aClock, minutes: 12, isRunning: false, changesAt: '2026-11-22T06:00:00.000Z' }
  const now = (time: string) => clockNow(closed, at('05:00'), at(time))
  expect(now('05:30')).toMatchObject({ minutes: 12, isRunning: false })
  expect(now('06:03')).toMatchObject({ minutes: 15, isRunning: true })
})

test('without a target and without known hours there is only the figure', () => {
  const unknown = { target: null, minutes: 3, isRunning: false, changesAt: null }
  expect(clockNow(unknown, at('10:00'), at('12:00'))).toEqual({
    minutes: 3,
    isRunning: false,
    share: undefined,
    tone: undefined,
  })
})
