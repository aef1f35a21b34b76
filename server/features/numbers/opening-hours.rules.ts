import type { OpeningHours, OpenRange } from '#contract/calls/routing.ts'
import { dayOf, minuteAt, minutesOf, weekdayOf } from '#contract/values/clock.ts'

const DAY_MINUTES = 1_440

/** Start and end in minutes since midnight of the range's day. The end exceeds 24 hours if it falls on the next day. */
function spanOf({ from, to }: OpenRange): [start: number, end: number] {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return [start, end <= start ? end + DAY_MINUTES : end]
}

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
