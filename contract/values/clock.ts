import { TIME_ZONE } from '../constants.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const format = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })

/** The local time in Israel at a moment, `2026-01-31 14:05:09`. */
export const wallTimeOf = (moment: Date | string) => format.format(new Date(moment))
/** The calendar day in Israel at a moment, `2026-01-31`. */
export const dayOf = (moment: Date | string) => wallTimeOf(moment).slice(0, 10)
/** Minutes from midnight to a time such as `14:05`. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** Minutes since midnight on the clock in Israel at a moment. */
export const minuteAt = (moment: Date | string) => minutesOf(wallTimeOf(moment).slice(11))

/**
 * Returns the moment at which the clock in Israel shows a given minute of a day. If the minute occurs twice, the first
 * occurrence is returned. If the clock skips it, the moment is later by the length of the skip.
 */
export function momentOf(day: string, minute: number): Date {
  const inWinter = timeOf(day) + (minute - 120) * MINUTE_MS
  const summer = new Date(inWinter - 60 * MINUTE_MS)
  // Read once, because an import asks it for each row.
  const shown = wallTimeOf(summer)
  return shown.slice(0, 10) === day && minutesOf(shown.slice(11)) === minute ? summer : new Date(inWinter)
}
export const beginningOf = (day: string) => momentOf(day, 0)

// Days are counted in UTC, where each has 24 hours. Israel's days of 23 and 25 hours therefore need no special case.
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
export const plusDays = (day: string, days: number) => new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10)
/** Returns the weekday of a day; 0 is Sunday. */
export const weekdayOf = (day: string) => new Date(timeOf(day)).getUTCDay()
/** Returns the Sunday that begins the week of a day. */
export const firstOfWeek = (day: string) => plusDays(day, -weekdayOf(day))
export const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
export const lastOfMonth = (day: string) => plusDays(firstOfMonth(plusDays(firstOfMonth(day), 31)), -1)
