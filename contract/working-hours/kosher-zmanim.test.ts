import KosherZmanim from 'kosher-zmanim'
import { expect, test } from 'vitest'
import { plusDays } from '../values/clock.ts'
import { type CityKey, cityKeys, cityOf } from './cities.ts'
import { type HolidayKey, holidayKeys } from './holiday-names.ts'
import { holidaysOn, isRestEdge } from './holidays.ts'
import { newHours } from './new-hours.ts'
import { restsOf } from './rests.ts'
import { eveningAt, SUNSET_DEGREES } from './sun.ts'
import type { WorkingHours } from './working-hours.ts'

/** Everything is compared with kosher-zmanim, another implementation by other people. */
const { ComplexZmanimCalendar, GeoLocation, JewishCalendar } = KosherZmanim

const MINUTE_MS = 60_000
const dateOf = (day: string) => new Date(`${day}T12:00:00Z`)
function* daysOf(from: number, to: number) {
  for (let day = `${from}-01-01`; day <= `${to}-12-31`; day = plusDays(day, 1)) yield day
}

const calendars = new Map<CityKey, InstanceType<typeof ComplexZmanimCalendar>>()
function calendarOf(city: CityKey, day: string) {
  const [latitude, longitude] = cityOf(city).at
  const known =
    calendars.get(city) ?? new ComplexZmanimCalendar(new GeoLocation(city, latitude, longitude, 0, 'Asia/Jerusalem'))
  calendars.set(city, known)
  known.setDate(dateOf(day))
  return known
}
function jewish(day: string) {
  const calendar = new JewishCalendar(dateOf(day))
  calendar.setInIsrael(true)
  calendar.setUseModernHolidays(true)
  return calendar
}

const msOf = (time: { toMillis: () => number } | null) => time?.toMillis() ?? Number.NaN
const sunsetOf = (city: CityKey, day: string) => msOf(calendarOf(city, day).getSeaLevelSunset())
const starsOf = (city: CityKey, day: string) => msOf(calendarOf(city, day).getTzaisGeonim8Point5Degrees())

/** Rests as kosher-zmanim has them: the eve of the first day and the last day. */
function restsIn(from: number, to: number) {
  const found: { eve: string; last: string }[] = []
  let eve: string | undefined
  for (const day of daysOf(from, to)) {
    const calendar = jewish(day)
    const [isRest, isBefore] = [calendar.isAssurBemelacha(), calendar.isTomorrowShabbosOrYomTov()]
    if (isBefore && !isRest) eve = day
    if (isRest && !isBefore && eve) found.push({ eve, last: day })
  }
  return found
}

/** The largest difference in seconds. */
const worst = (pairs: readonly (readonly [number, number])[]) =>
  Math.max(...pairs.map(([ours, theirs]) => Math.abs(ours - theirs))) / 1_000

const rests = restsIn(2026, 2028)
const edges = rests.flatMap(({ eve, last }) => [eve, last])

test('sunset and nightfall are those of kosher-zmanim to the second, when a rest of 2026 to 2028 begins or ends in any city', () => {
  for (const city of cityKeys) {
    const pairs = edges.flatMap((day) => [
      [eveningAt(day, cityOf(city).at, SUNSET_DEGREES), sunsetOf(city, day)] as const,
      [eveningAt(day, cityOf(city).at, 8.5), starsOf(city, day)] as const,
    ])
    expect(worst(pairs), city).toBeLessThan(1)
  }
}, 60_000)

test.each(cityKeys)('each rest of 2026 to 2028 in %s begins and ends in the minute that kosher-zmanim has', (city) => {
  const hours = newHours(city)
  const restOn = restsOf(hours)
  expect(rests.length).toBeGreaterThan(160)
  for (const { eve, last } of rests) {
    const rest = restOn(last)
    expect(rest).toMatchObject({ firstDay: plusDays(eve, 1), lastDay: last })
    const [lighting, end] = [sunsetOf(city, eve) - hours.candleMinutes * MINUTE_MS, starsOf(city, last)]
    // Within a second of a whole minute the two may round apart.
    const minutes = [
      [rest?.from, [lighting - 1_000, lighting + 1_000].map((at) => Math.floor(at / MINUTE_MS))],
      [rest?.to, [end - 1_000, end + 1_000].map((at) => Math.ceil(at / MINUTE_MS))],
    ] as const
    for (const [ours, theirs] of minutes) expect(theirs).toContain((ours ?? 0) / MINUTE_MS)
  }
})

test.each([2030, 2035, 2040, 2045])('rests of %i are on the days and at the times of kosher-zmanim', (year) => {
  for (const city of ['jerusalem', 'haifa', 'eilat'] as const) {
    const hours = newHours(city)
    const restOn = restsOf(hours)
    const pairs = restsIn(year, year).flatMap(({ eve, last }) => {
      const rest = restOn(last)
      expect(rest).toMatchObject({ firstDay: plusDays(eve, 1), lastDay: last })
      return [
        [rest?.from ?? 0, sunsetOf(city, eve) - hours.candleMinutes * MINUTE_MS],
        [rest?.to ?? 0, starsOf(city, last)],
      ] as const
    })
    // Rounded to minutes.
    expect(worst(pairs)).toBeLessThan(61)
  }
})

test('72 and 42 minutes after sunset are those of kosher-zmanim', () => {
  const ending = (minutes: 42 | 72): WorkingHours => ({ ...newHours('tel_aviv'), restEnd: { by: 'minutes', minutes } })
  const ends = (minutes: 42 | 72) => rests.map(({ last }) => restsOf(ending(minutes))(last)?.to ?? 0)
  const theirs = rests.map(({ last }) => msOf(calendarOf('tel_aviv', last).getTzais72()))
  expect(worst(ends(72).map((end, i) => [end, theirs[i] ?? 0] as const))).toBeLessThan(61)
  expect(ends(42).map((end) => end + 30 * MINUTE_MS)).toEqual(ends(72))
})

const named = {
  [JewishCalendar.ROSH_HASHANA]: 'rosh_hashana',
  [JewishCalendar.EREV_ROSH_HASHANA]: 'rosh_hashana_eve',
  [JewishCalendar.FAST_OF_GEDALYAH]: 'gedaliah',
  [JewishCalendar.EREV_YOM_KIPPUR]: 'yom_kippur_eve',
  [JewishCalendar.YOM_KIPPUR]: 'yom_kippur',
  [JewishCalendar.EREV_SUCCOS]: 'sukkot_eve',
  [JewishCalendar.SUCCOS]: 'sukkot',
  [JewishCalendar.CHOL_HAMOED_SUCCOS]: 'chol_hamoed_sukkot',
  [JewishCalendar.HOSHANA_RABBA]: 'chol_hamoed_sukkot',
  [JewishCalendar.SHEMINI_ATZERES]: 'simchat_torah',
  [JewishCalendar.CHANUKAH]: 'hanukkah',
  [JewishCalendar.TENTH_OF_TEVES]: 'tenth_of_tevet',
  [JewishCalendar.FAST_OF_ESTHER]: 'esther',
  [JewishCalendar.PURIM]: 'purim',
  [JewishCalendar.SHUSHAN_PURIM]: 'shushan_purim',
  [JewishCalendar.EREV_PESACH]: 'pesach_eve',
  [JewishCalendar.CHOL_HAMOED_PESACH]: 'chol_hamoed_pesach',
  [JewishCalendar.YOM_HASHOAH]: 'yom_hashoah',
  [JewishCalendar.YOM_HAZIKARON]: 'yom_hazikaron',
  [JewishCalendar.YOM_HAATZMAUT]: 'yom_haatzmaut',
  [JewishCalendar.EREV_SHAVUOS]: 'shavuot_eve',
  [JewishCalendar.SHAVUOS]: 'shavuot',
  [JewishCalendar.SEVENTEEN_OF_TAMMUZ]: 'seventeenth_of_tammuz',
  [JewishCalendar.TISHA_BEAV]: 'tisha_beav',
} satisfies Record<number, HolidayKey>
const theirs: Record<number, HolidayKey> = named

/** The holiday of a day; kosher-zmanim has one index for the first and the seventh day of Pesach. */
function theirHolidayOn(day: string): HolidayKey | undefined {
  const index = jewish(day).getYomTovIndex()
  if (index !== JewishCalendar.PESACH) return theirs[index]
  return jewish(plusDays(day, -1)).getYomTovIndex() === JewishCalendar.EREV_PESACH ? 'pesach' : 'seventh_of_pesach'
}

test('holidays from 2020 to 2045 are on the days of kosher-zmanim, also those that move off Shabbat', () => {
  /** Eves within Chol HaMoed: kosher-zmanim says only that it is Chol HaMoed. */
  const eves = ['simchat_torah_eve', 'seventh_of_pesach_eve']
  const seen = new Set<HolidayKey>()
  for (const day of daysOf(2020, 2045)) {
    const everywhere = new Set([...holidaysOn(day, 'haifa'), ...holidaysOn(day, 'jerusalem')])
    const ours = [...everywhere].filter((holiday) => !eves.includes(holiday))
    const expected = theirHolidayOn(day)
    expect([day, ...ours]).toEqual(expected ? [day, expected] : [day])
    for (const holiday of everywhere) seen.add(holiday)
    if (everywhere.has('simchat_torah_eve')) expect(theirHolidayOn(plusDays(day, 1))).toBe('simchat_torah')
    if (everywhere.has('seventh_of_pesach_eve')) expect(theirHolidayOn(plusDays(day, 1))).toBe('seventh_of_pesach')
  }
  expect([...seen].sort()).toEqual([...holidayKeys].sort())
})

test('a rest can begin or end on the evenings on which one of kosher-zmanim does', () => {
  expect(edges.filter((day) => !isRestEdge(day))).toEqual([])
  expect(['2026-11-25', '2026-10-01'].filter(isRestEdge)).toEqual([])
})
