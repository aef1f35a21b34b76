import { dayOf } from '../../lib/format.ts'

/** The specification's presets without All Time and Custom, which are no range and any range. */
export const datePresets = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const
export type DatePreset = (typeof datePresets)[number]
export type DayRange = { from: string; to: string }

const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const asDay = (date: Date) => date.toISOString().slice(0, 10)
const plusDays = (day: string, days: number) => asDay(new Date(noon(day).getTime() + days * 86_400_000))
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The days that a preset means now, in Asia/Jerusalem; weeks begin on Sunday. A running week or month ends today. */
export function rangeOf(preset: DatePreset, now = new Date()): DayRange {
  const today = dayOf(now)
  const sunday = plusDays(today, -noon(today).getUTCDay())
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
