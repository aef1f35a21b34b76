import { type RawBuilder, sql } from 'kysely'
import type { DayRange } from '#contract/date-presets.ts'

export type Sql = RawBuilder<unknown>
type Piece = DayRange & { isCurrent: boolean }
/** Days or months of the period (current) and of the one before, as a table. */
export const asked = (pieces: Piece[]): Sql =>
  sql`unnest(${pieces.map(({ isCurrent }) => isCurrent)}::boolean[], ${pieces.map(({ from }) => from)}::date[],
    ${pieces.map(({ to }) => to)}::date[]) as asked(is_current, first, last)`
