import { minutesOf, momentOf, plusDays } from '../values/clock.ts'
import { cityOf } from './cities.ts'
import type { HolidayKey } from './holiday-names.ts'
import { isShabbat, yomTovOn } from './holidays.ts'
import type { Span } from './spans.ts'
import { eveningAt, SUNSET_DEGREES } from './sun.ts'
import type { WorkingHours } from './working-hours.ts'

const MINUTE_MS = 60_000

/** Days of Shabbat and Yom Tov that follow each other. The computed times are whole minutes, rounded towards longer. */
export type RestOfDays = Span & { computed: Span; firstDay: string; lastDay: string; holidays: HolidayKey[] }

type Settings = Pick<WorkingHours, 'city' | 'shabbat' | 'candleMinutes' | 'restEnd' | 'restTimes' | 'holidays'>

const restsOnYomTov = ({ holidays }: Settings) => holidays.yom_tov.rule === 'closed'
/** The Yom Tov of a day on which it rests. */
export const restingYomTov = (hours: Settings, day: string) => (restsOnYomTov(hours) ? yomTovOn(day) : undefined)
export const isRestDay = (hours: Settings, day: string) =>
  (hours.shabbat === 'closed' && isShabbat(day)) || restingYomTov(hours, day) !== undefined

/** Candle lighting on the eve of a rest. */
export function lightingOn({ city, candleMinutes }: Settings, day: string) {
  const sunset = eveningAt(day, cityOf(city).at, SUNSET_DEGREES)
  return Math.floor(sunset / MINUTE_MS - candleMinutes) * MINUTE_MS
}

/** The end of a rest on the evening of its last day. */
function endOn({ city, restEnd }: Settings, day: string) {
  const { at } = cityOf(city)
  const end =
    restEnd.by === 'degrees'
      ? eveningAt(day, at, restEnd.degrees)
      : eveningAt(day, at, SUNSET_DEGREES) + restEnd.minutes * MINUTE_MS
  return Math.ceil(end / MINUTE_MS) * MINUTE_MS
}

/** The rest that holds a day; the day must be one of rest. */
function restOf(hours: Settings, day: string): RestOfDays {
  let [firstDay, lastDay] = [day, day]
  while (isRestDay(hours, plusDays(firstDay, -1))) firstDay = plusDays(firstDay, -1)
  while (isRestDay(hours, plusDays(lastDay, 1))) lastDay = plusDays(lastDay, 1)
  const eve = plusDays(firstDay, -1)
  const computed = { from: lightingOn(hours, eve), to: endOn(hours, lastDay) }
  const corrected = (edge: string) => {
    const { at } = hours.restTimes.find(({ day }) => day === edge) ?? {}
    return at === undefined ? undefined : momentOf(edge, minutesOf(at)).getTime()
  }
  const found = new Set<HolidayKey>()
  for (let one = firstDay; one <= lastDay; one = plusDays(one, 1)) {
    const holiday = restingYomTov(hours, one)
    if (holiday) found.add(holiday)
  }
  return {
    from: corrected(eve) ?? computed.from,
    to: corrected(lastDay) ?? computed.to,
    computed,
    firstDay,
    lastDay,
    holidays: [...found],
  }
}

const keptRests = new Map<string, ReadonlyMap<string, RestOfDays>>()
/** Years that are kept: of ten businesses that rest differently, ten years each. */
const YEARS_KEPT = 100

/** Rests of a year by each of their days. */
function restsIn(hours: Settings, year: number) {
  const { city, shabbat, candleMinutes, restEnd, restTimes } = hours
  const corrections = restTimes.filter(({ day }) => Math.abs(Number(day.slice(0, 4)) - year) <= 1)
  const key = JSON.stringify([year, city, shabbat, candleMinutes, restEnd, restsOnYomTov(hours), corrections])
  const kept = keptRests.get(key)
  if (kept) return kept
  const found = new Map<string, RestOfDays>()
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = plusDays(day, 1)) {
    if (!isRestDay(hours, day)) continue
    const yesterday = found.get(plusDays(day, -1))
    found.set(day, yesterday ?? restOf(hours, day))
  }
  if (keptRests.size >= YEARS_KEPT) keptRests.clear()
  keptRests.set(key, found)
  return found
}

/** Returns a function that finds the rest of a day, undefined if the day is not one of rest. */
export function restsOf(hours: Settings): (day: string) => RestOfDays | undefined {
  const years = new Map<string, ReadonlyMap<string, RestOfDays>>()
  return (day) => {
    const year = day.slice(0, 4)
    const found = years.get(year) ?? restsIn(hours, Number(year))
    years.set(year, found)
    return found.get(day)
  }
}
