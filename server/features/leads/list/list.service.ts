import type { LeadCountsQuery, StatusCount } from '#contract/leads/lead-counts.ts'
import type { LeadQuery } from '#contract/leads/lead-filters.ts'
import type { Db } from '../../../platform/db/db.ts'
import { withinTime } from '../../../platform/db/within-time.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { type PageWindow, paginate } from '../../../platform/lists/paging.ts'
import type { Names } from '../../names/names.cache.ts'
import { countKnownCampaigns } from '../lead-references.queries.ts'
import { idsOf, withNames } from '../leads.presenter.ts'
import { type LeadContext, toLeads } from '../leads.service.ts'
import { readFilter } from './filter.service.ts'
import { facetOf, isSearchable, needsScan } from './filters.sql.ts'
import { countByStatus, countLeadsByStatus, listCountedLeads, listLeads, scanLeads } from './list.queries.ts'
import type { ListFilter, Search } from './list.rules.ts'
import type { FoundPage } from './list.sql.ts'
import { scanText, searchLeads, searchPhones } from './search.queries.ts'

/** Time limit of a scan. Most scans take milliseconds; the slowest reads every lead of the business. */
const SCAN_TIMEOUT_MS = 8_000
type ListContext = LeadContext & { names: Names; now: Date }
type CountContext = Pick<LeadContext, 'db' | 'caller'> & { now: Date }
const emptyPage: FoundPage = { rows: [], total: 0 }

/** A page of the leads that the caller may read, with its total. */
export async function findLeads({ db, caller, language, names, now }: ListContext, query: LeadQuery) {
  const { campaignId: campaignIds, page, limit, sort } = query
  const { filter, search } = await readFilter({ db, caller, now }, query)
  const facet = search.kind === 'none' ? facetOf(filter) : undefined
  const place: PageWindow = { isAscending: sort === 'date', offset: (page - 1) * limit, limit }
  const list = (one: Db) =>
    facet
      ? listCountedLeads(one, caller.businessId, { ...filter, facet }, place)
      : needsScan(filter)
        ? withinTime(one, SCAN_TIMEOUT_MS, (tx) => find(tx, caller.businessId, { ...filter, search }, place))
        : find(one, caller.businessId, { ...filter, search }, place)
  const { rows, total } = campaignIds
    ? await requiringCampaigns(db, caller.businessId, campaignIds, list)
    : await list(db)
  const named = await names.find(db, caller.businessId, idsOf(rows))
  const shown = rows.map((row) => withNames(row, named))
  return {
    success: true,
    leads: await toLeads({ db, caller, language }, shown),
    pagination: paginate(query, total, facet !== undefined),
  } as const
}

/**
 * Counts leads by status in these campaigns and days. Uses the counters, except for campaigns where the caller reads
 * only some leads; those leads are counted one by one.
 */
export async function countStatuses(context: CountContext, { campaignId: campaignIds, from, to }: LeadCountsQuery) {
  const { db, caller } = context
  const days = { ...(from && { from }), ...(to && { to }) }
  const { filter } = await readFilter(context, { campaignId: campaignIds, filters: days })
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
const requiringCampaigns = <T>(
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
