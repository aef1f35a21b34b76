import { isErased } from '#contract/leads/leads.ts'
import { actsEverywhere, hasRight } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Author, emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { leadScope } from '../../access/access.rules.ts'
import type { AppliedChange, Batch, OperationHandler, Outcome } from '../../operations/operation-handler.ts'
import { changedFields, patchLead } from '../change/lead-writer.rules.ts'
import { type LeadWrite, pastDeltas, writeLeads } from '../change/lead-writer.service.ts'
import { type ChangeRecord, restoredPatch } from '../change/restoring.rules.ts'
import { stateFields } from '../lead-fields.sql.ts'
import { listActiveMembers, listLiveCampaigns, lockStatuses } from '../lead-references.queries.ts'
import { type LockedLead, lockLeads } from '../lead-writer.queries.ts'
import { listNames, lockContacts } from '../leads.queries.ts'
import * as queries from './merge.queries.ts'
import { type LoserRecord, MERGE_SUBJECT, type MergeAction } from './merge.service.ts'
import type { MergePart, MoveRecord } from './merge-part.ts'

/** Campaigns in which a member may merge leads; null: all. */
export const mergedCampaigns = ({ role, campaignRoles }: Pick<Member, 'role' | 'campaignRoles'>) =>
  actsEverywhere(role)
    ? null
    : [...campaignRoles].filter(([, inCampaign]) => hasRight(inCampaign, 'leads.merge')).map(([id]) => id)

/** Undoes merges. A merge itself is stored as done by the request that makes it. */
export const mergeOperations = (parts: readonly MergePart[]): OperationHandler => ({
  subject: MERGE_SUBJECT,
  campaignsFor: mergedCampaigns,
  namesOf: (db, caller, ids) => listNames(db, caller.businessId, { ids, scope: leadScope(caller) }),
  apply: (tx, author, { undoes, action, ...batch }) =>
    unmerge(tx, author, { ...batch, action: action as MergeAction, undoes: undoes ?? new Map(), parts }),
})

type Undo = Omit<Batch, 'action' | 'undoes'> & {
  action: MergeAction
  undoes: ReadonlyMap<string, AppliedChange>
  parts: readonly MergePart[]
}
type Skipped = Exclude<Outcome['outcome'], 'changed' | 'same'>

async function unmerge(tx: Db, author: Author, undo: Undo): Promise<Outcome[]> {
  const { businessId } = author
  const { winnerId, leadIds } = undo.action
  const all = [winnerId, ...leadIds]
  await lockContacts(tx, businessId, await queries.listContacts(tx, businessId, all))
  const leads = new Map((await lockLeads(tx, businessId, all, undo.now)).map((lead) => [lead.id, lead]))
  const refusal = await refusalsOf(tx, businessId, undo, leads)
  const returning = undo.ids.filter((id) => id !== winnerId && refusal(id) === null)
  const writes = returning.map((id) => {
    const before = leads.get(id) as LockedLead
    return { before, after: { ...before, deletedAt: null, mergedInto: null, pastSale: null, countedPast: null } }
  })
  const kept = undo.ids.includes(winnerId) ? await restoredWinner(tx, businessId, undo, leads.get(winnerId)) : null
  const winner = kept && 'write' in kept ? kept : null
  const { operationId } = undo
  const revisions = await writeLeads(tx, author, [...writes, ...(winner?.write ? [winner.write] : [])], {
    operationId,
    isActivity: false,
  })
  const at = undo.now.toISOString()
  for (const id of returning)
    await putBackAll(tx, author, { from: id, to: winnerId, at }, { parts: undo.parts, undoes: undo.undoes })
  if (winner) await queries.deleteContacts(tx, businessId, winnerId, winner.contacts)
  await queries.updateMergedText(tx, businessId, winnerId)
  const { campaignId, deletedAt } = leads.get(winnerId) ?? {}
  if (returning.length && campaignId) {
    // What the returning leads had gained by earlier merges was not counted while the kept lead was in the trash.
    const past = await pastDeltas(tx, businessId, new Map(deletedAt ? returning.map((id) => [id, true]) : []))
    const unmerged = { leadId: winnerId, campaignId, operationId, leadIds: returning }
    await emit(tx, author, 'lead.unmerged', { ...unmerged, ...(past.size && { counts: [...past.values()].flat() }) })
  }
  return undo.ids.map((id): Outcome => {
    const revision = revisions.get(id) ?? null
    if (id !== winnerId) return { id, outcome: refusal(id) ?? 'changed', before: null, revision }
    if (!kept || 'refusal' in kept) return { id, outcome: kept?.refusal ?? 'gone', before: null, revision: null }
    const isWhole = kept.left.length === 0
    return {
      id,
      outcome: isWhole ? 'changed' : 'changed_since',
      before: isWhole ? null : { kept: kept.left },
      revision,
    }
  })
}

/** Why a merged lead cannot come back, by its id; null: it can. */
async function refusalsOf(tx: Db, businessId: string, undo: Undo, leads: ReadonlyMap<string, LockedLead>) {
  const { campaigns, action } = undo
  const isForbidden = (lead: LockedLead | undefined) => lead && campaigns && !campaigns.includes(lead.campaignId)
  const isAllForbidden = isForbidden(leads.get(action.winnerId))
  const live = await listLiveCampaigns(
    tx,
    businessId,
    [...leads.values()].map(({ campaignId }) => campaignId),
  )
  return (id: string): Skipped | null => {
    const lead = leads.get(id)
    if (!lead) return 'gone'
    if (isAllForbidden || isForbidden(lead)) return 'forbidden'
    if (isErased(lead)) return 'erased'
    if (lead.mergedInto !== action.winnerId) return 'changed_since'
    return live.some((campaign) => campaign.id === lead.campaignId) ? null : 'campaign_gone'
  }
}

type Restored = { write: LeadWrite | null; left: string[]; contacts: readonly string[] } | { refusal: Skipped }
/** The kept lead as it was before the merge, but for fields that were changed since. */
async function restoredWinner(
  tx: Db,
  businessId: string,
  { action, undoes, campaigns }: Undo,
  lead: LockedLead | undefined,
): Promise<Restored> {
  const record = undoes.get(action.winnerId)?.before as (ChangeRecord & { contacts: string[] }) | undefined
  if (!lead || !record) return { refusal: 'gone' }
  if (campaigns && !campaigns.includes(lead.campaignId)) return { refusal: 'forbidden' }
  if (isErased(lead)) return { refusal: 'erased' }
  if (lead.mergedInto) return { refusal: 'changed_since' }
  const { assignedTo } = record.before
  const [statuses, members] = await Promise.all([
    lockStatuses(tx, businessId),
    listActiveMembers(tx, businessId, assignedTo ? [assignedTo] : []),
  ])
  const { patch, kept } = restoredPatch(lead, record, {
    isStatus: (id) => statuses.some((status) => status.id === id),
    isMember: (id) => members.some((member) => member.id === id),
  })
  const type = statuses.find(({ id }) => id === patch.statusId)?.type ?? lead.statusType
  const after = patchLead(lead, patch, type)
  const isChanged = changedFields(lead, after, stateFields).length > 0
  return { write: isChanged ? { before: lead, after } : null, left: kept, contacts: record.contacts }
}

type Way = { from: string; to: string; at: string }
async function putBackAll(tx: Db, author: Author, way: Way, { parts, undoes }: Pick<Undo, 'parts' | 'undoes'>) {
  const { businessId } = author
  const record = undoes.get(way.from)?.before as LoserRecord
  const empty: MoveRecord = {}
  const { merged = [], moved = [], added = [] } = record.leads ?? empty
  const back = { from: way.to, to: way.from }
  await queries.moveMerged(tx, businessId, back, merged)
  await queries.moveContacts(tx, businessId, back, moved)
  await queries.deleteContacts(tx, businessId, way.to, added)
  for (const part of parts) await part.putBack(tx, author, { ...way, record: record[part.name] ?? empty })
}
