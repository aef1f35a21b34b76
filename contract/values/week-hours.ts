import { wallTimeOf, weekdayOf } from './clock.ts'

/** Weekdays as lists are filtered by them; `0` is Sunday. */
export const weekdays = ['0', '1', '2', '3', '4', '5', '6'] as const
/** Hours of the day on the clock in Israel, as lists are filtered by them. */
export const hoursOfDay = [
  ...(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'] as const),
  ...(['12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23'] as const),
] as const
export const HOURS_A_WEEK = 168

/**
 * The hour of the week on the clock in Israel at a moment, 0 to 167 from Sunday midnight. Both passes of the hour that is
 * repeated when summer time ends are the same hour of the week.
 */
export function weekHourOf(moment: Date | string): number {
  const time = wallTimeOf(moment)
  return weekdayOf(time.slice(0, 10)) * 24 + Number(time.slice(11, 13))
}
