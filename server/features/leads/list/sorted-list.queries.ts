import { sql } from 'kysely'
import { LEAD_SORT_MAX } from '#contract/leads/lead-sorts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import { type Sql, TOTAL_LIMIT } from '../../../platform/lists/counted-list.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { type CountedFilter, countedTotal } from './counted-facets.sql.ts'
import { conditions } from './filters.sql.ts'
import type { ListFilter, Search } from './list.rules.ts'
import { leadList, runPage } from './list.sql.ts'
import { phoneMatching, phones, textMatching } from './search.sql.ts'
import type { LeadOrder } from './sorting.sql.ts'

/*
 * Lists in another order than by date. The statements are planned with their values. `sort_key` is null for leads without
 * a value; equal leads are ordered by date, then id.
 */
type Place = PageWindow & LeadOrder

const ordering = (isAscending: boolean) =>
  sql.raw(isAscending ? 'sort_key, created_at, id' : 'sort_key desc, created_at desc, id desc')
const keyOf = ({ isSet, key }: LeadOrder, businessId: string) =>
  isSet ? sql`case when ${isSet} then ${key(businessId)} end` : key(businessId)

/**
 * Sorts the leads that match. Reads at most one more than LEAD_SORT_MAX; if there are that many, the page is not valid.
 */
export const sortLeads = (db: Db, businessId: string, filter: ListFilter, place: Place) =>
  sortedPage(
    db,
    businessId,
    sql`select id, created_at, ${keyOf(place, businessId)} as sort_key from leads
      where business_id = ${businessId} and ${conditions(filter)} limit ${sql.lit(LEAD_SORT_MAX + 1)}`,
    place,
  )

/** Sorts what a search finds. Reads one more than the maximum exact total at most, as sortLeads does. */
export const sortFound = (db: Db, businessId: string, filter: ListFilter & { search: Search }, place: Place) =>
  sortedPage(
    db,
    businessId,
    // One look-up per found lead. With a join, the planner might compare each lead of the business with each found
    // lead.
    sql`select found.* from (select id from (${searched(businessId, filter)}) every limit ${TOTAL_LIMIT}) matching
      cross join lateral (select id, created_at, ${keyOf(place, businessId)} as sort_key from leads
        where business_id = ${businessId} and id = matching.id limit 1) found`,
    place,
  )

function searched(businessId: string, { search, ...filter }: ListFilter & { search: Search }): Sql {
  if (search.kind === 'digits')
    return phones.rows(phoneMatching(businessId, { ...filter, digits: search.digits }), TOTAL_LIMIT)
  const text = search.kind === 'text' ? search.text : ''
  return textMatching(businessId, { ...filter, text }, { isAscending: false, limit: TOTAL_LIMIT })
}

const sortedPage = (db: Db, businessId: string, matching: Sql, place: Place) => {
  const { isAscending, offset, limit } = place
  const order = sql`sort_key is null, ${ordering(isAscending)}`
  return runPage(db, businessId, place, {
    with: sql`${sql.raw(UNPREPARED)} with found as materialized (${matching})`,
    total: sql`(select count(*) from found)`,
    page: {
      ranked: sql`select id, row_number() over (order by ${order}) as rank from (
        select * from found order by ${order} limit ${limit} offset ${offset}) page`,
    },
  })
}

/** Lists the leads of a facet by an index of the order. The total comes from the counters; pages can be of any depth. */
export function listInOrder(db: Db, businessId: string, filter: CountedFilter, place: Place) {
  const { isAscending, offset, limit, isSet, groups } = place
  const matching = sql`from leads where business_id = ${businessId} and ${conditions(filter)}`
  const order = leadList.newestFirst(isAscending)
  const key = place.key(businessId)
  const own = sql`select id, created_at, ${key} as sort_key ${matching} ${isSet ? sql`and ${isSet}` : sql``}
    order by ${key} ${sql.raw(isAscending ? '' : 'desc')}, ${order} limit ${limit} offset ${offset}`
  // Leads without a value are read only for pages that reach them.
  const others = isSet
    ? sql`, valueless as materialized (select id, created_at ${matching} and not (${isSet})
        and (select count(*) from valued) < ${limit} order by ${order}
        limit ${limit} - (select count(*) from valued)
        offset case when exists (select from valued) or ${offset}::int = 0 then 0
          else greatest(${offset}::int - (select count(*) ${matching} and ${isSet}), 0) end)`
    : sql``
  return runPage(db, businessId, place, {
    with: sql`${sql.raw(UNPREPARED)} with valued as materialized (${groups ? byGroup(businessId, matching, place, groups) : own}) ${others}`,
    total: countedTotal(businessId, filter),
    page: {
      ranked: sql`select id, row_number() over (order by is_valueless, ${ordering(isAscending)}) as rank from (
        select id, created_at, sort_key, false as is_valueless from valued
        ${isSet ? sql`union all select id, created_at, null, true from valueless` : sql``}) page`,
    },
  })
}

/** Reads the leads of each value of the key, one value after another. */
function byGroup(
  businessId: string,
  matching: Sql,
  place: Place,
  { column, of }: NonNullable<LeadOrder['groups']>,
): Sql {
  const { isAscending, offset, limit } = place
  return sql`select found.id, found.created_at, groups.sort_key
    from unnest(${of(businessId)}) with ordinality groups(value, sort_key)
    cross join lateral (select id, created_at ${matching} and ${sql.ref(column)} = groups.value
      order by ${leadList.newestFirst(isAscending)} limit ${offset}::int + ${limit}::int) found
    order by ${ordering(isAscending)} limit ${limit} offset ${offset}`
}
