import { dayOf, minuteAt, weekdayOf } from '#contract/values/clock.ts'
import { DAY_MINUTES, type OpeningHours, spanOf } from '#contract/working-hours/ranges.ts'

/** Whether the number is open at the moment; without opening hours it always is. `to` is exclusive. */
export function isOpenAt(hours: OpeningHours | null, moment: Date): boolean {
  if (!hours) return true
  const [weekday, minute] = [weekdayOf(dayOf(moment)), minuteAt(moment)]
  const covers = (day: number, at: number) =>
    (hours.days[day] ?? []).some((range) => {
      const [start, end] = spanOf(range)
      return at >= start && at < end
    })
  return covers(weekday, minute) || covers((weekday + 6) % 7, minute + DAY_MINUTES)
}
