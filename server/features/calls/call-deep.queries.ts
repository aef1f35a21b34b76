import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Place } from '../leads/lead-list.rules.ts'
import { rowsOf, runPage, type Sql } from './call-list.parts.ts'
import type { CallFilter } from './call-list.rules.ts'
import { ALL_CAMPAIGNS, uncountedCalls } from './call-totals.parts.ts'

/**
 * Any page of what counters count, however deep, as leads/lead-list.queries.ts does it. Counted from the oldest, the page
 * is the rows from `first` up to, not including, `past`. The days say where each of them lies, and so how many rows are to
 * be passed over from the beginning of the one or from the end of the other; the shorter way is taken.
 */
export function listDeepCalls(db: Db, businessId: string, filter: CallFilter, place: Place) {
  const read = (fromPast: boolean) => {
    const skip = sql.raw(`(select ${fromPast ? 'past_skip' : 'first_skip'} from way)`)
    const count = sql`(select count from way)`
    const extra = fromPast
      ? sql`and (select is_past from way) and started_at < (select past_edge from way)`
      : sql`and (select not is_past from way) and started_at >= (select first_edge from way)`
    return rowsOf(businessId, filter, {
      isAscending: !fromPast,
      tail: sql`limit ${count} offset ${skip}`,
      most: sql`limit ${skip} + ${count}`,
      extra,
    })
  }
  return runPage(
    db,
    businessId,
    { ...place, visible: filter.visible },
    {
      with: wayOf(businessId, filter, place),
      total: sql`(select total from counted)`,
      page: sql`select id from ((${read(true)}) union all (${read(false)})) both_ways`,
    },
  )
}

function wayOf(
  businessId: string,
  { campaigns, statuses, from, to }: CallFilter,
  { isAscending, offset, limit }: Place,
): Sql {
  const [status] = statuses ?? []
  const isDay = sql`${from ? sql`and day >= ${from}::date` : sql``} ${to ? sql`and day <= ${to}::date` : sql``}`
  return sql`with days as materialized (select day, sum(total)::bigint as total from (
      select day, total from call_day_counts where business_id = ${businessId}
        and campaign_id = any(${campaigns ?? [ALL_CAMPAIGNS]}::uuid[])
        and facet = ${sql.lit(status ? 'status' : 'all')} and key = ${status ?? ''} ${isDay}
      union all select day, total from ${uncountedCalls(businessId, { campaigns })} uncounted
        where ${status ? sql`status = ${status}` : sql`true`} ${isDay}) parts group by day),
    counted as materialized (select coalesce(sum(total), 0)::bigint as total from days),
    wanted as materialized (select
        ${isAscending ? sql`${offset}::bigint` : sql`greatest(total - ${offset} - ${limit}, 0)`} as first,
        ${isAscending ? sql`least(total, ${offset}::bigint + ${limit})` : sql`total - ${offset}`} as past
      from counted where total > ${offset}),
    passed as (select day, sum(total) over (order by day)::bigint as upto from days),
    edges as (select (select past - first from wanted) as count,
        start_of(min(day) filter (where upto > (select first from wanted))) as first_edge,
        (select first from wanted) - coalesce(max(upto) filter (where upto <= (select first from wanted)), 0) as first_skip,
        start_of(min(day) filter (where upto >= (select past from wanted)) + 1) as past_edge,
        min(upto) filter (where upto >= (select past from wanted)) - (select past from wanted) as past_skip
      from passed),
    way as materialized (select *, past_skip <= first_skip as is_past from edges)`
}
