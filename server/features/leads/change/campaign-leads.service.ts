import type { Db } from '../../../platform/db/db.ts'
import type { System } from '../../../platform/events/emit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { lockLeadsOfCampaign } from '../lead-writer.queries.ts'
import type { LeadPatch } from './lead-writer.rules.ts'
import { writeLeads } from './lead-writer.service.ts'

/** Number of leads changed in one transaction. */
const BATCH_SIZE = 1_000

type Batch = { from: string; withTrash: boolean }
async function changeBatch(tx: Db, author: Caller | System, { from, withTrash }: Batch, patch: LeadPatch) {
  const batch = { campaignId: from, withTrash, limit: BATCH_SIZE }
  const leads = await lockLeadsOfCampaign(tx, author.businessId, batch)
  await writeLeads(
    tx,
    author,
    leads.map((before) => ({ before, after: { ...before, ...patch } })),
    { cause: 'campaign' },
  )
  return leads.length === BATCH_SIZE
}

/** Moves a batch of a campaign’s live leads to the trash. Returns true if there may be more. */
export const trashLeads = (tx: Db, author: Caller | System, { from, now }: { from: string; now: Date }) =>
  changeBatch(tx, author, { from, withTrash: false }, { deletedAt: now.toISOString() })

/**
 * Moves a batch of a campaign’s leads, including those in the trash, to another campaign. Returns true if there may be
 * more.
 */
export const moveLeads = (tx: Db, author: Caller | System, { from, to }: { from: string; to: string }) =>
  changeBatch(tx, author, { from, withTrash: true }, { campaignId: to })
