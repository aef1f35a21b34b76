import { sql } from 'kysely'
import { LIMIT_MAX } from '#contract/common.ts'
import type { StatusCount } from '#contract/leads/lead-counts.ts'
import type { StatusType } from '#contract/leads/lead-status.ts'
import { NOT_ANSWERED, type ResponseBucket, stepsOf } from '#contract/responses.ts'
import { cacheCompiledQuery } from '../../../platform/db/compiled-query-cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import { opaqueParam } from '../../../platform/db/named-statements.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { type Facet, isOrdered, type ListFilter } from './list.rules.ts'
import {
  conditions,
  type FoundPage,
  isPageSize,
  limited,
  limitOf,
  newestFirst,
  pageStatement,
  runPage,
  type Sql,
  scannedPage,
  TOTAL_LIMIT,
} from './list.sql.ts'

type CountedFilter = ListFilter & { facet: Facet }
/** Rows skipped by OFFSET; deeper pages are found by the day counters. */
const SKIP_MAX = 1_000
const NEARBY = sql.lit(SKIP_MAX + LIMIT_MAX)

/**
 * Any filter. Skips rows by OFFSET; the total is counted up to EXACT_TOTAL_MAX, or taken from the counters of a facet.
 */
export const listLeads = (db: Db, businessId: string, filter: ListFilter & { facet?: Facet }, place: PageWindow) =>
  runPage(db, place, {
    total: filter.facet
      ? countedTotal(businessId, { ...filter, facet: filter.facet })
      : sql`(select count(*) from (select from leads where business_id = ${businessId} and ${conditions(filter)}
      limit ${TOTAL_LIMIT}) counted)`,
    page: {
      ids: sql`select id from leads where business_id = ${businessId} and ${conditions(filter)}
        order by ${newestFirst(place.isAscending)} ${limited(place)}`,
    },
  })

/**
 * A filter that no index may serve: planned with its values, and scanned once for total and page. Its pages end where
 * totals do.
 */
export const scanLeads = (db: Db, businessId: string, filter: ListFilter, place: PageWindow) =>
  runPage(
    db,
    place,
    scannedPage(
      sql`select id, created_at from leads where business_id = ${businessId} and ${conditions(filter)}
        order by ${newestFirst(place.isAscending)} limit ${TOTAL_LIMIT}`,
      place,
    ),
  )

/** A filter of one facet, with campaigns and days: exact total from the counters, and pages of any depth. */
export function listCountedLeads(db: Db, businessId: string, filter: CountedFilter, place: PageWindow) {
  const { offset } = place
  if (isFirstPageOfAll(filter, place)) return listFirstPage(db, businessId, place)
  if (!isOrdered(filter.facet)) return listLeads(db, businessId, filter, place)
  if (offset * filter.facet.keys.length > SKIP_MAX) return listByDays(db, businessId, filter, place)
  return runPage(db, place, partsOf(businessId, filter, place))
}

const partsOf = (businessId: string, filter: CountedFilter, place: PageWindow) => ({
  total: countedTotal(businessId, filter),
  page: pageOf(businessId, filter, place),
})

const noFilter: CountedFilter = { campaigns: null, scope: null, today: '', facet: { name: 'all', keys: [''] } }
const firstPage = cacheCompiledQuery((businessId: string, place: PageWindow) =>
  pageStatement(place, partsOf(businessId, noFilter, place)),
)
async function listFirstPage(db: Db, businessId: string, place: PageWindow): Promise<FoundPage> {
  const rows = await firstPage(db, businessId, place)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** The first page without a filter, which most visits begin with. */
const isFirstPageOfAll = ({ facet, from, to }: CountedFilter, { offset, limit }: PageWindow) =>
  !offset && isPageSize(limit) && facet.name === 'all' && !from && !to

function pageOf(businessId: string, filter: CountedFilter, place: PageWindow) {
  const { isAscending, offset, limit } = place
  const pageLimit = limitOf(limit)
  if (!offset)
    return { leads: rowsOf(businessId, filter, { isAscending, pageLimit, limitPerKey: pageLimit, isWhole: true }) }
  const nearby = rowsOf(businessId, filter, {
    isAscending,
    pageLimit: sql`limit ${NEARBY}`,
    limitPerKey: sql`limit ${offset + limit}`,
  })
  return { ids: sql`select id from (${nearby}) nearby order by ${newestFirst(isAscending)} ${limited(place)}` }
}

const facetColumns = { campaign: 'campaign_id', status: 'status_id', source: 'source', response: 'response' } as const
const keyTypes = { campaign: 'uuid', status: 'uuid', source: 'text', response: 'text' } as const
/** Key of all campaigns together in campaign_…_counts. */
const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000'

/** Counters of a facet, and the deltas that the relay has not applied to them yet. */
function counters(businessId: string, { facet, from, to }: CountedFilter) {
  const { name, campaigns } = facet
  const keys = name === 'response' ? (facet.keys as ResponseBucket[]).flatMap(stepsOf) : facet.keys
  const days = sql`${from ? sql`and day >= ${opaqueParam(from, 'date')}` : sql``} ${to ? sql`and day <= ${opaqueParam(to, 'date')}` : sql``}`
  const isKey = keys.length === 1 ? sql`= ${opaqueParam(keys[0], 'text')}` : sql`= any(${keys}::text[])`
  const isCounter = sql`business_id = ${opaqueParam(businessId, 'uuid')} and facet = ${sql.lit(name)} and key ${isKey}`
  const isDelta = name === 'all' ? sql`true` : sql`${sql.ref(facetColumns[name])} ${isKey}`
  if (campaigns || name === 'response') {
    const ofCampaigns = sql`${isCounter} and campaign_id = any(${campaigns ?? [NO_CAMPAIGN]}::uuid[])`
    const inCampaigns = campaigns ? sql`and campaign_id = any(${campaigns}::text[])` : sql``
    return {
      totals: sql`campaign_month_counts where ${ofCampaigns}`,
      months: sql`campaign_month_counts where ${ofCampaigns}`,
      days: sql`campaign_day_counts where ${ofCampaigns} ${days}`,
      deltas: sql`unrolled_lead_steps() where ${isDelta} ${inCampaigns} ${days}`,
    }
  }
  return {
    totals: sql`lead_counts where ${isCounter}`,
    months: sql`lead_month_counts where ${isCounter}`,
    days: sql`lead_day_counts where ${isCounter} ${days}`,
    deltas: sql`unrolled_lead_steps() where ${isDelta} ${days}`,
  }
}

function countedTotal(businessId: string, filter: CountedFilter, deltas?: Sql): Sql {
  const source = counters(businessId, filter)
  return sql`(select coalesce(sum(total), 0)::bigint from ${filter.from || filter.to ? source.days : source.totals})
    + (select coalesce(sum(total), 0) from ${deltas ?? source.deltas})`
}

type RowsQuery = {
  isAscending: boolean
  /** LIMIT and OFFSET of the result, and of each key’s part of it. */
  pageLimit: Sql
  limitPerKey: Sql
  extra?: Sql
  isWhole?: boolean
}
/**
 * Ids, or with `isWhole` leads, in the order of the facet’s index; several keys are read by an index scan each, and
 * merged.
 */
function rowsOf(
  businessId: string,
  filter: CountedFilter,
  { isAscending, pageLimit, limitPerKey, extra = sql``, isWhole = false }: RowsQuery,
): Sql {
  const { name, keys } = filter.facet
  const order = newestFirst(isAscending)
  const selected = (of: string) => sql.raw(isWhole ? `${of}.*` : `${of}.id, ${of}.created_at`)
  const { from, to } = filter
  const created = sql`${from ? sql`and created_at >= (select start_of(${from}::date))` : sql``}
    ${to ? sql`and created_at < (select start_of(${to}::date + 1))` : sql``}`
  const live = sql`business_id = ${opaqueParam(businessId, 'uuid')} and deleted_at is null ${created} ${extra} ${responseCondition(filter.facet)}`
  if (name === 'all') return sql`select ${selected('leads')} from leads where ${live} order by ${order} ${pageLimit}`
  if (name === 'response' && keys[0] === NOT_ANSWERED)
    return sql`select ${selected('leads')} from leads where ${live} order by ${order} ${pageLimit}`
  const column = sql.ref(facetColumns[name])
  if (keys.length === 1)
    return sql`select ${selected('leads')} from leads where ${live} and ${column} = ${opaqueParam(keys[0], keyTypes[name])} order by ${order} ${pageLimit}`
  return sql`select ${selected('k')} from unnest(${keys}::${sql.raw(keyTypes[name])}[]) facet_keys(key) cross join lateral (
    select ${selected('leads')} from leads where ${live} and ${column} = facet_keys.key order by ${order} ${limitPerKey}) k
    order by ${order} ${pageLimit}`
}

/** The condition of the partial index that serves the facet. */
const responseCondition = ({ name, keys }: Facet): Sql =>
  name !== 'response' ? sql`` : sql.raw(`and first_response_at is ${keys[0] === NOT_ANSWERED ? 'null' : 'not null'}`)

/**
 * A page of any depth. Counted from the oldest, it holds the rows from `first` to before `past`. The counters of
 * months, then days, tell the day of either end, and so how many rows to skip when reading from the start of the first
 * day or from the end of the last. The shorter way is taken.
 */
function listByDays(db: Db, businessId: string, filter: CountedFilter, place: PageWindow) {
  const read = (fromPast: boolean) => {
    const skip = sql.raw(`(select ${fromPast ? 'past_skip' : 'first_skip'} from direction)`)
    const count = sql`(select count from direction)`
    const extra = fromPast
      ? sql`and (select is_past from direction) and created_at < (select past_edge from direction)`
      : sql`and (select not is_past from direction) and created_at >= (select first_edge from direction)`
    return rowsOf(businessId, filter, {
      isAscending: !fromPast,
      pageLimit: sql`limit ${count} offset ${skip}`,
      limitPerKey: sql`limit ${skip} + ${count}`,
      extra,
    })
  }
  return runPage(db, place, {
    with: directionOf(businessId, filter, place),
    total: sql`(select total from counted)`,
    page: { ids: sql`(${read(true)}) union all (${read(false)})` },
  })
}

function directionOf(businessId: string, filter: CountedFilter, { isAscending, offset, limit }: PageWindow): Sql {
  const { months, days, deltas } = counters(businessId, filter)
  // A range may start or end within a month: then all of its days are summed.
  const span =
    filter.from || filter.to
      ? sql`select 0 as before, '-infinity'::date as since, 'infinity'::date as until`
      : sql`select coalesce(max(upto) filter (where upto <= (select first from target)), 0) as before,
          min(month) filter (where upto > (select first from target)) as since,
          (min(month) filter (where upto >= (select past from target)) + interval '1 month')::date as until
        from (select month, sum(total::int) over (order by month) as upto from (
          select month, total from ${months} union all select month_of(day), total from delta) months) running`
  const isNear = sql`day >= (select since from span) and day < (select until from span)`
  return sql`with delta as materialized (select day, total from ${deltas}),
    counted as materialized (select ${countedTotal(businessId, filter, sql`delta`)} as total),
    target as materialized (select
        ${isAscending ? sql`${offset}::bigint` : sql`greatest(total - ${offset} - ${limit}, 0)`} as first,
        ${isAscending ? sql`least(total, ${offset}::bigint + ${limit})` : sql`total - ${offset}`} as past
      from counted where total > ${offset}),
    span as materialized (${span}),
    running as (select day, (select before from span) + sum(total::int) over (order by day) as upto from (
      select day, total from ${days} and ${isNear} union all select day, total from delta where ${isNear}) days),
    edges as (select (select past - first from target) as count,
        start_of(min(day) filter (where upto > (select first from target))) as first_edge,
        (select first from target) - greatest((select before from span),
          max(upto) filter (where upto <= (select first from target))) as first_skip,
        start_of(min(day) filter (where upto >= (select past from target)) + 1) as past_edge,
        min(upto) filter (where upto >= (select past from target)) - (select past from target) as past_skip
      from running),
    direction as materialized (select *, past_skip <= first_skip as is_past from edges)`
}

type CountedRange = Pick<ListFilter, 'campaigns' | 'from' | 'to'>
/** Live leads by status: the counters plus the deltas that the relay has not applied yet. */
export async function countByStatus(
  db: Db,
  businessId: string,
  { campaigns, from, to }: CountedRange,
): Promise<StatusCount[]> {
  const days = sql`${from ? sql`and day >= ${from}::date` : sql``} ${to ? sql`and day <= ${to}::date` : sql``}`
  const isDays = from !== undefined || to !== undefined
  const source = campaigns
    ? sql`${sql.raw(isDays ? 'campaign_day_counts' : 'campaign_month_counts')}
        where business_id = ${businessId} and campaign_id = any(${campaigns}::uuid[])`
    : sql`${sql.raw(isDays ? 'lead_day_counts' : 'lead_counts')} where business_id = ${businessId}`
  const { rows } = await sql<StatusCount>`
    select status_id as "statusId", sum(total)::int as total from (
      select key as status_id, total from ${source} and facet = 'status' ${days}
      union all select status_id, total from unrolled_lead_steps()
        where ${campaigns ? sql`campaign_id = any(${campaigns}::text[])` : sql`true`} ${days}) counted
    group by 1 having sum(total) > 0`.execute(db)
  return rows
}

/** As countByStatus, by counting the leads. */
export async function countLeadsByStatus(db: Db, businessId: string, filter: ListFilter): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select status_id as "statusId", count(*)::int as total from leads
    where business_id = ${businessId} and ${conditions(filter)} group by 1`.execute(db)
  return rows
}

export async function listStatusIds(db: Db, businessId: string, types: readonly StatusType[]) {
  const { rows } = await sql<{ id: string }>`
    select id from lead_statuses where business_id = ${businessId} and type = any(${types}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Campaign and assignee of these leads. */
export const listCampaignsOfLeads = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .selectFrom('leads')
    .select(['id', 'campaign_id as campaignId', 'assigned_to as assignedTo'])
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
