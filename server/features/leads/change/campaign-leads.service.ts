import type { Db } from '../../../platform/db/db.ts'
import { emitAll, type System } from '../../../platform/events/emit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { counterDelta } from '../leads.rules.ts'
import { lockLeadsOfCampaign, updateCampaignOfLeads, updateLeadsAsDeleted } from './campaign-leads.queries.ts'

/** Leads changed in one transaction. */
const BATCH_SIZE = 1_000

/** Moves a batch of a campaign’s live leads to the trash. True: there may be more. */
export async function trashLeads(tx: Db, author: Caller | System, { from }: { from: string }): Promise<boolean> {
  const { businessId } = author
  const leads = await lockLeadsOfCampaign(tx, businessId, { campaignId: from, withTrash: false, limit: BATCH_SIZE })
  if (!leads.length) return false
  const ids = leads.map(({ id }) => id)
  await Promise.all([
    updateLeadsAsDeleted(tx, businessId, ids),
    emitAll(
      tx,
      author,
      'lead.deleted',
      leads.map((lead) => ({
        leadId: lead.id,
        campaignId: from,
        counts: [counterDelta({ ...lead, campaignId: from }, -1)],
      })),
    ),
  ])
  return leads.length === BATCH_SIZE
}

/** Moves a batch of a campaign’s leads, including those in the trash, to another campaign. True: there may be more. */
export async function moveLeads(
  tx: Db,
  author: Caller | System,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { businessId } = author
  const leads = await lockLeadsOfCampaign(tx, businessId, { campaignId: from, withTrash: true, limit: BATCH_SIZE })
  if (!leads.length) return false
  const ids = leads.map(({ id }) => id)
  await Promise.all([
    updateCampaignOfLeads(tx, businessId, { ids, campaignId: to }),
    emitAll(
      tx,
      author,
      'lead.changed',
      leads.map((lead) => ({
        leadId: lead.id,
        campaignId: to,
        changes: { campaignId: [from, to] as [unknown, unknown] },
        // Leads in the trash are not counted.
        counts: lead.isTrashed
          ? []
          : [counterDelta({ ...lead, campaignId: from }, -1), counterDelta({ ...lead, campaignId: to }, 1)],
      })),
    ),
  ])
  return leads.length === BATCH_SIZE
}
