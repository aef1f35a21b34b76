import type { DashboardHours } from '#contract/dashboard.ts'
import { hoursOfDay, weekdays } from '#contract/values/week-hours.ts'
import { paths } from '../../../lib/paths.ts'
import type { SearchText } from '../../../lib/search.ts'
import type { HourKind } from '../dashboard-search.ts'

/** Hours that are shown even if nothing arrives in them. */
export const ALWAYS = { from: 8, to: 20 }
const STEPS = 6

/** The first and last hour of the day to show: all in which anything arrived, so that a switch keeps the columns. */
export function hoursShown(hours: DashboardHours): number[] {
  const used = [hours.calls ?? [], hours.leads].flatMap((counts) =>
    counts.flatMap((total, i) => (total ? [i % 24] : [])),
  )
  const from = Math.min(ALWAYS.from, ...used)
  const to = Math.max(ALWAYS.to, ...used)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** The step of the colour ramp: 0 for nothing, 6 for the highest count. */
export const stepOf = (total: number, most: number) => (total ? Math.max(1, Math.round((total / most) * STEPS)) : 0)

type Cell = { weekday: number; hour: number }
type Place = { businessId: string; campaignId: string | null; period: SearchText }
const lists: Record<HourKind, { path: typeof paths.calls | typeof paths.leads; search: SearchText }> = {
  calls: { path: paths.calls, search: { direction: 'inbound' } },
  missed: { path: paths.calls, search: { missed: 'true' } },
  leads: { path: paths.leads, search: {} },
}

/** The list of a cell: its path, and its search parameters. */
export function listOfCell(kind: HourKind, { weekday, hour }: Cell, { businessId, campaignId, period }: Place) {
  const { path, search } = lists[kind]
  const cell = { weekday: weekdays[weekday], hour: hoursOfDay[hour] }
  return { to: path(businessId, campaignId), search: { ...period, ...search, ...cell } }
}

/** The cell to which a key moves; undefined: the key moves nowhere. Hours run from left to right in every language. */
export function cellAfter(key: string, { weekday, hour }: Cell, hours: readonly number[]): Cell | undefined {
  const [first = 0, last = 23] = [hours[0], hours.at(-1)]
  const inside = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value))
  switch (key) {
    case 'ArrowRight':
      return { weekday, hour: inside(hour + 1, first, last) }
    case 'ArrowLeft':
      return { weekday, hour: inside(hour - 1, first, last) }
    case 'ArrowDown':
      return { weekday: inside(weekday + 1, 0, 6), hour }
    case 'ArrowUp':
      return { weekday: inside(weekday - 1, 0, 6), hour }
    case 'Home':
      return { weekday, hour: first }
    case 'End':
      return { weekday, hour: last }
  }
}
