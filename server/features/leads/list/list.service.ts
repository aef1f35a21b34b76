import type { LeadCountsQuery, StatusCount } from '#contract/lead-counts.ts'
import type { LeadQuery } from '#contract/lead-filters.ts'
import type { Db } from '../../../platform/db/db.ts'
import { withinTime } from '../../../platform/db/within-time.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { type Place, paginate } from '../../../platform/lists/paging.ts'
import { canReadCampaign, leadSight, seesMasked } from '../../access/access.rules.ts'
import type { Names } from '../../names/names.look-up.ts'
import { countKnownCampaigns } from '../lead-references.queries.ts'
import { idsOf, withNames } from '../leads.presenter.ts'
import { type LeadContext, toLeads } from '../leads.service.ts'
import { countByStatus, countEachByStatus, listCountedLeads, listLeads, listSpecialLeads } from './list.queries.ts'
import {
  facetOf,
  filterOf,
  isSpecial,
  type ListFilter,
  maskedBy,
  type Search,
  searchOf,
  searchOfMasked,
} from './list.rules.ts'
import type { FoundPage } from './list.sql.ts'
import { searchLeads, searchPhones, searchSpecialLeads } from './search.queries.ts'
import { tellStatuses } from './status-types.service.ts'

/** What a filter of many shapes may take; most take a few milliseconds, the rarest reads every lead of the business. */
const HEAVY_MS = 8_000
type Listing = LeadContext & { names: Names; now: Date }
type Counting = Pick<LeadContext, 'db' | 'caller'> & { now: Date }
const nothing: FoundPage = { rows: [], total: 0 }

/** A page of what the caller may see, with its total. */
export async function findLeads({ db, caller, language, names, now }: Listing, query: LeadQuery) {
  const { campaignId: asked, page, limit, sort } = query
  if (asked?.some((id) => !canReadCampaign(caller, id))) throw new AppError('campaign_not_found')
  const isMasked = seesMasked(caller)
  const search = (isMasked ? searchOfMasked : searchOf)(query.search)
  const filters = await tellStatuses(db, caller.businessId, query.filters)
  const filter = {
    ...filterOf({ campaignId: asked, filters }, leadSight(caller), now),
    ...(isMasked && { masked: maskedBy(search) }),
  }
  const facet = search.kind === 'none' ? facetOf(filter) : undefined
  const place: Place = { isAscending: sort === 'date', offset: (page - 1) * limit, limit }
  const list = (one: Db) =>
    facet
      ? listCountedLeads(one, caller.businessId, { ...filter, facet }, place)
      : isSpecial(filter)
        ? withinTime(one, HEAVY_MS, (tx) => find(tx, caller.businessId, { ...filter, search }, place))
        : find(one, caller.businessId, { ...filter, search }, place)
  const { rows, total } = asked ? await withKnown(db, caller.businessId, asked, list) : await list(db)
  const named = await names.find(db, caller.businessId, idsOf(rows))
  const shown = rows.map((row) => withNames(row, named))
  return {
    success: true,
    leads: await toLeads({ db, caller, language }, shown),
    pagination: paginate(query, total, facet !== undefined),
  } as const
}

/**
 * How many leads of each status the caller's list of these campaigns and days has. The counters say so, but for campaigns
 * of which the caller reads their own leads alone: those are counted as they are.
 */
export async function countStatuses({ db, caller, now }: Counting, { campaignId: asked, from, to }: LeadCountsQuery) {
  if (asked?.some((id) => !canReadCampaign(caller, id))) throw new AppError('campaign_not_found')
  const sight = leadSight(caller)
  const days = { ...(from && { from }), ...(to && { to }) }
  const { campaigns } = filterOf({ campaignId: asked, filters: days }, sight, now)
  const own = campaigns?.filter((id) => sight?.own.includes(id)) ?? []
  const whole = campaigns?.filter((id) => !own.includes(id)) ?? null
  const count = async (one: Db) => {
    const counted = await Promise.all([
      countByStatus(one, caller.businessId, { ...days, campaigns: whole }),
      own.length && sight
        ? countEachByStatus(
            one,
            caller.businessId,
            filterOf({ campaignId: own, filters: days }, { ...sight, campaigns: own }, now),
          )
        : [],
    ])
    return summed(counted.flat())
  }
  return asked ? withKnown(db, caller.businessId, asked, count) : db.connection().execute(count)
}

/** Each status once. */
function summed(counts: readonly StatusCount[]): StatusCount[] {
  const totals = new Map<string, number>()
  for (const { statusId, total } of counts) totals.set(statusId, (totals.get(statusId) ?? 0) + total)
  return [...totals].map(([statusId, total]) => ({ statusId, total }))
}

/** Both questions are asked on one connection, one after the other. */
const withKnown = <T>(db: Db, businessId: string, campaigns: readonly string[], ask: (one: Db) => Promise<T>) =>
  db.connection().execute(async (one) => {
    const [answer, known] = await Promise.all([ask(one), countKnownCampaigns(one, businessId, campaigns)])
    if (known < new Set(campaigns).size) throw new AppError('campaign_not_found')
    return answer
  })

function find(
  db: Db,
  businessId: string,
  { search, ...filter }: ListFilter & { search: Search },
  place: Place,
): Promise<FoundPage> {
  if (filter.campaigns?.length === 0 || search.kind === 'nothing') return Promise.resolve(nothing)
  if (search.kind === 'digits') return searchPhones(db, businessId, { ...filter, digits: search.digits }, place)
  if (search.kind === 'none') return (isSpecial(filter) ? listSpecialLeads : listLeads)(db, businessId, filter, place)
  const { text } = search
  if (isSpecial(filter) || filter.responses) return searchSpecialLeads(db, businessId, { ...filter, text }, place)
  return searchLeads(db, businessId, { ...filter, text }, place)
}
