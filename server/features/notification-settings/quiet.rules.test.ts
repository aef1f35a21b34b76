import { describe, expect, test } from 'vitest'
import { quietEnd, toHours, toMinutes } from './quiet.rules.ts'

const at = (moment: string, from: string, to: string) =>
  quietEnd(new Date(moment), toMinutes({ from, to }))?.toISOString()

describe('quiet hours end by the clock of Asia/Jerusalem', () => {
  // Israel is two hours ahead of UTC in winter and three in summer.
  test.each([
    ['within a day', '2026-01-14T12:30:00Z', '14:00', '16:00', '2026-01-14T14:00:00.000Z'],
    ['their first minute is in them', '2026-01-14T12:00:00Z', '14:00', '16:00', '2026-01-14T14:00:00.000Z'],
    ['the minute before is not', '2026-01-14T11:59:59Z', '14:00', '16:00', undefined],
    ['nor is their end', '2026-01-14T14:00:00Z', '14:00', '16:00', undefined],
    ['the evening before the end', '2026-07-14T20:15:30Z', '22:00', '07:00', '2026-07-15T04:00:00.000Z'],
    ['the small hours', '2026-07-15T02:00:00Z', '22:00', '07:00', '2026-07-15T04:00:00.000Z'],
    ['midnight itself', '2026-07-14T21:00:00Z', '22:00', '07:00', '2026-07-15T04:00:00.000Z'],
    ['noon is not in a night', '2026-07-15T09:00:00Z', '22:00', '07:00', undefined],
    // On 27 March 2026 the clock moves from 02:00 to 03:00, so this night is an hour shorter.
    ['the night of the leap', '2026-03-26T21:00:00Z', '22:00', '07:00', '2026-03-27T04:00:00.000Z'],
    ['an end that the clock leaps over', '2026-03-26T23:30:00Z', '22:00', '02:30', '2026-03-27T00:30:00.000Z'],
    // On 25 October 2026 the clock moves from 02:00 back to 01:00, so this night is an hour longer.
    ['the night that lasts longer', '2026-10-24T20:00:00Z', '22:00', '07:00', '2026-10-25T05:00:00.000Z'],
    ['the hour that comes twice', '2026-10-24T22:30:00Z', '22:00', '07:00', '2026-10-25T05:00:00.000Z'],
  ])('%s', (_, ...[moment, from, to, end]) => expect(at(moment ?? '', from ?? '', to ?? '')).toBe(end))

  test('without times there are no quiet hours', () => {
    expect(quietEnd(new Date(), { quietFrom: null, quietTo: null })).toBeUndefined()
    expect(toHours(toMinutes(null))).toBeNull()
    expect(toHours(toMinutes({ from: '00:05', to: '23:59' }))).toEqual({ from: '00:05', to: '23:59' })
  })
})
