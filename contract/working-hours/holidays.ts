import { plusDays, weekdayOf } from '../values/clock.ts'
import type { CityKey } from './cities.ts'
import { hebrewDateOf } from './hebrew-dates.ts'
import { type HolidayKey, holidays } from './holiday-names.ts'

/** A holiday on a Hebrew date, and by how many days it moves if that date falls on a weekday (0: Sunday). */
type Observance = { holiday: HolidayKey; moves?: Record<number, number> }
const on = (holiday: HolidayKey, moves?: Observance['moves']): Observance => ({ holiday, ...(moves && { moves }) })
/** A fast on Shabbat is held on Sunday. */
const POSTPONED = { 6: 1 }

const observances: Record<string, Observance> = {
  '29 Elul': on('rosh_hashana_eve'),
  '1 Tishri': on('rosh_hashana'),
  '2 Tishri': on('rosh_hashana'),
  '3 Tishri': on('gedaliah', POSTPONED),
  '9 Tishri': on('yom_kippur_eve'),
  '10 Tishri': on('yom_kippur'),
  '14 Tishri': on('sukkot_eve'),
  '15 Tishri': on('sukkot'),
  ...each([16, 17, 18, 19, 20, 21], 'Tishri', 'chol_hamoed_sukkot'),
  '22 Tishri': on('simchat_torah'),
  '10 Tevet': on('tenth_of_tevet'),
  /** Not on Friday, either, the day before Purim on Sunday. */
  '13 Adar': on('esther', { 6: -2 }),
  '14 Adar': on('purim'),
  '15 Adar': on('shushan_purim'),
  '14 Nisan': on('pesach_eve'),
  '15 Nisan': on('pesach'),
  ...each([16, 17, 18, 19, 20], 'Nisan', 'chol_hamoed_pesach'),
  '21 Nisan': on('seventh_of_pesach'),
  /** Memorial days and Independence Day move away from Shabbat, by the laws of 1959, 1963 and 1949 as amended. */
  '27 Nisan': on('yom_hashoah', { 5: -1, 0: 1 }),
  '4 Iyar': on('yom_hazikaron', { 4: -1, 5: -2, 0: 1 }),
  '5 Iyar': on('yom_haatzmaut', { 5: -1, 6: -2, 1: 1 }),
  '5 Sivan': on('shavuot_eve'),
  '6 Sivan': on('shavuot'),
  '17 Tamuz': on('seventeenth_of_tammuz', POSTPONED),
  '9 Av': on('tisha_beav', POSTPONED),
}
/** Days of Chol HaMoed before which a Yom Tov begins in the evening. */
const secondEves: Record<string, HolidayKey> = {
  '21 Tishri': 'simchat_torah_eve',
  '20 Nisan': 'seventh_of_pesach_eve',
}
const HANUKKAH_DAYS = 8

function each(days: readonly number[], month: string, holiday: HolidayKey) {
  return Object.fromEntries(days.map((day) => [`${day} ${month}`, on(holiday)]))
}

/** The holidays that a day's Hebrew date begins, with the days on which they are held. */
function heldFor(day: string): { day: string; holiday: HolidayKey }[] {
  const date = hebrewDateOf(day)
  if (date === '25 Kislev')
    return Array.from({ length: HANUKKAH_DAYS }, (_, i) => ({ day: plusDays(day, i), holiday: 'hanukkah' as const }))
  const { holiday, moves } = observances[date] ?? {}
  const eve = secondEves[date]
  return [
    ...(eve ? [{ day, holiday: eve }] : []),
    ...(holiday ? [{ day: plusDays(day, moves?.[weekdayOf(day)] ?? 0), holiday }] : []),
  ]
}

const years = new Map<number, Map<string, HolidayKey[]>>()
/** Years that are kept, more than a reply reads. */
const YEARS_KEPT = 50

/** Holidays of a calendar year by day. */
function holidaysIn(year: number) {
  const kept = years.get(year)
  if (kept) return kept
  const found = new Map<string, HolidayKey[]>()
  // Hanukkah may begin in the year before.
  for (let day = `${year - 1}-12-24`; day <= `${year}-12-31`; day = plusDays(day, 1))
    for (const held of heldFor(day))
      if (held.day.startsWith(`${year}`)) found.set(held.day, [...(found.get(held.day) ?? []), held.holiday])
  if (years.size >= YEARS_KEPT) years.clear()
  years.set(year, found)
  return found
}

const none: readonly HolidayKey[] = []
const everywhere = (day: string) => holidaysIn(Number(day.slice(0, 4))).get(day) ?? none
/** Holidays of a day in a city. Purim is one day later in Jerusalem. */
export const holidaysOn = (day: string, city: CityKey): readonly HolidayKey[] => {
  const other = city === 'jerusalem' ? 'purim' : 'shushan_purim'
  return everywhere(day).filter((holiday) => holiday !== other)
}

export const isShabbat = (day: string) => weekdayOf(day) === 6
export const yomTovOn = (day: string) => everywhere(day).find((holiday) => holidays[holiday].kind === 'yom_tov')
const isYomTov = (day: string) => yomTovOn(day) !== undefined

/** Whether a rest can begin or end on the evening of a day, whatever a business closes for. */
export function isRestEdge(day: string): boolean {
  const next = plusDays(day, 1)
  const rests = [isShabbat, isYomTov, (one: string) => isShabbat(one) || isYomTov(one)]
  return rests.some((isRest) => isRest(day) !== isRest(next))
}
