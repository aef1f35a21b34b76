import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { opaqueParam } from '../../../platform/db/named-statements.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { ALL_CAMPAIGNS, isOneOf, uncountedCalls } from '../call-totals.sql.ts'
import type { CallFilter } from './call-list.rules.ts'
import { rowsOf, runPage, type Sql } from './call-list.sql.ts'

/**
 * Any page of a counted list, however deep, as in leads/list/list.queries.ts. Counted from the oldest, the page
 * is the rows from `first` up to, not including, `past`. Counters of months, then of days locate both; rows are skipped
 * from the nearer end.
 */
export function listDeepCalls(db: Db, businessId: string, filter: CallFilter, place: PageWindow) {
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
    { ...place, sight: filter.sight },
    {
      with: wayOf(businessId, filter, place),
      total: sql`(select total from counted)`,
      page: { ids: sql`select id from ((${read(true)}) union all (${read(false)})) both_ways` },
    },
  )
}

function wayOf(businessId: string, filter: CallFilter, { isAscending, offset, limit }: PageWindow): Sql {
  const { campaigns, statuses, from, to } = filter
  const [status] = statuses ?? []
  const isDay = sql`${from ? sql`and day >= ${opaqueParam(from, 'date')}` : sql``} ${to ? sql`and day <= ${opaqueParam(to, 'date')}` : sql``}`
  const isKept = sql`business_id = ${opaqueParam(businessId, 'uuid')}
    and campaign_id ${isOneOf(campaigns ?? [ALL_CAMPAIGNS], 'uuid')}
    and facet = ${sql.lit(status ? 'status' : 'all')} and key = ${opaqueParam(status ?? '', 'text')}`
  const kept = from || to ? sql`call_day_counts where ${isKept} ${isDay}` : sql`call_month_counts where ${isKept}`
  // A range may begin and end within a month: then its days are added up, all of them.
  const around =
    from || to
      ? sql`select 0 as before, '-infinity'::date as since, 'infinity'::date as until`
      : sql`select coalesce(max(upto) filter (where upto <= (select first from wanted)), 0) as before,
          min(month) filter (where upto > (select first from wanted)) as since,
          (min(month) filter (where upto >= (select past from wanted)) + interval '1 month')::date as until
        from (select month, sum(total::int) over (order by month) as upto from (
          select month, total from ${kept} union all select month_of(day), total from step) months) passed`
  const isNear = sql`day >= (select since from around) and day < (select until from around)`
  return sql`with step as materialized (select day, total from ${uncountedCalls(businessId, { campaigns })} uncounted
      where ${status ? sql`status = ${opaqueParam(status, 'text')}` : sql`true`} ${isDay}),
    counted as materialized (select coalesce((select sum(total) from ${kept}), 0)::bigint
      + coalesce((select sum(total) from step), 0)::bigint as total),
    wanted as materialized (select
        ${isAscending ? sql`${offset}::bigint` : sql`greatest(total - ${offset} - ${limit}, 0)`} as first,
        ${isAscending ? sql`least(total, ${offset}::bigint + ${limit})` : sql`total - ${offset}`} as past
      from counted where total > ${offset}),
    around as materialized (${around}),
    passed as (select day, (select before from around) + sum(total::int) over (order by day) as upto from (
      select day, total from call_day_counts where ${isKept} ${isDay} and ${isNear}
      union all select day, total from step where ${isNear}) days),
    edges as (select (select past - first from wanted) as count,
        start_of(min(day) filter (where upto > (select first from wanted))) as first_edge,
        (select first from wanted) - greatest((select before from around),
          max(upto) filter (where upto <= (select first from wanted))) as first_skip,
        start_of(min(day) filter (where upto >= (select past from wanted)) + 1) as past_edge,
        min(upto) filter (where upto >= (select past from wanted)) - (select past from wanted) as past_skip
      from passed),
    way as materialized (select *, past_skip <= first_skip as is_past from edges)`
}
