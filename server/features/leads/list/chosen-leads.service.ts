import type { Db } from '../../../platform/db/db.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import type { Sql } from '../../../platform/lists/counted-list.ts'
import { canReadLead } from '../../access/access.rules.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { countKnownCampaigns, findAssignable, lockStatus } from '../lead-references.queries.ts'
import { matchingIds } from './chosen-leads.sql.ts'
import { readFilter, type Selection } from './filter.service.ts'
import { listCampaignsOfLeads } from './list.queries.ts'

/** Campaigns in which the caller may act; null means all campaigns. */
type AllowedCampaigns = readonly string[] | null

/**
 * Builds a statement that selects the ids of up to `limit` matching leads in the allowed campaigns. Refuses campaigns
 * that the caller may not read, as the list does.
 */
export async function matchingLeads(
  { db, caller, now, own }: { db: Db; caller: Member; now: Date; own: FieldDefinitions },
  choice: Selection,
  { allowed, limit }: { allowed: AllowedCampaigns; limit: number },
): Promise<Sql> {
  const { businessId } = caller
  const { filter, search } = await readFilter({ db, caller, now, own }, choice)
  const campaigns = [...new Set(choice.campaignId)]
  if ((await countKnownCampaigns(db, businessId, campaigns)) < campaigns.length)
    throw new AppError('campaign_not_found')
  const within = allowed && (filter.campaigns ?? allowed).filter((id) => allowed.includes(id))
  return matchingIds(businessId, { ...filter, campaigns: within ?? filter.campaigns }, search, limit)
}

/** Throws unless the caller may read each of these leads and act in its campaign. */
export async function requireLeads(
  { db, caller }: { db: Db; caller: Member },
  ids: readonly string[],
  allowed: AllowedCampaigns,
): Promise<{ campaignId: string }[]> {
  const leads = await listCampaignsOfLeads(db, caller.businessId, ids)
  const visible = leads.filter((lead) => canReadLead(caller, lead))
  if (visible.length < ids.length) throw new AppError('lead_not_found')
  if (allowed && visible.some(({ campaignId }) => !allowed.includes(campaignId))) throw new AppError('forbidden')
  return visible
}

type StatusChoice = { statusId: string; lostReason?: string | undefined }
/** Throws if the status does not exist, or if a lost reason is given for a status that is not Lost. */
export async function requireStatus(tx: Db, businessId: string, { statusId, lostReason }: StatusChoice) {
  const status = await lockStatus(tx, businessId, statusId)
  if (!status) throw invalidInput('statusId', 'status_not_found')
  if (lostReason !== undefined && status.type !== 'Lost') throw invalidInput('lostReason', 'only_lost')
}

/** Throws unless leads of the business can have each of these statuses. */
export async function requireStatuses(tx: Db, businessId: string, ids: readonly string[]) {
  for (const id of ids) if (!(await lockStatus(tx, businessId, id))) throw new AppError('status_not_found')
}

/** Throws unless this user may be assigned leads of all these campaigns. */
export async function requireAssignable(db: Db, businessId: string, userId: string, campaigns: readonly string[]) {
  const assignable = await findAssignable(db, businessId, userId)
  if (assignable === undefined || (assignable && campaigns.some((id) => !assignable.includes(id))))
    throw new AppError('user_not_found')
}
