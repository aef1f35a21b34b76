import type { OpeningHours, OpenRange } from '#contract/calls/routing.ts'
import { TIME_ZONE } from '#contract/constants.ts'

const DAY = 1_440
const WEEK = 7 * DAY
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Minutes since Sunday 00:00 by the clock of Asia/Jerusalem. */
function minuteOfWeek(at: Date) {
  const shown = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return weekdays.indexOf(shown.weekday ?? '') * DAY + minutesOf(`${shown.hour}:${shown.minute}`)
}

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
