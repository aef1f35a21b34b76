import { COMPARED_HISTORY, GROUPS_COUNTED } from '#contract/duplicates/duplicates.ts'
import { MERGE_MAX } from '#contract/duplicates/merge-fields.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { canInCampaign, seesMasked } from '../access/access.rules.ts'
import { compareHistories, type HistoryContext } from '../leads/history/history.service.ts'
import { findLive, type LeadReading } from '../leads/leads.service.ts'
import { mergedCampaigns } from '../leads/merge/merge-operations.service.ts'
import { countGroups, listGroups } from './duplicates.queries.ts'
import { insertDistinct } from './grouping.queries.ts'
import { regroup } from './grouping.service.ts'

type Context = { db: Db; caller: Member }

/** A page of the groups with two leads at least that the caller may merge. */
export async function findGroups({ db, caller }: Context, { page, limit }: { page: number; limit: number }) {
  const campaigns = seesMasked(caller) ? [] : mergedCampaigns(caller)
  const [rows, total] = await Promise.all([
    listGroups(db, caller.businessId, { campaigns, offset: (page - 1) * limit, limit }),
    countGroups(db, caller.businessId, campaigns),
  ])
  const groups = rows.map(({ id, reasons, size, leadIds }) => ({
    _id: id,
    reasons,
    leadIds: leadIds.slice(0, MERGE_MAX),
    size,
    hidden: size - leadIds.length,
  }))
  const counted = Math.min(total, GROUPS_COUNTED)
  return { success: true as const, groups, pagination: paginate({ page, limit }, counted, total <= GROUPS_COUNTED) }
}

/** Leads that the caller may merge, in the order of the ids. */
async function requireMergeable(context: LeadReading & { caller: Member }, ids: readonly string[]) {
  const { caller } = context
  if (seesMasked(caller)) throw new AppError('forbidden')
  const leads = await findLive(context, ids)
  if (leads.length < ids.length) throw new AppError('lead_not_found')
  if (leads.some(({ campaignId }) => !canInCampaign(caller, 'leads.merge', campaignId))) throw new AppError('forbidden')
  return leads
}

export async function compareLeads(context: HistoryContext & { caller: Member }, leadIds: readonly string[]) {
  const ids = [...new Set(leadIds)]
  const leads = await requireMergeable(context, ids)
  const compared = await compareHistories(context, ids as [string, ...string[]], COMPARED_HISTORY)
  return { success: true as const, leads, ...compared }
}

/** Remembers that these leads are different people, each from each. */
export async function distinguish(context: LeadReading & { caller: Member; now: Date }, leadIds: readonly string[]) {
  const { db, caller, now } = context
  const { businessId, userId } = caller
  const ids = [...new Set(leadIds)].sort()
  const [first] = await requireMergeable(context, ids)
  const pairs = ids.flatMap((low, at) => ids.slice(at + 1).map((high) => ({ low, high })))
  await db.transaction().execute(async (tx) => {
    await insertDistinct(tx, businessId, { pairs, by: userId })
    await regroup(tx, businessId, ids, { at: now })
    if (first)
      await emit(tx, caller, 'leads.distinguished', {
        campaignId: first.campaignId,
        leadIds: ids,
        leads: ids.length,
      })
  })
}
