import { type RawBuilder, sql } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/common.ts'
import { PAGE_SIZES } from '#contract/constants.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Facet, ListFilter, Place } from './lead-list.rules.ts'
import { type LeadRow, leadColumns } from './leads.shape.ts'

/**
 * Statements are named and planned once (platform/db/tenants.ts), so their texts hold no list of values. A limit that
 * is a page size stands in the text: for an unknown one the planner thinks of a tenth of all rows, and plans anew each time.
 */
type Sql = RawBuilder<unknown>
export type FoundPage = { rows: LeadRow[]; total: number }

/** As many rows are passed over one by one; beyond, the counters say where to begin. */
const SKIP_MAX = 1_000

/** A page comes with its total in one statement, so that both are of one moment; an empty page still bears it. */
export async function runPage(
  db: Db,
  parts: { with?: Sql; total: Sql; page: Sql; isAscending: boolean },
): Promise<FoundPage> {
  const { rows } = await sql<LeadRow & { total: number; id: string | null }>`
    ${parts.with ?? sql``} select t.total, ${leadColumns} from (select ${parts.total} as total) t
    left join (select v.* from (${parts.page}) p join lead_rows v on v.business_id = current_business() and v.id = p.id) r on true
    order by ${newestFirst(parts.isAscending, sql`r.`)}`.execute(db)
  return { rows: rows[0]?.id ? rows : [], total: rows[0]?.total ?? 0 }
}

export const newestFirst = (isAscending: boolean, of: Sql = sql``) =>
  isAscending ? sql`${of}created_at, ${of}id` : sql`${of}created_at desc, ${of}id desc`

export const limited = ({ offset, limit }: Place) =>
  sql`limit ${(PAGE_SIZES as readonly number[]).includes(limit) ? sql.lit(limit) : limit} ${offset ? sql`offset ${offset}` : sql``}`

/** The filter's conditions on leads. */
export function conditions(filter: ListFilter): Sql {
  const { campaigns, statuses, sources, unread, unanswered, trash } = filter
  return sql`${sql.raw(trash ? 'deleted_at is not null' : 'deleted_at is null')}
    ${campaigns ? sql`and campaign_id = any(${campaigns}::uuid[])` : sql``}
    ${statuses ? sql`and status_id = any(${statuses}::uuid[])` : sql``}
    ${sources ? sql`and source = any(${sources}::text[])` : sql``}
    ${daysOf(filter)} ${sql.raw(unread ? 'and read_at is null' : '')} ${sql.raw(unanswered ? 'and first_response_at is null' : '')}`
}

const daysOf = ({ from, to }: ListFilter) =>
  sql`${from ? sql`and created_at >= start_of(${from}::date)` : sql``} ${to ? sql`and created_at < start_of(${to}::date + 1)` : sql``}`

/** Any filter: the rows are passed over, and counted as far as totals are exact. */
export const listLeads = (db: Db, businessId: string, filter: ListFilter, place: Place) =>
  runPage(db, {
    total: sql`(select count(*) from (select from leads where business_id = ${businessId} and ${conditions(filter)}
      limit ${sql.lit(EXACT_TOTAL_MAX + 1)}) counted)`,
    page: sql`select id from leads where business_id = ${businessId} and ${conditions(filter)}
      order by ${newestFirst(place.isAscending)} ${limited(place)}`,
    isAscending: place.isAscending,
  })

/** Nothing or one thing filtered, and days: exact total and any page, from the maintained counters. */
export function listCountedLeads(db: Db, businessId: string, filter: ListFilter & { facet: Facet }, place: Place) {
  const { isAscending, offset, limit } = place
  const total = countedTotal(businessId, filter)
  if (offset * filter.facet.keys.length > SKIP_MAX) return listByDays(db, businessId, filter, place)
  const page = rowsOf(businessId, filter, {
    isAscending,
    skip: sql.lit(offset),
    count: limited({ ...place, offset: 0 }),
    reach: sql.lit(offset + limit),
  })
  return runPage(db, { total, page, isAscending })
}

const facetColumns = { campaign: 'campaign_id', status: 'status_id', source: 'source' } as const
const keyTypes = { campaign: sql`uuid`, status: sql`uuid`, source: sql`text` } as const

/** The counters' rows of a facet, and the steps that the relay has not brought to them yet. */
function counters(businessId: string, { facet, from, to }: ListFilter & { facet: Facet }) {
  const { name, keys } = facet
  const days = sql`${from ? sql`and day >= ${from}::date` : sql``} ${to ? sql`and day <= ${to}::date` : sql``}`
  const isKept = sql`business_id = ${businessId} and facet = ${sql.lit(name)} and key = any(${keys}::text[])`
  const isStep = name === 'all' ? sql`true` : sql`${sql.ref(facetColumns[name])} = any(${keys}::text[])`
  return {
    totals: sql`lead_counts where ${isKept}`,
    days: sql`lead_day_counts where ${isKept} ${days}`,
    steps: sql`unrolled_lead_steps() where ${isStep} ${days}`,
  }
}

function countedTotal(businessId: string, filter: ListFilter & { facet: Facet }): Sql {
  const { totals, days, steps } = counters(businessId, filter)
  return sql`(select coalesce(sum(total), 0)::bigint from ${filter.from || filter.to ? days : totals})
    + (select coalesce(sum(total), 0) from ${steps})`
}

type Reading = {
  isAscending: boolean
  /** Rows to pass over, the clause that limits what follows, and how many rows both are together. */
  skip: Sql
  count: Sql
  reach: Sql
  extra?: Sql
}
/** Ids in order along the facet's index; of several keys, each along its own and then merged. */
function rowsOf(
  businessId: string,
  filter: ListFilter & { facet: Facet },
  { isAscending, skip, count, reach, extra = sql`` }: Reading,
): Sql {
  const { name, keys } = filter.facet
  const order = newestFirst(isAscending)
  const live = sql`business_id = ${businessId} and deleted_at is null ${daysOf(filter)} ${extra}`
  if (name === 'all')
    return sql`select id, created_at from leads where ${live} order by ${order} ${count} offset ${skip}`
  const column = sql.ref(facetColumns[name])
  if (keys.length === 1)
    return sql`select id, created_at from leads where ${live} and ${column} = ${keys[0]}::${keyTypes[name]} order by ${order} ${count} offset ${skip}`
  return sql`select k.id, k.created_at from unnest(${keys}::${keyTypes[name]}[]) asked(key) cross join lateral (
    select id, created_at from leads where ${live} and ${column} = asked.key order by ${order} limit ${reach}) k
    order by ${order} ${count} offset ${skip}`
}

/**
 * Any page, however deep. Counted from the oldest, the page is the rows from `first` up to, not including, `past`. The
 * counters of days say in which day each of them lies, and so how many rows are to be passed over when reading starts at
 * the beginning of the one or at the end of the other; the shorter way is taken.
 */
function listByDays(
  db: Db,
  businessId: string,
  filter: ListFilter & { facet: Facet },
  { isAscending, offset, limit }: Place,
) {
  const { days, steps } = counters(businessId, filter)
  const first = isAscending ? sql`${offset}::bigint` : sql`greatest(total - ${offset} - ${limit}, 0)`
  const past = isAscending ? sql`least(total, ${offset}::bigint + ${limit})` : sql`total - ${offset}`
  const read = (fromPast: boolean) => {
    const skip = sql.raw(`(select ${fromPast ? 'past_skip' : 'first_skip'} from way)`)
    const count = sql`(select count from way)`
    const extra = fromPast
      ? sql`and (select is_past from way) and created_at < (select past_edge from way)`
      : sql`and (select not is_past from way) and created_at >= (select first_edge from way)`
    return rowsOf(businessId, filter, {
      isAscending: !fromPast,
      skip,
      count: sql`limit ${count}`,
      reach: sql`${skip} + ${count}`,
      extra,
    })
  }
  return runPage(db, {
    with: sql`with step as materialized (select day, total from ${steps}),
      counted as materialized (select ${countedTotal(businessId, filter)} as total),
      wanted as (select ${first} as first, ${past} as past from counted where total > ${offset}),
      passed as (select day, sum(total::int) over (order by day) as upto
        from (select day, total from ${days} union all select day, total from step) days),
      way as materialized (select *, past_skip <= first_skip as is_past from (select past - first as count,
          start_of(min(day) filter (where upto > first)) as first_edge,
          first - coalesce(max(upto) filter (where upto <= first), 0) as first_skip,
          start_of(min(day) filter (where upto >= past) + 1) as past_edge,
          min(upto) filter (where upto >= past) - past as past_skip
        from passed, wanted group by first, past) edges)`,
    total: sql`(select total from counted)`,
    page: sql`(${read(true)}) union all (${read(false)})`,
    isAscending,
  })
}
