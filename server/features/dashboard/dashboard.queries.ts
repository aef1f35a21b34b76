import { sql } from 'kysely'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Periods, piecesOf } from './dashboard.rules.ts'
import { asked, type Sql } from './dashboard.sql.ts'

/** Key of all campaigns together in campaign_…_counts. */
const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000'

type FigureQuery = Periods & {
  /** Null: the whole business. */
  campaigns: readonly string[] | null
  /** Days of the chart, and the days of the previous period shown beside them. */
  chart: DayRange
  chartBefore: DayRange | null
}
/**
 * One figure of the dashboard: of all leads, of a status, source or response bucket, of a campaign, or of a day of the
 * chart. `ever`: whether the business has any lead.
 */
export type FigureRow = {
  kind: 'all' | 'status' | 'source' | 'response' | 'campaign' | 'day' | 'ever'
  key: string
  isCurrent: boolean
  total: number
  sales: number
}

/**
 * Counters of both periods plus pending deltas, in one statement: the same snapshot as the totals of the lists that
 * the figures link to.
 */
export async function listFigures(db: Db, businessId: string, { period, previous, ...query }: FigureQuery) {
  const { campaigns, chart, chartBefore } = query
  const both = [{ isCurrent: true, range: period }, ...(previous ? [{ isCurrent: false, range: previous }] : [])].map(
    ({ isCurrent, range }) => ({ isCurrent, range, ...piecesOf(range) }),
  )
  const months = asked(both.flatMap((of) => of.months.map((piece) => ({ ...piece, isCurrent: of.isCurrent }))))
  const days = asked(both.flatMap((of) => of.days.map((piece) => ({ ...piece, isCurrent: of.isCurrent }))))
  const whole = asked(
    both.map(({ isCurrent, range }) => ({ isCurrent, ...(range ?? { from: '0001-01-01', to: '9999-12-31' }) })),
  )
  const bars = asked([{ ...chart, isCurrent: true }, ...(chartBefore ? [{ ...chartBefore, isCurrent: false }] : [])])
  const scope = sql`${campaigns ?? [NO_CAMPAIGN]}::uuid[]`
  const isSeen = campaigns ? sql`u.campaign_id = any(${campaigns}::text[])` : sql`true`
  const kept = (which: { campaign: Sql; facets: Sql }) => sql`
    select asked.is_current, c.* from ${months} cross join lateral (select campaign_id, facet, key, total, sales
      from campaign_month_counts where business_id = ${businessId} and campaign_id = ${which.campaign}
        and facet = any(${which.facets}) and month between asked.first and asked.last) c
    union all
    select asked.is_current, c.* from ${days} cross join lateral (select campaign_id, facet, key, total, sales
      from campaign_day_counts where business_id = ${businessId} and campaign_id = ${which.campaign}
        and facet = any(${which.facets}) and day between asked.first and asked.last) c`
  const { rows } = await sql<FigureRow>`
    with pending as materialized (select * from pending_lead_deltas() u where ${isSeen}),
      step as materialized (select asked.is_current, u.* from pending u join ${whole} on u.day between asked.first and asked.last),
      known as materialized (select id from campaigns where business_id = ${businessId} and deleted_at is null
        and (${campaigns}::uuid[] is null or id = any(${campaigns}::uuid[]))),
      figure as (
        select facet as kind, key, is_current, total, sales
          from (${kept({ campaign: sql`any(${scope})`, facets: sql`array['all', 'status', 'source', 'response']` })}) of_scope
        union all
        select f.kind, f.key, s.is_current, s.total, s.sales from step s, lateral (values ('all', ''), ('status', s.status_id),
          ('source', s.source), ('response', s.response), ('campaign', s.campaign_id)) f(kind, key)
        union all
        select 'campaign', known.id::text, of_one.is_current, of_one.total, of_one.sales
          from known cross join lateral (${kept({ campaign: sql`known.id`, facets: sql`array['all']` })}) of_one
        union all
        select 'day', c.day::text, asked.is_current, c.total, 0 from ${bars}, campaign_day_counts c
          where c.business_id = ${businessId} and c.campaign_id = any(${scope}) and c.facet = 'all'
            and c.day between asked.first and asked.last
        union all
        select 'day', u.day::text, asked.is_current, u.total, 0 from ${bars} join pending u on u.day between asked.first and asked.last)
    select kind, key, is_current as "isCurrent", sum(total)::bigint as total, sum(sales)::bigint as sales
    from figure group by 1, 2, 3
    union all
    select 'ever', '', true, 0, 0 where exists (select from pending where total > 0)
      or exists (select from campaign_month_counts where business_id = ${businessId} and campaign_id = any(${scope})
        and facet = 'all' and total > 0)`.execute(db)
  return rows
}

export const listCampaignNames = (db: Db, businessId: string, campaigns: readonly string[] | null) =>
  db
    .selectFrom('campaigns')
    .select(['id as _id', 'name', 'image'])
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .$if(campaigns !== null, (query) => query.where('id', '=', sql<string>`any(${campaigns}::uuid[])`))
    .orderBy('name')
    .execute()

export const listStatuses = (db: Db, businessId: string) =>
  db
    .selectFrom('lead_statuses')
    .select([
      'id as _id',
      'name_he as nameHe',
      'name_en as nameEn',
      'hue',
      'type',
      'position',
      'is_default as isDefault',
    ])
    .$narrowType<Pick<LeadStatus, 'hue' | 'type'>>()
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
