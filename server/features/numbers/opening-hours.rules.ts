import type { OpeningHours, OpenRange } from '#contract/calls/routing.ts'
import { TIME_ZONE } from '#contract/constants.ts'

const DAY_MINUTES = 1_440
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const clockFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Local time in Israel. */
function clockAt(moment: Date): { weekday: number; minute: number } {
  const parts = Object.fromEntries(clockFormat.formatToParts(moment).map(({ type, value }) => [type, value]))
  return {
    weekday: weekdays.indexOf(parts.weekday ?? ''),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Minutes since its day's midnight; past 24 hours where it ends on the next day. */
function spanOf({ from, to }: OpenRange): [start: number, end: number] {
  const [start, end] = [minuteOf(from), minuteOf(to)]
  return [start, end <= start ? end + DAY_MINUTES : end]
}

/** Whether it is open at the moment; always without hours. `to` is exclusive. */
export function isOpenAt(hours: OpeningHours | null, moment: Date): boolean {
  if (!hours) return true
  const { weekday, minute } = clockAt(moment)
  const covers = (day: number, at: number) =>
    (hours.days[day] ?? []).some((range) => {
      const [start, end] = spanOf(range)
      return at >= start && at < end
    })
  return covers(weekday, minute) || covers((weekday + 6) % 7, minute + DAY_MINUTES)
}
