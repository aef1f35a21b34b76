import type { LeadFilters } from '#contract/lead-filters.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { canReadCampaign, canReadLead, leadSight, seesMasked } from '../../access/access.rules.ts'
import { countKnownCampaigns, findAssignable, holdStatus } from '../lead-references.queries.ts'
import { matchingIds } from './choice.sql.ts'
import { listPlaces } from './list.queries.ts'
import { filterOf, maskedBy, searchOf, searchOfMasked } from './list.rules.ts'
import type { Sql } from './list.sql.ts'
import { tellStatuses } from './status-types.service.ts'

/** Where the caller may do something; null: in every campaign. */
type Allowed = readonly string[] | null
type Asked = {
  campaignId?: readonly string[] | undefined
  filters?: LeadFilters | undefined
  search?: string | undefined
}

/**
 * A statement that gives the ids of all leads that match now where the caller may act, up to `most` of them. For a list
 * of campaigns that the caller does not know it is refused as the list itself is.
 */
export async function matchingLeads(
  { db, caller, now }: { db: Db; caller: Member; now: Date },
  asked: Asked,
  { allowed, most }: { allowed: Allowed; most: number },
): Promise<Sql> {
  const { businessId } = caller
  const campaigns = [...new Set(asked.campaignId)]
  if (campaigns.some((id) => !canReadCampaign(caller, id))) throw new AppError('campaign_not_found')
  if ((await countKnownCampaigns(db, businessId, campaigns)) < campaigns.length)
    throw new AppError('campaign_not_found')
  const filters = await tellStatuses(db, businessId, asked.filters)
  const isMasked = seesMasked(caller)
  const search = (isMasked ? searchOfMasked : searchOf)(asked.search)
  const filter = {
    ...filterOf({ campaignId: asked.campaignId, filters }, leadSight(caller), now),
    ...(isMasked && { masked: maskedBy(search) }),
  }
  const within = allowed && (filter.campaigns ?? allowed).filter((id) => allowed.includes(id))
  return matchingIds(businessId, { ...filter, campaigns: within ?? filter.campaigns }, search, most)
}

/** Refuses unless the caller sees each of these leads, and may act in its campaign. */
export async function requireLeads(
  { db, caller }: { db: Db; caller: Member },
  ids: readonly string[],
  allowed: Allowed,
): Promise<{ campaignId: string }[]> {
  const places = await listPlaces(db, caller.businessId, ids)
  const seen = places.filter((lead) => canReadLead(caller, lead))
  if (seen.length < ids.length) throw new AppError('lead_not_found')
  if (allowed && seen.some(({ campaignId }) => !allowed.includes(campaignId))) throw new AppError('forbidden')
  return seen
}

type Wanted = { statusId: string; lostReason?: string | undefined }
/** Refuses a status that is not there, and a reason why leads were lost that are not. */
export async function requireStatus(tx: Db, businessId: string, { statusId, lostReason }: Wanted) {
  const status = await holdStatus(tx, businessId, statusId)
  if (!status) throw invalidInput('statusId', 'status_not_found')
  if (lostReason !== undefined && status.type !== 'Lost') throw invalidInput('lostReason', 'only_lost')
}

/** Refuses a person who is not there, or works in none of these campaigns. */
export async function requireAssignable(db: Db, businessId: string, userId: string, campaigns: readonly string[]) {
  const assignable = await findAssignable(db, businessId, userId)
  if (assignable === undefined || (assignable && campaigns.some((id) => !assignable.includes(id))))
    throw new AppError('user_not_found')
}
