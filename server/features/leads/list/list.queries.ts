import { sql } from 'kysely'
import type { StatusCount } from '#contract/leads/lead-counts.ts'
import type { StatusType } from '#contract/leads/lead-status.ts'
import { NOT_ANSWERED } from '#contract/leads/responses/responses.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  isPageSize,
  type ListKey,
  limited,
  type Matching,
  SKIP_MAX,
  type Sql,
  TOTAL_LIMIT,
} from '../../../platform/lists/counted-list.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { type CountedFilter, countedTotal, countersOf, facetColumns } from './counted-facets.sql.ts'
import { conditions } from './filters.sql.ts'
import { type Facet, isOrdered, type ListFilter } from './list.rules.ts'
import { leadList, runPage, shown } from './list.sql.ts'
import { chosenOptions, leadsWithOption } from './options.sql.ts'

/**
 * Lists leads by any filter. Skips rows by OFFSET. The total is counted up to EXACT_TOTAL_MAX, or taken from the
 * counters of a facet.
 */
export const listLeads = (db: Db, businessId: string, filter: ListFilter & { facet?: Facet }, place: PageWindow) =>
  runPage(db, businessId, place, {
    total: filter.facet
      ? countedTotal(businessId, { ...filter, facet: filter.facet })
      : sql`(select count(*) from (select from leads where business_id = ${businessId} and ${conditions(filter)}
      limit ${TOTAL_LIMIT}) counted)`,
    page: {
      ids: sql`select id from leads where business_id = ${businessId} and ${conditions(filter)}
        order by ${leadList.newestFirst(place.isAscending)} ${limited(place)}`,
    },
  })

/**
 * Lists leads by a filter that possibly no index supports. The statement is planned with the actual values, and one
 * scan gives both the total and the page. Pages end at the maximum exact total.
 */
export function scanLeads(db: Db, businessId: string, filter: ListFilter, place: PageWindow) {
  const chosen = chosenOptions(filter)
  const matching = chosen
    ? leadsWithOption(businessId, filter, { chosen, isAscending: place.isAscending })
    : sql`select id, created_at from leads where business_id = ${businessId} and ${conditions(filter)}
        order by ${leadList.newestFirst(place.isAscending)} limit ${TOTAL_LIMIT}`
  return runPage(db, businessId, place, leadList.scannedPage(matching, place))
}

/**
 * Lists leads by one facet, optionally with campaigns and days. The total comes from the counters and is exact; pages
 * can be of any depth.
 */
export function listCountedLeads(db: Db, businessId: string, filter: CountedFilter, place: PageWindow) {
  if (isFirstPageOfAll(filter, place)) return firstPageOfAll(db, businessId, place)
  if (!isOrdered(filter.facet)) return listLeads(db, businessId, filter, place)
  const isDeep = place.offset * filter.facet.keys.length > SKIP_MAX
  return runPage(
    db,
    businessId,
    place,
    isDeep ? deepPage(businessId, filter, place) : nearPage(businessId, filter, place),
  )
}

const nearPage = (businessId: string, filter: CountedFilter, place: PageWindow) => ({
  total: countedTotal(businessId, filter),
  page: leadList.pageOf(businessId, matching(filter), place),
})
const deepPage = (businessId: string, filter: CountedFilter, place: PageWindow) =>
  leadList.deepPage(businessId, matching(filter), countersOf(businessId, filter), place)

const noFilter: CountedFilter = {
  ...{ businessId: '', campaigns: null, scope: null, today: '' },
  facet: { name: 'all', keys: [''] },
}
const firstPageOfAll = leadList.firstPage((businessId, place) => shown(nearPage(businessId, noFilter, place)))
const isFirstPageOfAll = ({ facet, from, to }: CountedFilter, { offset, limit }: PageWindow) =>
  !offset && isPageSize(limit) && facet.name === 'all' && !from && !to

const keyTypes = { campaign: 'uuid', status: 'uuid', source: 'text', response: 'text' } as const

/** Selects the leads of a facet through the index that serves it. */
function matching({ facet: { name, keys }, from, to }: CountedFilter): Matching {
  const created = sql`${from ? sql`and created_at >= (select start_of(${from}::date))` : sql``}
    ${to ? sql`and created_at < (select start_of(${to}::date + 1))` : sql``}`
  const isWithoutKey = name === 'all' || (name === 'response' && keys[0] === NOT_ANSWERED)
  const indexKeys: ListKey[] = isWithoutKey ? [] : [{ column: facetColumns[name], type: keyTypes[name], of: keys }]
  return { keys: indexKeys, condition: sql`deleted_at is null ${created} ${responseCondition({ name, keys })}` }
}

/** The condition of the partial index that serves the facet. */
const responseCondition = ({ name, keys }: Facet): Sql =>
  name !== 'response' ? sql`` : sql.raw(`and first_response_at is ${keys[0] === NOT_ANSWERED ? 'null' : 'not null'}`)

type CountedRange = Pick<ListFilter, 'campaigns' | 'from' | 'to'>
/** Counts live leads by status: the counters plus the deltas that the relay has not applied yet. */
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
      union all select status_id, total from pending_lead_deltas()
        where ${campaigns ? sql`campaign_id = any(${campaigns}::text[])` : sql`true`} ${days}) counted
    group by 1 having sum(total) > 0`.execute(db)
  return rows
}

/** Same as countByStatus, but counts the leads themselves. */
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
