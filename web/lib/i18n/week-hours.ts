import { hoursOfDay, weekdays } from '#contract/values/week-hours.ts'
import { formatHour, formatWeekdayName } from './format.ts'

/** Names of the values of the filters by weekday and by hour. */
export const weekdayName = (weekday: string) => formatWeekdayName(Number(weekday))
export const hourName = (hour: string) => formatHour(Number(hour))

/** Their choices, in the language of the screen. */
export const weekChoices = {
  weekday: () => weekdays.map((value) => ({ value, label: weekdayName(value) })),
  hour: () => hoursOfDay.map((value) => ({ value, label: hourName(value) })),
}
