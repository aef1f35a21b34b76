import type { LeadFilters } from '#contract/leads/lead-filters.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { canReadCampaign, leadScope, seesMasked } from '../../access/access.rules.ts'
import { listStatusIds } from './list.queries.ts'
import {
  filterOf,
  type ListFilter,
  maskedSearchOf,
  type ResolvedFilters,
  type Search,
  searchOf,
  searchOfMasked,
} from './list.rules.ts'

export type Selection = {
  campaignId?: readonly string[] | undefined
  filters?: LeadFilters | undefined
  search?: string | undefined
}

/** The filter of a request, within the caller's scope. Refuses campaigns that the caller may not read. */
export async function readFilter(
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  selection: Selection,
): Promise<{ filter: ListFilter; search: Search }> {
  const { campaignId } = selection
  if (campaignId?.some((id) => !canReadCampaign(caller, id))) throw new AppError('campaign_not_found')
  const isMasked = seesMasked(caller)
  const search = (isMasked ? searchOfMasked : searchOf)(selection.search)
  const filters = await resolve(db, caller.businessId, selection.filters)
  const filter = filterOf({ campaignId, filters }, leadScope(caller), now)
  return { filter: { ...filter, ...(isMasked && { masked: maskedSearchOf(search) }) }, search }
}

/** Replaces `statusType` by the ids of the matching statuses. */
async function resolve(
  db: Db,
  businessId: string,
  { statusType, ...filters }: LeadFilters = {},
): Promise<ResolvedFilters> {
  if (!statusType) return filters
  const ofTypes = await listStatusIds(db, businessId, statusType)
  return { ...filters, status: filters.status?.filter((id) => ofTypes.includes(id)) ?? ofTypes }
}
