import { type RawBuilder, sql } from 'kysely'
import type { DayRange } from '#contract/values/date-presets.ts'

export type Sql = RawBuilder<unknown>
type PeriodRange = DayRange & { isCurrent: boolean }
/** Days or months of the current period and the previous one, as a table. */
export const asked = (ranges: PeriodRange[]): Sql =>
  sql`unnest(${ranges.map(({ isCurrent }) => isCurrent)}::boolean[], ${ranges.map(({ from }) => from)}::date[],
    ${ranges.map(({ to }) => to)}::date[]) as asked(is_current, first, last)`
