import { type RawBuilder, sql } from 'kysely'
import { TODAY_COUNT_MAX } from '#contract/leads/follow-ups/today.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Sight } from './today.sql.ts'

type Sql = RawBuilder<unknown>
/** `campaignId`: of this campaign alone. `rows`: 0 only counts. */
export type TodayFilter = { sight: Sight; campaignId: string | undefined; rows: number }
type Found<R> = { rows: R[]; total: number }

/** Maximum number of rows that are counted: one more than TODAY_COUNT_MAX, which shows that there are more. */
export const COUNTED = TODAY_COUNT_MAX + 1

export async function countOf(db: Db, found: Sql) {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${found}) found`.execute(db)
  return rows[0]?.total ?? 0
}

/** Runs one statement for a section: `found` are its rows in order, `page` reads those that are shown. */
export async function readSection<R>(db: Db, { found, page, rows }: { found: Sql; page: Sql; rows: number }) {
  if (rows === 0) return { rows: [], total: await countOf(db, found) } satisfies Found<R>
  const { rows: read } = await sql<{ total: number; page: R[] }>`
    with found as materialized (${found}), shown as materialized (select * from found limit ${rows})
    select (select count(*)::int from found) as total,
      coalesce((select json_agg(p order by p.place) from (${page}) p), '[]'::json) as page`.execute(db)
  return { rows: read[0]?.page ?? [], total: read[0]?.total ?? 0 } satisfies Found<R>
}
