import type { QuietHours } from '#contract/notifications/notification-settings.ts'
import { dayOf, minuteAt, minutesOf, momentOf, plusDays } from '#contract/values/clock.ts'

/** Quiet hours as the database stores them: minutes since midnight. */
export type QuietMinutes = { quietFrom: number | null; quietTo: number | null }

const DAY_MINUTES = 1_440
const HOUR_MS = 3_600_000

const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
const around = (minutes: number) => (minutes + DAY_MINUTES) % DAY_MINUTES

export const toMinutes = (hours: QuietHours | null): QuietMinutes =>
  hours ? { quietFrom: minutesOf(hours.from), quietTo: minutesOf(hours.to) } : { quietFrom: null, quietTo: null }
export const toHours = ({ quietFrom, quietTo }: QuietMinutes): QuietHours | null =>
  quietFrom === null || quietTo === null ? null : { from: clockOf(quietFrom), to: clockOf(quietTo) }

/** Compares on a 24-hour circle, so quiet hours may span midnight. `is_quiet` in the database uses the same rule. */
const isQuiet = (moment: Date, from: number, to: number) => around(minuteAt(moment) - from) < around(to - from)

/**
 * The end of the quiet hours that contain the moment, or undefined if it is outside them. Handles daylight saving
 * changes.
 */
export function quietEnd(moment: Date, { quietFrom: from, quietTo: to }: QuietMinutes): Date | undefined {
  if (from === null || to === null || !isQuiet(moment, from, to)) return undefined
  const today = dayOf(moment)
  const end = momentOf(minuteAt(moment) < to ? today : plusDays(today, 1), to)
  // When the clock goes back, the end time occurs twice, and the first occurrence may be in the past.
  return end > moment ? end : new Date(end.getTime() + HOUR_MS)
}
