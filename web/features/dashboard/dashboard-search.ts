import { z } from 'zod'
import { day, id } from '#contract/common.ts'
import { chartUnits, type DashboardQuery } from '#contract/dashboard.ts'
import { type DashboardPreset, type DayRange, dashboardPresets } from '#contract/values/date-presets.ts'
import type { SearchText } from '../../lib/search.ts'

/** The dashboard's tabs; the first has no parameter in the address. */
export const dashboardTabs = ['general', 'sources', 'calls', 'team'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

/** What arrives by weekday and hour; the first has no parameter in the address. */
export const hourKinds = ['calls', 'missed', 'leads'] as const
export type HourKind = (typeof hourKinds)[number]

/** Search parameters of the dashboard. */
export const DashboardSearch = z.object({
  tab: z.enum(dashboardTabs).default('general'),
  preset: z.enum(dashboardPresets).default('thisMonth'),
  from: day.optional(),
  to: day.optional(),
  unit: z.enum(chartUnits).optional(),
  /** The person at whose phones the calls of the tab of calls rang. */
  rang: id.optional(),
  /** What the map of hours counts. */
  hours: z.enum(hourKinds).default('calls'),
})
export type DashboardSearch = z.output<typeof DashboardSearch>

/** A custom period needs both ends. */
const isPeriod = ({ preset, from, to }: DashboardSearch) => preset !== 'custom' || (from && to && from <= to)

/** The request's query; invalid parameters fall back to this month. */
export function queryOf(search: DashboardSearch, campaignId: string | null): Partial<DashboardQuery> {
  const { preset, from, to, unit, tab, rang } = search
  return {
    ...(isPeriod(search) ? { preset } : { preset: 'thisMonth' as const }),
    ...(preset === 'custom' && isPeriod(search) && { from, to }),
    ...(unit && { unit }),
    ...(tab === 'calls' && rang && { rang }),
    ...(campaignId && { campaignId }),
  }
}

/** Search parameters of the lead list for the period; a preset stays a preset. */
export function periodSearch(preset: DashboardPreset, period: DayRange | null): SearchText {
  if (!period) return {}
  return preset === 'custom' ? { from: period.from, to: period.to } : { date: preset }
}
