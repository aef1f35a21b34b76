import { firstOfMonth, firstOfWeek, plusDays } from './clock.ts'

/** Date presets without parameters (specification, section 2). */
export const datePresets = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const
export type DatePreset = (typeof datePresets)[number]
/** The eight presets of the dashboard. `allTime` has no range; `custom` has any range. */
export const dashboardPresets = [...datePresets, 'allTime', 'custom'] as const
export type DashboardPreset = (typeof dashboardPresets)[number]
/** Calendar days in Asia/Jerusalem, both included. */
export type DayRange = { from: string; to: string }

/** Returns the number of days in a range. */
export const daysIn = ({ from, to }: DayRange) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
/** Returns two days in chronological order. */
export const inOrder = (one: string, other: string) => [one, other].sort() as [string, string]

/** Returns the days of a preset. Weeks begin on Sunday; the current week or month ends today. */
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
 * Returns the range with which a period is compared: a day with the day before, a week with the same weekdays of the
 * week before, the current month with the same days of the previous month (all days of a shorter one), another month
 * with the whole previous month, and any other range with as many days directly before it.
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
