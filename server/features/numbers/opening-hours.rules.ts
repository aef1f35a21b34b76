import { dayOf, minuteAt, weekdayOf } from '#contract/values/clock.ts'
import { openPeriods } from '#contract/working-hours/open-periods.ts'
import { DAY_MINUTES, type OpeningHours, spanOf } from '#contract/working-hours/ranges.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'

/**
 * Whether the number is open at the moment; without opening hours it always is. `to` is exclusive. `calendar`: the hours
 * whose Shabbat, holidays and special days hold for hours that keep them.
 */
export function isOpenAt(hours: OpeningHours | null, moment: Date, calendar?: WorkingHours): boolean {
  if (!hours) return true
  if (hours.keepsHolidays && calendar)
    return openPeriods({ ...calendar, days: hours.days }, moment, new Date(moment.getTime() + 1)).length > 0
  const [weekday, minute] = [weekdayOf(dayOf(moment)), minuteAt(moment)]
  const covers = (day: number, at: number) =>
    (hours.days[day] ?? []).some((range) => {
      const [start, end] = spanOf(range)
      return at >= start && at < end
    })
  return covers(weekday, minute) || covers((weekday + 6) % 7, minute + DAY_MINUTES)
}
