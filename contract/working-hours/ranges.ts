import { z } from 'zod'
import { minutesOf } from '../values/clock.ts'

/** Maximum number of opening ranges per day. */
export const HOURS_MAX = 5
/** Minimum length of an opening range. A shorter range is considered a typing error. */
export const HOURS_MIN_MINUTES = 15
export const DAY_MINUTES = 1_440

/** A time of day, `08:30`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid_value')
/**
 * A range of opening hours. If `to` is not after `from`, the range ends on the next day; `00:00` to `00:00` is the
 * whole day.
 */
export const OpenRange = z
  .object({ from: timeOfDay, to: timeOfDay })
  .refine((range) => spanOf(range)[1] - spanOf(range)[0] >= HOURS_MIN_MINUTES, {
    path: ['to'],
    message: 'too_short_range',
  })
export type OpenRange = z.output<typeof OpenRange>

/** Minutes since midnight of the range's day. The end exceeds 24 hours if it falls on the next day. */
type Span = [start: number, end: number]
/** Start and end of a range. */
export function spanOf({ from, to }: { from: string; to: string }): Span {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return [start, end <= start ? end + DAY_MINUTES : end]
}

export const hasOverlap = (ranges: readonly OpenRange[]) => {
  const spans = ranges.map(spanOf).sort(([a], [b]) => a - b)
  return spans.some(([, end], i) => (spans[i + 1]?.[0] ?? Number.POSITIVE_INFINITY) < end)
}
/** Ranges of one day. */
export const OpenRanges = z
  .array(OpenRange)
  .max(HOURS_MAX)
  .refine((ranges) => !hasOverlap(ranges), 'overlapping_ranges')

/** Whether a range of a day runs into one of the next day. */
export const runsInto = (day: readonly OpenRange[], next: readonly OpenRange[]) => {
  const last = Math.max(0, ...day.map((range) => spanOf(range)[1])) - DAY_MINUTES
  return next.some((range) => spanOf(range)[0] < last)
}

/** Opening hours of the seven weekdays, Sunday first, in Asia/Jerusalem. */
export const OpeningHours = z.object({
  days: z.array(OpenRanges).length(7),
  /** Shabbat, holidays and special days as the hours of the campaign, else of the business, have them. */
  keepsHolidays: z.boolean().optional(),
})
export type OpeningHours = z.output<typeof OpeningHours>
