import { plusDays, weekdayOf } from '../values/clock.ts'
import { type HolidayKey, holidays } from './holiday-names.ts'
import { holidaysOn } from './holidays.ts'
import { dayAsSpan, minutesIn, momentsOn } from './moments.ts'
import { type RestOfDays, restingYomTov, restsOf } from './rests.ts'
import { common, type Span, without } from './spans.ts'
import type { HolidayRule, SpecialDay, WorkingHours } from './working-hours.ts'

/** A day with the hours that belong to it. They may run into the next day. */
export type OpenDay = {
  /** When it is open. */
  open: Span[]
  /** When it would be open by the hours of the weekday. */
  usual: Span[]
  special: SpecialDay | undefined
  /** The holiday that closes or shortens the day. */
  holiday: HolidayKey | undefined
  isClosedByHoliday: boolean
}

export type OpenDays = {
  on: (day: string) => OpenDay
  restOn: (day: string) => RestOfDays | undefined
}

type Ruled = { holiday: HolidayKey; rule: HolidayRule }
/** Without a Yom Tov that is closed: it does not close its day, but from candle lighting until its end (rests.ts). */
const rulesOn = (hours: WorkingHours, day: string): Ruled[] =>
  holidaysOn(day, hours.city)
    .filter((holiday) => restingYomTov(hours, day) !== holiday)
    .map((holiday) => ({ holiday, rule: hours.holidays[holidays[holiday].kind] }))

/** Days as the hours make them. Of several holidays on one day all hold, so that the strictest decides. */
export function openDaysOf(hours: WorkingHours): OpenDays {
  const specials = new Map(hours.specialDays.map((special) => [special.day, special]))
  const restOn = restsOf(hours)
  const known = new Map<string, OpenDay>()

  function read(day: string): OpenDay {
    const special = specials.get(day)
    const rules = special ? [] : rulesOn(hours, day)
    const weekday = minutesIn(hours.days[weekdayOf(day)] ?? [])
    const closing = rules.find(({ rule }) => rule.rule === 'closed')
    const shortening = rules.find(({ rule }) => rule.rule === 'short')
    const minutes = closing ? [] : rules.reduce((left, { rule }) => shortened(left, rule), weekday)
    return {
      open: special ? momentsOn(day, minutesIn(special.ranges)) : outsideRests(day, momentsOn(day, minutes)),
      usual: momentsOn(day, weekday),
      special,
      holiday: (closing ?? shortening)?.holiday,
      isClosedByHoliday: closing !== undefined,
    }
  }

  /** Hours that no special day sets end where a rest begins, and where a special day does. */
  function outsideRests(day: string, spans: Span[]): Span[] {
    const [next, second] = [plusDays(day, 1), plusDays(day, 2)]
    const rests = [day, next, second].flatMap((one) => restOn(one) ?? [])
    const closed = specials.has(next) ? [...rests, dayAsSpan(next)] : rests
    return spans.flatMap((span) => without(span, closed))
  }

  return {
    on(day) {
      const found = known.get(day) ?? read(day)
      known.set(day, found)
      return found
    },
    restOn,
  }
}

const shortened = (minutes: Span[], rule: HolidayRule) =>
  rule.rule === 'short' ? common(minutes, minutesIn(rule.ranges)) : minutes
