import { sql } from 'kysely'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Db } from '../../platform/db/db.ts'
import { uncountedCalls } from '../calls/call-totals.sql.ts'
import { type Periods, piecesOf } from './dashboard.rules.ts'
import { asked, type Sql } from './dashboard.sql.ts'

/**
 * One figure of the dashboard: of all calls, of a status, of a member who answered or was rung, of a campaign, or of a
 * status in a campaign (key: both ids, separated by a space). `made` and `campaignMade` are the outgoing calls among those
 * of a status. `ever`: whether the business has any call.
 */
export type CallFigureRow = {
  kind: 'all' | 'status' | 'answered' | 'missed' | 'made' | 'campaign' | 'campaignStatus' | 'campaignMade' | 'ever'
  key: string
  isCurrent: boolean
  total: number
  wait: number
  /** Set for members only. */
  name: string | null
  image: string | null
}

/**
 * Counters of the calls of both periods plus the calls that are not counted yet, in one statement and so in one
 * snapshot.
 */
export async function listCallFigures(
  db: Db,
  businessId: string,
  { period, previous, campaigns }: Periods & { campaigns: readonly string[] | null },
) {
  const both = [{ isCurrent: true, range: period }, ...(previous ? [{ isCurrent: false, range: previous }] : [])]
  const of = (what: 'months' | 'days') =>
    asked(both.flatMap(({ isCurrent, range }) => piecesOf(range)[what].map((piece) => ({ ...piece, isCurrent }))))
  const whole = asked(
    both.map(({ isCurrent, range }) => ({ isCurrent, ...(range ?? { from: '0001-01-01', to: '9999-12-31' }) })),
  )
  const scope = sql`${campaigns ?? [ALL_CAMPAIGNS]}::uuid[]`
  type Which = { campaign: Sql; facets: Sql }
  const ofAllTime = (which: Which) => sql`select true as is_current, facet, key, total, wait from call_counts
    where business_id = ${businessId} and campaign_id = ${which.campaign} and facet = any(${which.facets})`
  const ofPieces = (which: Which) => sql`
    select asked.is_current, c.* from ${of('months')} cross join lateral (select facet, key, total, wait
      from call_month_counts where business_id = ${businessId} and campaign_id = ${which.campaign}
        and facet = any(${which.facets}) and month between asked.first and asked.last) c
    union all
    select asked.is_current, c.* from ${of('days')} cross join lateral (select facet, key, total, wait
      from call_day_counts where business_id = ${businessId} and campaign_id = ${which.campaign}
        and facet = any(${which.facets}) and day between asked.first and asked.last) c`
  const kept = period ? ofPieces : ofAllTime
  const { rows } = await sql<CallFigureRow>`
    with uncounted as materialized (select * from ${uncountedCalls(businessId, { campaigns })} u),
      step as materialized (select asked.is_current, u.* from uncounted u join ${whole} on u.day between asked.first and asked.last),
      known as materialized (select id from campaigns where business_id = ${businessId} and deleted_at is null
        and (${campaigns}::uuid[] is null or id = any(${campaigns}::uuid[]))),
      figure as (
        select facet as kind, key, is_current, total, wait
          from (${kept({ campaign: sql`any(${scope})`, facets: sql`array['all', 'status', 'made', 'answered', 'missed']` })}) of_scope
        union all
        select f.kind, f.key, s.is_current, s.total, s.wait from step s cross join lateral (
          select 'all' as kind, '' as key union all select 'status', s.status union all select 'answered', s.user_id
          union all select 'missed', jsonb_array_elements_text(s.missed_by) union all select 'campaign', s.campaign_id
          union all select 'campaignStatus', s.campaign_id || ' ' || s.status
          union all select 'made', s.status where s.direction = 'outbound'
          union all select 'campaignMade', s.campaign_id || ' ' || s.status where s.direction = 'outbound') f
          where f.key is not null
        union all
        select case facet when 'all' then 'campaign' when 'made' then 'campaignMade' else 'campaignStatus' end,
            known.id || case facet when 'all' then '' else ' ' || of_one.key end, of_one.is_current, of_one.total, of_one.wait
          from known cross join lateral (${kept({ campaign: sql`known.id`, facets: sql`array['all', 'status', 'made']` })}) of_one),
      summed as (select kind, key, is_current, sum(total)::bigint as total, sum(wait)::bigint as wait from figure group by 1, 2, 3)
    select s.kind, s.key, s.is_current as "isCurrent", s.total, s.wait, u.name, u.image
    from summed s left join users u on u.id = case when s.kind in ('answered', 'missed') then s.key::uuid end
    union all
    select 'ever', '', true, 0, 0, null, null where exists (select from uncounted where total > 0)
      or exists (select from call_counts where business_id = ${businessId} and campaign_id = any(${scope})
        and facet = 'all' and total > 0)`.execute(db)
  return rows
}
