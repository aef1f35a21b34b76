import { sql } from 'kysely'
import { missedStatuses } from '#contract/calls/call-statuses.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import { isRang } from '../calls/list/call-list.sql.ts'

/** The median is that of the newest ones, so that a long period costs little more than a short one. */
const MEDIAN_OF = 1_000

export type ReturnsRow = { missed: number; returned: number; medianMinutes: number | null }
type Asked = {
  /** Null: all time. */
  period: DayRange | null
  /** Null: the whole business. */
  campaigns: readonly string[] | null
  /** Only calls that rang at the phones of this person. */
  rang: string | undefined
}
/** Missed calls of a period, how many of their callers were reached since, and after how many working minutes. */
export async function findReturns(db: Db, businessId: string, { period, campaigns, rang }: Asked): Promise<ReturnsRow> {
  const missed = sql`from calls where business_id = ${businessId} and direction = 'inbound' and not is_test
    and status in (${sql.join(missedStatuses.map((status) => sql.lit(status)))})
    ${campaigns ? sql`and campaign_id = any(${campaigns}::uuid[])` : sql``} ${rang ? isRang([rang]) : sql``}
    ${period ? sql`and started_at >= start_of(${period.from}::date) and started_at < start_of(${period.to}::date + 1)` : sql``}`
  const [row] = await rowsOf<ReturnsRow>(
    db,
    sql`select count(*)::int as missed, count(reached_at)::int as returned,
        (select percentile_cont(0.5) within group (order by minutes) from (select reached_minutes as minutes ${missed}
          and reached_minutes is not null order by started_at desc limit ${sql.lit(MEDIAN_OF)}) newest) as "medianMinutes"
      ${missed}`,
  )
  return row as ReturnsRow
}
