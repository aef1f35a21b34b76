import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minutesOf as minuteOf, momentOf, wallTimeOf } from '../values/clock.ts'
import { newHours } from './new-hours.ts'
import { isOpen, nextChange, nextOpening, openPeriods, workingMinutes } from './open-periods.ts'
import { openStateAt } from './open-state.ts'
import type { OpenRange } from './ranges.ts'
import { WorkingHours } from './working-hours.ts'

const at = (wall: string) => momentOf(wall.slice(0, 10), minuteOf(wall.slice(11)))
const range = (text: string): OpenRange => ({ from: text.slice(0, 5), to: text.slice(6) })
const open = (...ranges: string[]) => ranges.map(range)
const week = (...days: string[][]) => Array.from({ length: 7 }, (_, i) => (days[i] ?? []).map(range))
const always = Array.from({ length: 7 }, () => open('00:00–00:00'))

const jerusalem = newHours('jerusalem')
const make = (changes: Partial<WorkingHours>): WorkingHours => WorkingHours.parse({ ...jerusalem, ...changes })
const rules = (changes: Partial<WorkingHours['holidays']>) => ({ holidays: { ...jerusalem.holidays, ...changes } })
const closed = { rule: 'closed' } as const
const usual = { rule: 'open' } as const
/** Open all the time, also on Shabbat and holidays. */
const never = { days: always, shabbat: 'open', ...rules({ yom_tov: usual, yom_tov_eve: usual }) } as const

/** When it is open in hours that begin on these days, by the clock. */
const shown = (hours: WorkingHours, from: string, to = from) =>
  openPeriods(hours, at(`${from} 00:00`), at(`${to} 23:59`)).map(
    (span) => `${wallTimeOf(new Date(span.from)).slice(5, 16)}–${wallTimeOf(new Date(span.to)).slice(5, 16)}`,
  )
const hoursBetween = (hours: WorkingHours, from: string, to: string) => workingMinutes(hours, at(from), at(to)) / 60

describe('the week', () => {
  test('a new business is open from Sunday to Thursday 8:00 to 18:00 and on Friday 8:30 to 13:00', () => {
    expect(shown(jerusalem, '2026-11-22', '2026-11-28')).toEqual([
      '11-22 08:00–11-22 18:00',
      '11-23 08:00–11-23 18:00',
      '11-24 08:00–11-24 18:00',
      '11-25 08:00–11-25 18:00',
      '11-26 08:00–11-26 18:00',
      '11-27 08:30–11-27 13:00',
    ])
    expect(hoursBetween(jerusalem, '2026-11-22 00:00', '2026-11-29 00:00')).toBe(54.5)
  })

  test('the beginning is open, the end is closed', () => {
    const seen = ['07:59', '08:00', '17:59', '18:00'].map((time) => isOpen(jerusalem, at(`2026-11-23 ${time}`)))
    expect(seen).toEqual([false, true, true, false])
  })

  test('a day may have several ranges, and one may end after midnight', () => {
    const hours = make({ days: week([], ['09:00–13:00', '16:00–02:00']) })
    expect(shown(hours, '2026-11-23', '2026-11-24')).toEqual(['11-23 09:00–11-23 13:00', '11-23 16:00–11-24 02:00'])
    expect(isOpen(hours, at('2026-11-24 01:59'))).toBe(true)
    expect(hoursBetween(hours, '2026-11-24 01:00', '2026-11-24 12:00')).toBe(1)
  })

  test('ranges that meet at midnight are one time; open all the time has no next change', () => {
    const hours = make(never)
    expect(openPeriods(hours, at('2026-01-01 00:00'), at('2027-01-01 00:00'))).toHaveLength(1)
    expect(nextChange(hours, at('2026-06-01 12:00'))).toBeNull()
    expect(nextOpening(hours, at('2026-06-01 12:00'))).toEqual(at('2026-06-01 12:00'))
    expect(nextChange(make({ days: week() }), at('2026-06-01 12:00'))).toBeNull()
    expect(nextOpening(make({ days: week() }), at('2026-06-01 12:00'))).toBeNull()
  })
})

describe('changes of the clock', () => {
  const nights = make({ ...never, days: week([], [], [], [], ['22:00–06:00'], ['22:00–06:00'], ['22:00–06:00']) })

  test('the night to 27 March 2026 has an hour less, that to 25 October one more', () => {
    expect(hoursBetween(nights, '2026-03-26 20:00', '2026-03-27 12:00')).toBe(7)
    expect(hoursBetween(nights, '2026-10-24 20:00', '2026-10-25 12:00')).toBe(9)
    expect(hoursBetween(nights, '2026-10-23 20:00', '2026-10-24 12:00')).toBe(8)
  })

  test('it is open in both hours between 1:00 and 2:00, and opens at the first 1:30', () => {
    const [first, second] = [new Date('2026-10-24T22:30:00Z'), new Date('2026-10-24T23:30:00Z')]
    expect([first, second].map((moment) => wallTimeOf(moment).slice(11, 16))).toEqual(['01:30', '01:30'])
    expect([first, second].map((moment) => isOpen(nights, moment))).toEqual([true, true])
    const late = make({ ...never, days: week(['01:30–06:00']) })
    expect(nextOpening(late, at('2026-10-25 00:00'))).toEqual(first)
    expect(hoursBetween(late, '2026-10-25 00:00', '2026-10-25 12:00')).toBe(5.5)
  })

  test('what begins in the hour that is left out begins when it is over', () => {
    const early = make({ ...never, days: week([], [], [], [], [], ['02:30–06:00']) })
    expect(wallTimeOf(nextOpening(early, at('2026-03-27 00:00')) ?? '')).toBe('2026-03-27 03:30:00')
    expect(hoursBetween(early, '2026-03-27 00:00', '2026-03-27 12:00')).toBe(2.5)
  })

  test('days of 23 and 25 hours are open all day', () => {
    const all = make(never)
    expect(hoursBetween(all, '2026-03-27 00:00', '2026-03-28 00:00')).toBe(23)
    expect(hoursBetween(all, '2026-10-25 00:00', '2026-10-26 00:00')).toBe(25)
  })
})

describe('Shabbat and holidays', () => {
  // Jerusalem, 27 March 2026: 18:15 is published (server/features/working-hours/published-times.test.ts).
  const friday = make({ days: week([], [], [], [], [], ['08:00–20:00'], ['18:00–23:00']) })

  test('hours end at candle lighting and begin when Shabbat ends', () => {
    expect(shown(friday, '2026-03-27', '2026-03-28')).toEqual(['03-27 08:00–03-27 18:15', '03-28 19:33–03-28 23:00'])
    const tel = make({ ...friday, city: 'tel_aviv', candleMinutes: 18 })
    expect(shown(tel, '2026-03-27')).toEqual(['03-27 08:00–03-27 18:39'])
  })

  test('open on Shabbat it is open as on other days; a holiday still closes', () => {
    const hours = make({ ...friday, shabbat: 'open' })
    expect(shown(hours, '2026-03-27', '2026-03-28')).toEqual(['03-27 08:00–03-27 20:00', '03-28 18:00–03-28 23:00'])
    // Rosh Hashanah 5787: Saturday and Sunday.
    expect(shown(hours, '2026-09-11', '2026-09-12')).toEqual(['09-11 08:30–09-11 13:00'])
  })

  test('Rosh Hashanah on Saturday and Sunday is one rest, and the eve is short', () => {
    const hours = make({ days: always })
    expect(shown(hours, '2026-09-10', '2026-09-14')).toEqual([
      '09-10 00:00–09-11 00:00',
      '09-11 08:30–09-11 13:00',
      '09-13 19:25–09-14 23:59',
    ])
  })

  test('a short day is what its hours and those of the weekday have in common', () => {
    const short = { rule: 'short', ranges: open('09:00–15:00') } as const
    const hours = make(rules({ chol_hamoed: short }))
    // Thursday 1 October, Friday 2 October 2026 (Hoshana Rabba, also an eve), within Sukkot.
    expect(shown(hours, '2026-10-01', '2026-10-02')).toEqual(['10-01 09:00–10-01 15:00', '10-02 09:00–10-02 13:00'])
    expect(shown(make({ ...rules({ chol_hamoed: closed }) }), '2026-10-01', '2026-10-02')).toEqual([])
  })

  test.each([
    ['fast', '2026-07-23'],
    ['memorial', '2026-04-21'],
    ['independence', '2026-04-22'],
    ['purim', '2026-03-04'],
    ['hanukkah', '2026-12-07'],
  ] as const)('%s closed: %s is closed, and the day after is not', (kind, day) => {
    expect(shown(jerusalem, day)).toHaveLength(1)
    expect(shown(make(rules({ [kind]: closed })), day)).toEqual([])
  })

  test('Purim is a day later in Jerusalem', () => {
    const byCity = (city: 'jerusalem' | 'haifa') => make({ city, ...rules({ purim: closed }) })
    expect(['2026-03-03', '2026-03-04'].map((day) => shown(byCity('jerusalem'), day).length)).toEqual([1, 0])
    expect(['2026-03-03', '2026-03-04'].map((day) => shown(byCity('haifa'), day).length)).toEqual([0, 1])
  })

  test('the Owner corrects when rest begins and ends', () => {
    const restTimes = [
      { day: '2026-03-27', at: '17:00' },
      { day: '2026-03-28', at: '20:15' },
    ]
    expect(shown(make({ ...friday, restTimes }), '2026-03-27', '2026-03-28')).toEqual([
      '03-27 08:00–03-27 17:00',
      '03-28 20:15–03-28 23:00',
    ])
  })
})

describe('special days', () => {
  const special = (day: string, ...ranges: string[]) => ({ day, name: 'Special', ranges: ranges.map(range) })

  test('closed, or open in their own hours, also on Shabbat and on a holiday', () => {
    const specialDays = [
      special('2026-11-24'),
      special('2026-11-25', '10:00–12:00', '20:00–02:00'),
      special('2026-11-28', '10:00–12:00'),
      special('2026-09-21', '10:00–11:00'),
    ]
    const hours = make({ specialDays })
    expect(shown(hours, '2026-11-24')).toEqual([])
    expect(shown(hours, '2026-11-25')).toEqual(['11-25 10:00–11-25 12:00', '11-25 20:00–11-25 23:59'])
    expect(shown(hours, '2026-11-26')).toEqual(['11-26 00:00–11-26 02:00', '11-26 08:00–11-26 18:00'])
    expect(shown(hours, '2026-11-28')).toEqual(['11-28 10:00–11-28 12:00'])
    // Yom Kippur.
    expect(shown(hours, '2026-09-21')).toEqual(['09-21 10:00–09-21 11:00'])
  })

  test('one cuts what an ordinary day leaves open after midnight, but not what another special day does', () => {
    const nights = make({ ...never, days: week([], ['22:00–06:00'], ['22:00–06:00'], ['22:00–06:00']) })
    const closing = { ...nights, specialDays: [special('2026-11-24')] }
    expect(shown(closing, '2026-11-23', '2026-11-25')).toEqual(['11-23 22:00–11-24 00:00', '11-25 22:00–11-25 23:59'])
    const both = { ...closing, specialDays: [special('2026-11-23', '20:00–02:00'), special('2026-11-24')] }
    expect(shown(both, '2026-11-23', '2026-11-24')).toEqual(['11-23 20:00–11-24 02:00'])
  })
})

describe('why, and until when', () => {
  const said = (hours: WorkingHours, wall: string) => {
    const { isOpen, reason, rest, nextChange } = openStateAt(hours, at(wall))
    const shortOf = (time: string | null | undefined) => (time ? wallTimeOf(time).slice(5, 16) : null)
    return { isOpen, reason, rest: shortOf(rest?.to), nextChange: shortOf(nextChange) }
  }
  const byHours = { kind: 'hours' }
  const holiday = (name: string) => ({ kind: 'holiday', holiday: name })

  test.each([
    ['2026-11-25 12:00', { isOpen: true, reason: byHours, rest: null, nextChange: '11-25 18:00' }],
    ['2026-11-25 20:00', { isOpen: false, reason: byHours, rest: null, nextChange: '11-26 08:00' }],
    ['2026-11-27 14:00', { isOpen: false, reason: byHours, rest: null, nextChange: '11-29 08:00' }],
    ['2026-03-27 18:14', { isOpen: false, reason: byHours, rest: null, nextChange: '03-29 08:00' }],
    [
      '2026-03-27 18:15',
      { isOpen: false, reason: { kind: 'shabbat' }, rest: '03-28 19:33', nextChange: '03-29 08:00' },
    ],
    ['2026-03-28 19:33', { isOpen: false, reason: byHours, rest: null, nextChange: '03-29 08:00' }],
    // The eve of Pesach, Wednesday: short.
    ['2026-04-01 10:00', { isOpen: true, reason: holiday('pesach_eve'), rest: null, nextChange: '04-01 13:00' }],
    ['2026-04-01 14:00', { isOpen: false, reason: holiday('pesach_eve'), rest: null, nextChange: '04-03 08:30' }],
    ['2026-04-02 12:00', { isOpen: false, reason: holiday('pesach'), rest: '04-02 19:36', nextChange: '04-03 08:30' }],
    // Shavuot on Friday, then Shabbat.
    ['2026-05-21 21:00', { isOpen: false, reason: holiday('shavuot'), rest: '05-23 20:16', nextChange: '05-24 08:00' }],
    [
      '2026-05-22 21:00',
      { isOpen: false, reason: { kind: 'shabbat' }, rest: '05-23 20:16', nextChange: '05-24 08:00' },
    ],
  ])('%s', (wall, expected) => expect(said(jerusalem, wall)).toEqual(expected))

  test('a special day is named, on both sides of its hours', () => {
    const specialDays = [{ day: '2026-11-25', name: 'Stocktaking', ranges: open('10:00–12:00') }]
    const hours = make({ specialDays })
    const reason = { kind: 'special_day', day: '2026-11-25', name: 'Stocktaking' }
    expect(said(hours, '2026-11-25 11:00')).toEqual({ isOpen: true, reason, rest: null, nextChange: '11-25 12:00' })
    expect(said(hours, '2026-11-25 15:00')).toEqual({ isOpen: false, reason, rest: null, nextChange: '11-26 08:00' })
  })

  test('a day that a holiday closes names it', () => {
    const hours = make(rules({ independence: closed }))
    expect(said(hours, '2026-04-22 12:00')).toMatchObject({ isOpen: false, reason: holiday('yom_haatzmaut') })
  })
})

describe('always', () => {
  const time = fc.tuple(fc.nat(23), fc.nat(3)).map(([h, q]) => `${String(h).padStart(2, '0')}:${q * 15 || '00'}`)
  const ranges = fc.array(fc.record({ from: time, to: time }), { maxLength: 2 })
  const rule = fc.oneof(
    fc.constant(usual),
    fc.constant(closed),
    ranges.map((list) => ({ rule: 'short' as const, ranges: list })),
  )
  const kinds = Object.keys(jerusalem.holidays)
  const anyHours = fc
    .record({
      days: fc.array(ranges, { minLength: 7, maxLength: 7 }),
      city: fc.constantFrom('jerusalem', 'eilat', 'haifa'),
      shabbat: fc.constantFrom('open', 'closed'),
      candleMinutes: fc.nat(60),
      restEnd: fc.constantFrom(jerusalem.restEnd, { by: 'minutes', minutes: 72 }),
      holidays: fc.record(Object.fromEntries(kinds.map((kind) => [kind, rule]))),
      specialDays: fc.uniqueArray(
        fc.record({ day: fc.integer({ min: 1, max: 30 }).map((n) => `2026-03-${String(n).padStart(2, '0')}`), ranges }),
        { selector: ({ day }) => day, maxLength: 4 },
      ),
    })
    .map((hours) => ({
      ...hours,
      specialDays: hours.specialDays.map((special) => ({ ...special, name: 'Special' })),
      restTimes: [],
    }))
    .map((hours) => WorkingHours.safeParse(hours))
    .filter(({ success }) => success)
    .map(({ data }) => data as WorkingHours)
  const [march, may] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 4, 1)]
  const moment = fc.integer({ min: march / 60_000, max: may / 60_000 }).map((minute) => new Date(minute * 60_000))

  test('working minutes add up, however the time is cut', () => {
    fc.assert(
      fc.property(anyHours, fc.tuple(moment, moment, moment), (hours, moments) => {
        const [a, b, c] = moments.sort((one, other) => one.getTime() - other.getTime()) as [Date, Date, Date]
        const whole = workingMinutes(hours, a, c)
        expect(workingMinutes(hours, a, b) + workingMinutes(hours, b, c)).toBeCloseTo(whole, 6)
        expect(whole).toBeLessThanOrEqual((c.getTime() - a.getTime()) / 60_000)
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  test('it is open exactly between its changes', () => {
    fc.assert(
      fc.property(anyHours, moment, (hours, start) => {
        const change = nextChange(hours, start)
        const before = isOpen(hours, start)
        if (!change) return
        expect(isOpen(hours, change)).toBe(!before)
        expect(isOpen(hours, new Date(change.getTime() - 1))).toBe(before)
        expect(workingMinutes(hours, start, change)).toBe(before ? (change.getTime() - start.getTime()) / 60_000 : 0)
        expect(openStateAt(hours, start)).toMatchObject({ isOpen: before, nextChange: change.toISOString() })
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})
