import { EXACT_TOTAL_MAX } from '#contract/common.ts'
import { keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import type { LeadCountsQuery, StatusCount } from '#contract/leads/lead-counts.ts'
import type { LeadQuery } from '#contract/leads/lead-filters.ts'
import { LEAD_SORT_MAX, type LeadSort, ownPartsOfSort, partsOfSort, type SentSort } from '#contract/leads/lead-sorts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { withinTime } from '../../../platform/db/within-time.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { type PageWindow, paginate } from '../../../platform/lists/paging.ts'
import { seesMasked } from '../../access/access.rules.ts'
import { fieldWithKey } from '../../lead-fields/values.rules.ts'
import type { Names } from '../../names/names.cache.ts'
import { countKnownCampaigns } from '../lead-references.queries.ts'
import { idsOf, withNames } from '../leads.presenter.ts'
import { type LeadContext, type LeadReading, toLeads } from '../leads.service.ts'
import { readFilter, type Selection } from './filter.service.ts'
import { facetOf, isSearchable, needsScan } from './filters.sql.ts'
import { countByStatus, countLeadsByStatus, listCountedLeads, listLeads, scanLeads } from './list.queries.ts'
import type { Facet, ListFilter, Search } from './list.rules.ts'
import type { FoundPage } from './list.sql.ts'
import { scanText, searchLeads, searchPhones } from './search.queries.ts'
import { listInOrder, sortFound, sortLeads } from './sorted-list.queries.ts'
import { type LeadOrder, leadOrders, ownOrder } from './sorting.sql.ts'

/** Time limit of a scan. Most scans take milliseconds; the slowest reads every lead of the business. */
export const SCAN_TIMEOUT_MS = 8_000
export type ListContext = LeadReading & { names: Names; now: Date }
type CountContext = Pick<LeadContext, 'db' | 'caller'> & { now: Date }
const emptyPage: FoundPage = { rows: [], total: 0 }

/** A page of the leads that the caller may read, with its total. */
export async function findLeads({ db, caller, language, own, names, now }: ListContext, query: LeadQuery) {
  const { campaignId: campaignIds, page, limit, sort } = query
  const { filter, search } = await readFilter({ db, caller, now, own }, query)
  const facet = search.kind === 'none' ? facetOf(filter) : undefined
  const { order, isAscending } = orderOf(sort, { caller, own })
  const place: PageWindow = { isAscending, offset: (page - 1) * limit, limit }
  const request: ListRequest = { businessId: caller.businessId, filter: { ...filter, search }, facet, place }
  const list = order ? listSorted(request, order) : listByDate(request)
  const { rows, total } = campaignIds
    ? await requiringCampaigns(db, caller.businessId, campaignIds, list)
    : await list(db)
  const named = await names.find(db, caller.businessId, idsOf(rows))
  const shown = rows.map((row) => withNames(row, named))
  return {
    success: true,
    leads: await toLeads({ db, caller, language, own }, shown),
    // A sorted list is counted completely, so its total is exact.
    pagination: paginate(query, total, facet !== undefined || order !== undefined),
  } as const
}

/** The order of a sort; undefined: by date. An own field whose values the reader sees masked orders no list. */
function orderOf(sort: SentSort, { caller, own }: Pick<ListContext, 'caller' | 'own'>) {
  const ofOwn = ownPartsOfSort(sort)
  if (!ofOwn) {
    const { field, isAscending } = partsOfSort(sort as LeadSort)
    return { isAscending, order: field === 'date' ? undefined : leadOrders[field] }
  }
  const field = fieldWithKey(own, keyOfFieldName(ofOwn.name))
  if (!field) throw invalidInput('sort', 'unknown_field')
  if (field.isPersonal && seesMasked(caller)) throw invalidInput('sort', 'invalid_value')
  return { isAscending: ofOwn.isAscending, order: ownOrder(field) }
}

type ListRequest = {
  businessId: string
  filter: ListFilter & { search: Search }
  /** The facet that gives the total. */
  facet: Facet | undefined
  place: PageWindow
}
type ReadList = (db: Db) => Promise<FoundPage>

const listByDate = ({ businessId, filter, facet, place }: ListRequest): ReadList => {
  if (facet) return (db) => listCountedLeads(db, businessId, { ...filter, facet }, place)
  const read: ReadList = (db) => find(db, businessId, filter, place)
  return needsScan(filter) ? (db) => withinTime(db, SCAN_TIMEOUT_MS, read) : read
}

/**
 * Uses an index of the sort order if there is one and the counters know the total; otherwise sorts all matching leads.
 */
function listSorted({ businessId, filter, facet, place }: ListRequest, order: LeadOrder): ReadList {
  const { search } = filter
  if (filter.campaigns?.length === 0 || search.kind === 'nothing') return () => Promise.resolve(emptyPage)
  const [read, most]: [ReadList, number] =
    facet && order.isIndexed
      ? [(db) => listInOrder(db, businessId, { ...filter, facet }, { ...order, ...place }), Number.POSITIVE_INFINITY]
      : search.kind === 'none'
        ? [(db) => sortLeads(db, businessId, filter, { ...order, ...place }), LEAD_SORT_MAX]
        : [(db) => sortFound(db, businessId, filter, { ...order, ...place }), EXACT_TOTAL_MAX]
  return async (db) => {
    const found = await withinTime(db, SCAN_TIMEOUT_MS, read)
    if (found.total > most) throw new AppError('too_many_to_sort')
    return found
  }
}

/** The total of a list by date with these filters and this search. */
export async function countFound(
  { db, caller, now, own }: Omit<ListContext, 'names' | 'language'>,
  selection: Selection,
) {
  const { filter, search } = await readFilter({ db, caller, now, own }, selection)
  const place: PageWindow = { isAscending: false, offset: 0, limit: 1 }
  const list = listByDate({ businessId: caller.businessId, filter: { ...filter, search }, facet: undefined, place })
  const { total, totalIsExact } = paginate({ page: 1, limit: 1 }, (await list(db)).total, false)
  return { total, totalIsExact }
}

/**
 * Counts leads by status in these campaigns and days. Uses the counters, except for campaigns where the caller reads
 * only some leads; those leads are counted one by one.
 */
export async function countStatuses(context: CountContext, { campaignId: campaignIds, from, to }: LeadCountsQuery) {
  const { db, caller } = context
  const days = { ...(from && { from }), ...(to && { to }) }
  const { filter } = await readFilter({ ...context, own: [] }, { campaignId: campaignIds, filters: days })
  const { campaigns, scope } = filter
  const own = campaigns?.filter((id) => scope?.own.includes(id)) ?? []
  const whole = campaigns?.filter((id) => !own.includes(id)) ?? null
  const count = async (one: Db) => {
    const counted = await Promise.all([
      countByStatus(one, caller.businessId, { ...days, campaigns: whole }),
      own.length && scope
        ? countLeadsByStatus(one, caller.businessId, { ...filter, campaigns: own, scope: { ...scope, campaigns: own } })
        : [],
    ])
    return summed(counted.flat())
  }
  return campaignIds ? requiringCampaigns(db, caller.businessId, campaignIds, count) : db.connection().execute(count)
}

/** Adds up the totals of each status. */
function summed(counts: readonly StatusCount[]): StatusCount[] {
  const totals = new Map<string, number>()
  for (const { statusId, total } of counts) totals.set(statusId, (totals.get(statusId) ?? 0) + total)
  return [...totals].map(([statusId, total]) => ({ statusId, total }))
}

/** Runs `ask` and then the check of the campaigns, on one connection. */
export const requiringCampaigns = <T>(
  db: Db,
  businessId: string,
  campaigns: readonly string[],
  ask: (one: Db) => Promise<T>,
) =>
  db.connection().execute(async (one) => {
    const [answer, known] = await Promise.all([ask(one), countKnownCampaigns(one, businessId, campaigns)])
    if (known < new Set(campaigns).size) throw new AppError('campaign_not_found')
    return answer
  })

function find(
  db: Db,
  businessId: string,
  { search, ...filter }: ListFilter & { search: Search },
  place: PageWindow,
): Promise<FoundPage> {
  if (filter.campaigns?.length === 0 || search.kind === 'nothing') return Promise.resolve(emptyPage)
  if (search.kind === 'digits') return searchPhones(db, businessId, { ...filter, digits: search.digits }, place)
  if (search.kind === 'none') return (needsScan(filter) ? scanLeads : listLeads)(db, businessId, filter, place)
  const { text } = search
  if (!isSearchable(filter)) return scanText(db, businessId, { ...filter, text }, place)
  return searchLeads(db, businessId, { ...filter, text }, place)
}
