import { dayOf, minuteAt, minutesOf, weekdayOf } from '#contract/values/clock.ts'
import type { OpeningHours, OpenRange } from '#contract/working-hours/ranges.ts'

const DAY = 1_440
const WEEK = 7 * DAY

/** Minutes since Sunday 00:00 by the clock of Asia/Jerusalem. */
const minuteOfWeek = (at: Date) => weekdayOf(dayOf(at)) * DAY + minuteAt(at)

const lengthOf = ({ from, to }: OpenRange) => (minutesOf(to) - minutesOf(from) + DAY) % DAY || DAY

export type Opening = { isOpen: true } | { isOpen: false; opens: { day: number; clock: string } | null }

/** Whether the number is open, and if not when it opens next; without hours it is always open. */
export function openingAt(hours: OpeningHours | null, at: Date): Opening {
  if (hours === null) return { isOpen: true }
  const now = minuteOfWeek(at)
  const ranges = hours.days.flatMap((day, index) => day.map((range) => ({ range, day: index })))
  const since = ({ range, day }: (typeof ranges)[number]) => (now - day * DAY - minutesOf(range.from) + WEEK) % WEEK
  if (ranges.some((one) => since(one) < lengthOf(one.range))) return { isOpen: true }
  // Times wrap around the week, so the range that began longest ago is the next to begin.
  const [next] = [...ranges].sort((a, b) => since(b) - since(a))
  return { isOpen: false, opens: next ? { day: next.day, clock: next.range.from } : null }
}
