import { TIME_ZONE } from '#contract/constants.ts'
import type { QuietHours } from '#contract/notifications/notification-settings.ts'

/** As the database keeps them: minutes of the day. */
export type QuietMinutes = { quietFrom: number | null; quietTo: number | null }

const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000
const clockFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
/** Local time in Israel. */
const minuteAt = (moment: Date) => minutesOf(clockFormat.format(moment))
const around = (minutes: number) => (minutes + DAY_MINUTES) % DAY_MINUTES

export const toMinutes = (hours: QuietHours | null): QuietMinutes =>
  hours ? { quietFrom: minutesOf(hours.from), quietTo: minutesOf(hours.to) } : { quietFrom: null, quietTo: null }
export const toHours = ({ quietFrom, quietTo }: QuietMinutes): QuietHours | null =>
  quietFrom === null || quietTo === null ? null : { from: clockOf(quietFrom), to: clockOf(quietTo) }

/** Compares on a 24-hour circle, so hours may span midnight. Same rule as `is_quiet` of the database. */
const isQuiet = (moment: Date, from: number, to: number) => around(minuteAt(moment) - from) < around(to - from)

/** End of the quiet hours that contain the moment; undefined: none. Handles daylight saving changes. */
export function quietEnd(moment: Date, { quietFrom: from, quietTo: to }: QuietMinutes): Date | undefined {
  if (from === null || to === null || !isQuiet(moment, from, to)) return undefined
  const minute = new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS)
  const end = later(minute, around(to - minuteAt(minute)))
  const moved = around(minuteAt(end) - to + DAY_MINUTES / 2) - DAY_MINUTES / 2
  const corrected = later(end, -moved)
  // An end in the hour that daylight saving skips moves past the gap.
  return isQuiet(corrected, from, to) ? end : corrected
}
const later = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * MINUTE_MS)
