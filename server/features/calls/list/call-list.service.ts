import type { CallQuery } from '#contract/calls/calls.ts'
import { EXACT_TOTAL_MAX } from '#contract/common.ts'
import type { Db } from '../../../platform/db/db.ts'
import { withinTime } from '../../../platform/db/within-time.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { type PageWindow, paginate } from '../../../platform/lists/paging.ts'
import { canHearCalls, canReadCampaign, heardCampaigns, leadScope, seesMasked } from '../../access/access.rules.ts'
import { type Search, searchOf, searchOfMasked } from '../../leads/list/list.rules.ts'
import type { Names } from '../../names/names.cache.ts'
import { idsOf, toCall } from '../calls.presenter.ts'
import { countKnownCampaigns } from '../calls.queries.ts'
import { listCalls } from './call-list.queries.ts'
import { type CallFilter, filterOf, isCounted, isEmpty } from './call-list.rules.ts'
import type { FoundCalls } from './call-list.sql.ts'
import { searchCallers, searchCalls } from './call-search.queries.ts'

export type CallContext = { db: Db; caller: Caller; names: Names }
export type Reading = Pick<CallContext, 'db' | 'caller'>
/** Statement timeout of the slowest filter; most take a few milliseconds. */
export const HEAVY_MS = 8_000

type FilterRequest = Pick<CallQuery, 'campaignId' | 'filters' | 'search'>
/** The filter within the caller's rights; 404 for a campaign out of scope, 403 for one whose calls are not heard. */
export async function readFilter({ db, caller }: Reading, { campaignId, filters, search }: FilterRequest) {
  if (campaignId?.some((id) => !canReadCampaign(caller, id))) throw new AppError('campaign_not_found')
  if (campaignId?.some((id) => !canHearCalls(caller, id))) throw new AppError('forbidden')
  const wanted = campaignId && [...new Set(campaignId)]
  if (wanted && (await countKnownCampaigns(db, caller.businessId, wanted)) < wanted.length)
    throw new AppError('campaign_not_found')
  const reach = { heard: heardCampaigns(caller), sight: leadScope(caller) }
  const words = searchFor(caller, search)
  // Test calls have neither a lead's name nor a caller's number, so a search never matches them.
  const isNobody = filters?.test && words.kind !== 'none'
  return {
    ...filterOf({ campaignId: wanted, filters }, reach),
    ...(seesMasked(caller) && words.kind === 'digits' && { isEndShown: true as const }),
    search: isNobody ? ({ kind: 'nothing' } as const) : words,
  }
}

/** Search by name includes e-mails, so callers who see them masked search only by the end of a phone. */
function searchFor(caller: Caller, text: string | undefined): Search {
  if (!seesMasked(caller)) return searchOf(text)
  const search = searchOfMasked(text)
  return search.kind === 'text' ? { kind: 'nothing' } : search
}

/** A page of the calls that the caller may hear, with its total. */
export async function findCalls(context: CallContext, query: CallQuery) {
  const { page, limit, sort } = query
  const filter = await readFilter(context, query)
  const place: PageWindow = { isAscending: sort === 'date', offset: (page - 1) * limit, limit }
  const { db, caller, names } = context
  const { rows, total } = await find(context, filter, place)
  const named = await names.find(db, caller.businessId, idsOf(rows))
  const reader = { named, mayHear: caller.kind === 'person', isMasked: seesMasked(caller) }
  return {
    success: true,
    calls: rows.map((row) => toCall(row, reader)),
    pagination: paginate(query, total, filter.search.kind === 'none' && isCounted(filter)),
  } as const
}

function find(
  { db, caller: { businessId } }: Reading,
  { search, ...filter }: CallFilter & { search: Search },
  place: PageWindow,
): Promise<FoundCalls> | FoundCalls {
  if (isEmpty(filter) || search.kind === 'nothing') return { rows: [], total: 0 }
  // Without an exact total, pages end at the counting limit.
  const within = { ...place, offset: Math.min(place.offset, EXACT_TOTAL_MAX) }
  if (search.kind === 'none' && isCounted(filter)) return listCalls(db, businessId, filter, place)
  return withinTime(db, HEAVY_MS, (tx) => {
    if (search.kind === 'none') return listCalls(tx, businessId, filter, place)
    return search.kind === 'digits'
      ? searchCallers(tx, businessId, { ...filter, digits: search.digits }, within)
      : searchCalls(tx, businessId, { ...filter, text: search.text }, within)
  })
}
