import { sql } from 'kysely'
import type { DayRange } from '#contract/values/date-presets.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FigureRow } from './dashboard.queries.ts'
import type { Periods } from './dashboard.rules.ts'
import { asked } from './dashboard.sql.ts'

type OwnFigureQuery = Periods & {
  campaigns: readonly string[]
  userId: string
  chart: DayRange
  chartBefore: DayRange | null
}

/** As listFigures, by counting the leads of these campaigns that are assigned to one member. */
export async function listOwnFigures(db: Db, businessId: string, query: OwnFigureQuery) {
  const { period, previous, campaigns, userId, chart, chartBefore } = query
  const always: DayRange = { from: '0001-01-01', to: '9999-12-31' }
  const ranges = asked([
    { ...(period ?? always), isCurrent: true },
    ...(previous ? [{ ...previous, isCurrent: false }] : []),
  ])
  const bars = asked([{ ...chart, isCurrent: true }, ...(chartBefore ? [{ ...chartBefore, isCurrent: false }] : [])])
  const { rows } = await sql<FigureRow>`
    with own as materialized (
      select l.campaign_id, l.status_id, l.source, day_of(l.created_at) as day,
        response_step(seconds_to(l.created_at, l.first_response_at)) as response,
        case when l.deleted_at is null then 1 else 0 end as total,
        case when l.deleted_at is not null then l.past_sale when s.type = 'Won' then coalesce(l.value, 0) else 0 end as sales
      from leads l join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
        left join leads kept on kept.business_id = l.business_id and kept.id = l.merged_into
      where l.business_id = ${businessId} and l.assigned_to = ${userId} and l.campaign_id = any(${campaigns}::uuid[])
        and (l.deleted_at is null or (l.past_sale is not null and kept.deleted_at is null))),
      figure as (
        select f.kind, f.key, asked.is_current, own.total, own.sales from own join ${ranges} on own.day between asked.first and asked.last
          cross join lateral (values ('all', ''), ('status', own.status_id::text), ('source', own.source),
            ('response', own.response), ('campaign', own.campaign_id::text)) f(kind, key)
        union all
        select 'day', own.day::text, asked.is_current, own.total, 0 from own join ${bars} on own.day between asked.first and asked.last)
    select kind, key, is_current as "isCurrent", sum(total)::bigint as total, sum(sales)::bigint as sales from figure group by 1, 2, 3
    union all select 'ever', '', true, 0, 0 where exists (select from own)`.execute(db)
  return rows
}
