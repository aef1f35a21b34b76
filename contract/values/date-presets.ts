import { TIME_ZONE } from '../constants.ts'

/** Presets that mean a range of days by themselves (specification, section 2). */
export const datePresets = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const
export type DatePreset = (typeof datePresets)[number]
/** The eight of the dashboard: All Time is no range, Custom any range. */
export const dashboardPresets = [...datePresets, 'allTime', 'custom'] as const
export type DashboardPreset = (typeof dashboardPresets)[number]
/** Calendar days in Asia/Jerusalem, both included. */
export type DayRange = { from: string; to: string }

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })
/** The calendar day in Israel, `2026-01-31`. */
export const dayOf = (moment: Date) => dayFormat.format(moment)

// Days are counted in UTC, where each has 24 hours: the 23 and the 25 of Israel's clock changes do not matter here.
const DAY_MS = 86_400_000
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const asDay = (time: number) => new Date(time).toISOString().slice(0, 10)
export const plusDays = (day: string, days: number) => asDay(timeOf(day) + days * DAY_MS)
/** The moment at which a day begins in Israel, two or three hours before it does in UTC; clocks change later in the night. */
export function beginningOf(day: string): Date {
  const [winter, summer] = [2, 3].map((hours) => new Date(timeOf(day) - hours * 3_600_000)) as [Date, Date]
  return dayOf(summer) === day ? summer : winter
}
/** How many days a range holds. */
export const daysIn = ({ from, to }: DayRange) => (timeOf(to) - timeOf(from)) / DAY_MS + 1
export const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
export const lastOfMonth = (day: string) => plusDays(firstOfMonth(plusDays(firstOfMonth(day), 31)), -1)
/** In the order of time. */
export const inOrder = (one: string, other: string) => [one, other].sort() as [string, string]
/** The Sunday that its week begins with. */
export const firstOfWeek = (day: string) => plusDays(day, -new Date(timeOf(day)).getUTCDay())

/** The days that a preset means; weeks begin on Sunday. A running week or month ends today. */
export function rangeOf(preset: DatePreset, today: string): DayRange {
  const sunday = firstOfWeek(today)
  const first = firstOfMonth(today)
  const lastOfPrevious = plusDays(first, -1)
  return {
    today: { from: today, to: today },
    yesterday: { from: plusDays(today, -1), to: plusDays(today, -1) },
    thisWeek: { from: sunday, to: today },
    lastWeek: { from: plusDays(sunday, -7), to: plusDays(sunday, -1) },
    thisMonth: { from: first, to: today },
    lastMonth: { from: firstOfMonth(lastOfPrevious), to: lastOfPrevious },
  }[preset]
}

/**
 * What a period is compared with: a day with the day before, a week with the same weekdays of the week before, the
 * running month with the same days of the month before (of a shorter month all), a month with the whole month before,
 * and any other range with as many days just before it.
 */
export function previousOf(preset: Exclude<DashboardPreset, 'allTime'>, { from, to }: DayRange): DayRange {
  if (preset === 'thisWeek' || preset === 'lastWeek') return { from: plusDays(from, -7), to: plusDays(to, -7) }
  if (preset === 'thisMonth' || preset === 'lastMonth') {
    const last = plusDays(firstOfMonth(from), -1)
    const first = firstOfMonth(last)
    const sameDay = plusDays(first, daysIn({ from, to }) - 1)
    return { from: first, to: preset === 'lastMonth' || sameDay > last ? last : sameDay }
  }
  const days = daysIn({ from, to })
  return { from: plusDays(from, -days), to: plusDays(to, -days) }
}
