import { sql } from 'kysely'
import { LIMIT_MAX } from '#contract/common.ts'
import type { StatusCount } from '#contract/lead-counts.ts'
import type { StatusType } from '#contract/lead-status.ts'
import { NOT_ANSWERED, type ResponseBucket, stepsOf } from '#contract/responses.ts'
import type { Db } from '../../../platform/db/db.ts'
import { keepStatements } from '../../../platform/db/kept-statements.ts'
import { unseen } from '../../../platform/db/named-statements.ts'
import type { Place } from '../../../platform/lists/paging.ts'
import { type Facet, isOrdered, type ListFilter } from './list.rules.ts'
import {
  conditions,
  type FoundPage,
  inFound,
  isPageSize,
  limited,
  limitOf,
  MOST,
  newestFirst,
  pageStatement,
  runPage,
  type Sql,
} from './list.sql.ts'

type CountedFilter = ListFilter & { facet: Facet }
/** As many rows are passed over one by one; beyond, the counters say where to begin. */
const SKIP_MAX = 1_000
const NEAR = sql.lit(SKIP_MAX + LIMIT_MAX)

/** Any filter: the rows are passed over, and counted as far as totals are exact, or by the counters of a facet. */
export const listLeads = (db: Db, businessId: string, filter: ListFilter & { facet?: Facet }, place: Place) =>
  runPage(db, place, {
    total: filter.facet
      ? countedTotal(businessId, { ...filter, facet: filter.facet })
      : sql`(select count(*) from (select from leads where business_id = ${businessId} and ${conditions(filter)}
      limit ${MOST}) counted)`,
    page: {
      ids: sql`select id from leads where business_id = ${businessId} and ${conditions(filter)}
        order by ${newestFirst(place.isAscending)} ${limited(place)}`,
    },
  })

/**
 * A filter of many shapes: planned anew with its values, and read once for the total and the page together, because no
 * index may help. Its pages end where totals do.
 */
export const listSpecialLeads = (db: Db, businessId: string, filter: ListFilter, place: Place) =>
  runPage(
    db,
    place,
    inFound(
      sql`select id, created_at from leads where business_id = ${businessId} and ${conditions(filter)}
        order by ${newestFirst(place.isAscending)} limit ${MOST}`,
      place,
    ),
  )

/** Nothing or one thing filtered, and campaigns and days: an exact total from the maintained counters, and mostly any page. */
export function listCountedLeads(db: Db, businessId: string, filter: CountedFilter, place: Place) {
  const { offset } = place
  if (isOpened(filter, place)) return openList(db, businessId, place)
  if (!isOrdered(filter.facet)) return listLeads(db, businessId, filter, place)
  if (offset * filter.facet.keys.length > SKIP_MAX) return listByDays(db, businessId, filter, place)
  return runPage(db, place, partsOf(businessId, filter, place))
}

const partsOf = (businessId: string, filter: CountedFilter, place: Place) => ({
  total: countedTotal(businessId, filter),
  page: pageOf(businessId, filter, place),
})

const everything: CountedFilter = { campaigns: null, sight: null, today: '', facet: { name: 'all', keys: [''] } }
const firstPage = keepStatements((businessId: string, place: Place) =>
  pageStatement(place, partsOf(businessId, everything, place)),
)
async function openList(db: Db, businessId: string, place: Place): Promise<FoundPage> {
  const rows = await firstPage(db, businessId, place)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** As most visits begin: the first page of everything. */
const isOpened = ({ facet, from, to }: CountedFilter, { offset, limit }: Place) =>
  !offset && isPageSize(limit) && facet.name === 'all' && !from && !to

function pageOf(businessId: string, filter: CountedFilter, place: Place) {
  const { isAscending, offset, limit } = place
  const whole = limitOf(limit)
  if (!offset) return { leads: rowsOf(businessId, filter, { isAscending, tail: whole, most: whole, isWhole: true }) }
  const near = rowsOf(businessId, filter, { isAscending, tail: sql`limit ${NEAR}`, most: sql`limit ${offset + limit}` })
  return { ids: sql`select id from (${near}) near order by ${newestFirst(isAscending)} ${limited(place)}` }
}

const facetColumns = { campaign: 'campaign_id', status: 'status_id', source: 'source', response: 'response' } as const
const keyTypes = { campaign: 'uuid', status: 'uuid', source: 'text', response: 'text' } as const
/** Stands for all campaigns together in campaign_…_counts. */
const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000'

/** The counters' rows of a facet, and the steps that the relay has not brought to them yet. */
function counters(businessId: string, { facet, from, to }: CountedFilter) {
  const { name, campaigns } = facet
  const keys = name === 'response' ? (facet.keys as ResponseBucket[]).flatMap(stepsOf) : facet.keys
  const days = sql`${from ? sql`and day >= ${unseen(from, 'date')}` : sql``} ${to ? sql`and day <= ${unseen(to, 'date')}` : sql``}`
  const isKey = keys.length === 1 ? sql`= ${unseen(keys[0], 'text')}` : sql`= any(${keys}::text[])`
  const isKept = sql`business_id = ${unseen(businessId, 'uuid')} and facet = ${sql.lit(name)} and key ${isKey}`
  const isStep = name === 'all' ? sql`true` : sql`${sql.ref(facetColumns[name])} ${isKey}`
  if (campaigns || name === 'response') {
    const ofCampaigns = sql`${isKept} and campaign_id = any(${campaigns ?? [NO_CAMPAIGN]}::uuid[])`
    const inCampaigns = campaigns ? sql`and campaign_id = any(${campaigns}::text[])` : sql``
    return {
      totals: sql`campaign_month_counts where ${ofCampaigns}`,
      months: sql`campaign_month_counts where ${ofCampaigns}`,
      days: sql`campaign_day_counts where ${ofCampaigns} ${days}`,
      steps: sql`unrolled_lead_steps() where ${isStep} ${inCampaigns} ${days}`,
    }
  }
  return {
    totals: sql`lead_counts where ${isKept}`,
    months: sql`lead_month_counts where ${isKept}`,
    days: sql`lead_day_counts where ${isKept} ${days}`,
    steps: sql`unrolled_lead_steps() where ${isStep} ${days}`,
  }
}

function countedTotal(businessId: string, filter: CountedFilter, steps?: Sql): Sql {
  const kept = counters(businessId, filter)
  return sql`(select coalesce(sum(total), 0)::bigint from ${filter.from || filter.to ? kept.days : kept.totals})
    + (select coalesce(sum(total), 0) from ${steps ?? kept.steps})`
}

type Reading = {
  isAscending: boolean
  /** Clauses of limit and offset: of all rows, and of the rows that each of several keys may add. */
  tail: Sql
  most: Sql
  extra?: Sql
  isWhole?: boolean
}
/** Ids, or with `isWhole` leads, in order along the facet's index; of several keys, each along its own and then merged. */
function rowsOf(
  businessId: string,
  filter: CountedFilter,
  { isAscending, tail, most, extra = sql``, isWhole = false }: Reading,
): Sql {
  const { name, keys } = filter.facet
  const order = newestFirst(isAscending)
  const wanted = (of: string) => sql.raw(isWhole ? `${of}.*` : `${of}.id, ${of}.created_at`)
  const { from, to } = filter
  const created = sql`${from ? sql`and created_at >= (select start_of(${from}::date))` : sql``}
    ${to ? sql`and created_at < (select start_of(${to}::date + 1))` : sql``}`
  const live = sql`business_id = ${unseen(businessId, 'uuid')} and deleted_at is null ${created} ${extra} ${answeredOf(filter.facet)}`
  if (name === 'all') return sql`select ${wanted('leads')} from leads where ${live} order by ${order} ${tail}`
  if (name === 'response' && keys[0] === NOT_ANSWERED)
    return sql`select ${wanted('leads')} from leads where ${live} order by ${order} ${tail}`
  const column = sql.ref(facetColumns[name])
  if (keys.length === 1)
    return sql`select ${wanted('leads')} from leads where ${live} and ${column} = ${unseen(keys[0], keyTypes[name])} order by ${order} ${tail}`
  return sql`select ${wanted('k')} from unnest(${keys}::${sql.raw(keyTypes[name])}[]) asked(key) cross join lateral (
    select ${wanted('leads')} from leads where ${live} and ${column} = asked.key order by ${order} ${most}) k
    order by ${order} ${tail}`
}

/** In the words of the partial index that serves the facet. */
const answeredOf = ({ name, keys }: Facet): Sql =>
  name !== 'response' ? sql`` : sql.raw(`and first_response_at is ${keys[0] === NOT_ANSWERED ? 'null' : 'not null'}`)

/**
 * Any page, however deep. Counted from the oldest, the page is the rows from `first` up to, not including, `past`. The
 * counters of months and then of days say in which day each of them lies, and so how many rows are to be passed over when
 * reading starts at the beginning of the one or at the end of the other; the shorter way is taken.
 */
function listByDays(db: Db, businessId: string, filter: CountedFilter, place: Place) {
  const read = (fromPast: boolean) => {
    const skip = sql.raw(`(select ${fromPast ? 'past_skip' : 'first_skip'} from way)`)
    const count = sql`(select count from way)`
    const extra = fromPast
      ? sql`and (select is_past from way) and created_at < (select past_edge from way)`
      : sql`and (select not is_past from way) and created_at >= (select first_edge from way)`
    return rowsOf(businessId, filter, {
      isAscending: !fromPast,
      tail: sql`limit ${count} offset ${skip}`,
      most: sql`limit ${skip} + ${count}`,
      extra,
    })
  }
  return runPage(db, place, {
    with: wayOf(businessId, filter, place),
    total: sql`(select total from counted)`,
    page: { ids: sql`(${read(true)}) union all (${read(false)})` },
  })
}

function wayOf(businessId: string, filter: CountedFilter, { isAscending, offset, limit }: Place): Sql {
  const { months, days, steps } = counters(businessId, filter)
  // A range may begin and end within a month: then its days are added up, all of them.
  const around =
    filter.from || filter.to
      ? sql`select 0 as before, '-infinity'::date as since, 'infinity'::date as until`
      : sql`select coalesce(max(upto) filter (where upto <= (select first from wanted)), 0) as before,
          min(month) filter (where upto > (select first from wanted)) as since,
          (min(month) filter (where upto >= (select past from wanted)) + interval '1 month')::date as until
        from (select month, sum(total::int) over (order by month) as upto from (
          select month, total from ${months} union all select month_of(day), total from step) months) passed`
  const isNear = sql`day >= (select since from around) and day < (select until from around)`
  return sql`with step as materialized (select day, total from ${steps}),
    counted as materialized (select ${countedTotal(businessId, filter, sql`step`)} as total),
    wanted as materialized (select
        ${isAscending ? sql`${offset}::bigint` : sql`greatest(total - ${offset} - ${limit}, 0)`} as first,
        ${isAscending ? sql`least(total, ${offset}::bigint + ${limit})` : sql`total - ${offset}`} as past
      from counted where total > ${offset}),
    around as materialized (${around}),
    passed as (select day, (select before from around) + sum(total::int) over (order by day) as upto from (
      select day, total from ${days} and ${isNear} union all select day, total from step where ${isNear}) days),
    edges as (select (select past - first from wanted) as count,
        start_of(min(day) filter (where upto > (select first from wanted))) as first_edge,
        (select first from wanted) - greatest((select before from around),
          max(upto) filter (where upto <= (select first from wanted))) as first_skip,
        start_of(min(day) filter (where upto >= (select past from wanted)) + 1) as past_edge,
        min(upto) filter (where upto >= (select past from wanted)) - (select past from wanted) as past_skip
      from passed),
    way as materialized (select *, past_skip <= first_skip as is_past from edges)`
}

type Counted = Pick<ListFilter, 'campaigns' | 'from' | 'to'>
/** How many live leads have each status, by the counters and the steps that the relay has not brought to them yet. */
export async function countByStatus(
  db: Db,
  businessId: string,
  { campaigns, from, to }: Counted,
): Promise<StatusCount[]> {
  const days = sql`${from ? sql`and day >= ${from}::date` : sql``} ${to ? sql`and day <= ${to}::date` : sql``}`
  const isDays = from !== undefined || to !== undefined
  const kept = campaigns
    ? sql`${sql.raw(isDays ? 'campaign_day_counts' : 'campaign_month_counts')}
        where business_id = ${businessId} and campaign_id = any(${campaigns}::uuid[])`
    : sql`${sql.raw(isDays ? 'lead_day_counts' : 'lead_counts')} where business_id = ${businessId}`
  const { rows } = await sql<StatusCount>`
    select status_id as "statusId", sum(total)::int as total from (
      select key as status_id, total from ${kept} and facet = 'status' ${days}
      union all select status_id, total from unrolled_lead_steps()
        where ${campaigns ? sql`campaign_id = any(${campaigns}::text[])` : sql`true`} ${days}) counted
    group by 1 having sum(total) > 0`.execute(db)
  return rows
}

/** The same of leads that no counter knows, one by one. */
export async function countEachByStatus(db: Db, businessId: string, filter: ListFilter): Promise<StatusCount[]> {
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

/** Where these leads are, and whose. */
export const listPlaces = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .selectFrom('leads')
    .select(['id', 'campaign_id as campaignId', 'assigned_to as assignedTo'])
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
