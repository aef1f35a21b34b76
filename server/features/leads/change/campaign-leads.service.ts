import type { Db } from '../../../platform/db/db.ts'
import { emitAll, type System } from '../../../platform/events/emit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { countStep } from '../leads.rules.ts'
import { lockLeadsOfCampaign, updateCampaignOfLeads, updateLeadsAsDeleted } from './campaign-leads.queries.ts'

/** Events of so many leads are written at once. */
const PIECE = 1_000

/** Puts a piece of a campaign's live leads into the trash; says whether there may be more. */
export async function trashLeads(tx: Db, author: Caller | System, { from }: { from: string }): Promise<boolean> {
  const { businessId } = author
  const leads = await lockLeadsOfCampaign(tx, businessId, { campaignId: from, withTrash: false, limit: PIECE })
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
        counts: [countStep({ ...lead, campaignId: from }, -1)],
      })),
    ),
  ])
  return leads.length === PIECE
}

/** Moves a piece of a campaign's leads to another, those in the trash too; says whether there may be more. */
export async function moveLeads(
  tx: Db,
  author: Caller | System,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { businessId } = author
  const leads = await lockLeadsOfCampaign(tx, businessId, { campaignId: from, withTrash: true, limit: PIECE })
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
        // What lies in the trash is not counted.
        counts: lead.isTrashed
          ? []
          : [countStep({ ...lead, campaignId: from }, -1), countStep({ ...lead, campaignId: to }, 1)],
      })),
    ),
  ])
  return leads.length === PIECE
}
