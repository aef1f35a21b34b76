import { z } from 'zod'
import { day } from '#contract/common.ts'
import { chartUnits, type DashboardQuery } from '#contract/dashboard.ts'
import { type DashboardPreset, type DayRange, dashboardPresets } from '#contract/values/date-presets.ts'
import type { SearchText } from '../../lib/search.ts'

/** What the address of the overview says. */
export const DashboardSearch = z.object({
  preset: z.enum(dashboardPresets).default('thisMonth'),
  from: day.optional(),
  to: day.optional(),
  unit: z.enum(chartUnits).optional(),
})
export type DashboardSearch = z.output<typeof DashboardSearch>

/** Custom days without both ends are no period. */
const isPeriod = ({ preset, from, to }: DashboardSearch) => preset !== 'custom' || (from && to && from <= to)

/** What is asked of the server; a mangled address asks for this month. */
export function queryOf(search: DashboardSearch, campaignId: string | null): Partial<DashboardQuery> {
  const { preset, from, to, unit } = search
  return {
    ...(isPeriod(search) ? { preset } : { preset: 'thisMonth' as const }),
    ...(preset === 'custom' && isPeriod(search) && { from, to }),
    ...(unit && { unit }),
    ...(campaignId && { campaignId }),
  }
}

/** The leads of the period, as the address of their list says it: a preset stays what it says. */
export function periodSearch(preset: DashboardPreset, period: DayRange | null): SearchText {
  if (!period) return {}
  return preset === 'custom' ? { from: period.from, to: period.to } : { date: preset }
}
