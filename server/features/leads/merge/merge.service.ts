import type { MergeInput } from '#contract/duplicates/duplicates.ts'
import { MERGE_MAX } from '#contract/duplicates/merge-fields.ts'
import { isErased } from '#contract/leads/leads.ts'
import { TAGS_MAX } from '#contract/leads/tags.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { canInCampaign, seesMasked } from '../../access/access.rules.ts'
import { keysOfCampaign } from '../../lead-fields/values.rules.ts'
import type { Outcome } from '../../operations/operation-handler.ts'
import { recordOperation } from '../../operations/operations.service.ts'
import { changedFields, isAssignable, type LeadPatch, patchLead, statusRefusal } from '../change/lead-writer.rules.ts'
import { writeLeads } from '../change/lead-writer.service.ts'
import { changeRecord } from '../change/restoring.rules.ts'
import { stateFields } from '../lead-fields.sql.ts'
import { findAssignable, lockStatus } from '../lead-references.queries.ts'
import { type LockedLead, lockLeads } from '../lead-writer.queries.ts'
import { lockContacts } from '../leads.queries.ts'
import { canSeeLead } from '../leads.rules.ts'
import { type LeadReading, requireLead, toOneLead } from '../leads.service.ts'
import * as queries from './merge.queries.ts'
import { type Contact, furtherContacts, mergedPatch, pastSales } from './merge.rules.ts'
import type { MergePart, MoveRecord } from './merge-part.ts'

export const MERGE_SUBJECT = 'merges'
export type MergeAction = { kind: 'merge'; winnerId: string; leadIds: string[] }
/** What was done to a merged lead, by the name of the part, as an undo needs it. */
export type LoserRecord = Record<string, MoveRecord>

type MergeContext = LeadReading & { caller: Member; now: Date; parts: readonly MergePart[] }
type Leads = { winner: LockedLead; others: readonly LockedLead[] }

/** Merges leads into one of them, in one transaction. The operation that it stores can be undone. */
export async function mergeLeads(context: MergeContext, input: MergeInput) {
  const { db, caller } = context
  const otherIds = [...new Set(input.leadIds)].filter((id) => id !== input.winnerId)
  if (!otherIds.length) throw invalidInput('leadIds', 'required')
  if (otherIds.length >= MERGE_MAX) throw invalidInput('leadIds', 'too_many_to_merge')
  const operationId = newId()
  await db.transaction().execute(async (tx) => {
    const leads = await lockMerged(tx, context, [input.winnerId, ...otherIds])
    const patch = await patchOf(tx, context, leads, input)
    const written = await write(tx, context, { ...leads, patch, operationId })
    const action: MergeAction = { kind: 'merge', winnerId: input.winnerId, leadIds: otherIds }
    const operation = { id: operationId, subject: MERGE_SUBJECT, action, authorId: caller.userId, campaignIds: null }
    await recordOperation(tx, caller.businessId, operation, written)
    const { campaignId } = leads.winner
    await emit(tx, caller, 'lead.merged', { leadId: input.winnerId, campaignId, operationId, leadIds: otherIds })
  })
  const lead = await toOneLead({ ...context, db }, await requireLead({ db, caller }, input.winnerId))
  return { success: true as const, lead, operationId }
}

/** Locks the contacts, so that no enquiry joins a lead that is being merged, then the leads. The first is the kept one. */
async function lockMerged(tx: Db, { caller, now }: MergeContext, ids: readonly string[]): Promise<Leads> {
  const { businessId } = caller
  if (seesMasked(caller)) throw new AppError('forbidden')
  await lockContacts(tx, businessId, await queries.listContacts(tx, businessId, ids))
  const locked = await lockLeads(tx, businessId, ids, now)
  const visible = locked.filter((lead) => canSeeLead(caller, lead))
  if (visible.length < ids.length) throw new AppError('lead_not_found')
  if (visible.some(({ campaignId }) => !canInCampaign(caller, 'leads.merge', campaignId)))
    throw new AppError('forbidden')
  if (visible.some(({ deletedAt }) => deletedAt)) throw new AppError('leads_changed')
  if (visible.some(isErased)) throw new AppError('lead_erased')
  const [winner] = visible.filter(({ id }) => id === ids[0])
  const others = visible.filter(({ id }) => id !== ids[0])
  const byActivity = (one: LockedLead, other: LockedLead) =>
    Date.parse(other.lastActivityAt) - Date.parse(one.lastActivityAt)
  return { winner: winner as LockedLead, others: others.sort(byActivity) }
}

/** What the kept lead becomes, with its status type, and what the others had won. */
async function patchOf(
  tx: Db,
  { caller, own }: MergeContext,
  { winner, others }: Leads,
  { fields: choices, tagsOf }: MergeInput,
) {
  const { businessId } = caller
  const ids = [winner, ...others].map(({ id }) => id)
  for (const [field, id] of Object.entries(choices))
    if (!ids.includes(id)) throw invalidInput(`fields.${field}`, 'lead_not_found')
  if (tagsOf?.some((id) => !ids.includes(id))) throw invalidInput('tagsOf', 'lead_not_found')
  const assignees = await assignableOf(tx, businessId, winner.campaignId, others)
  const ownKeys = keysOfCampaign(own, winner.campaignId)
  const isKnown = (userId: string) => assignees.has(userId)
  const merged = { winner, others, choices, tagsOf, ownKeys, isAssignable: isKnown }
  const patch = mergedPatch(merged)
  const { assignedTo, tags = [], phone, email, statusId = winner.statusId } = patch
  if (tags.length > TAGS_MAX) throw invalidInput('tagsOf', 'too_many_tags')
  if (!phone && !email) throw invalidInput('fields.phone', 'phone_or_email_required')
  if (assignedTo && assignedTo !== winner.assignedTo && !isKnown(assignedTo))
    throw invalidInput('fields.assignedTo', 'user_not_found')
  const become = (statusType: LockedLead['statusType']) => ({ patch, statusType, past: pastSales(merged, statusType) })
  if (statusId === winner.statusId) return become(winner.statusType)
  const status = await lockStatus(tx, businessId, statusId)
  const refusal = statusRefusal(status, winner.campaignId)
  if (!status || refusal)
    throw invalidInput('fields.status', refusal === 'status_gone' ? 'status_not_found' : 'status_hidden')
  return become(status.type)
}

/** Those assignees of the leads who may have leads of this campaign. */
async function assignableOf(tx: Db, businessId: string, campaignId: string, leads: readonly LockedLead[]) {
  const assignees = [...new Set(leads.flatMap(({ assignedTo }) => assignedTo ?? []))]
  const found = await Promise.all(
    assignees.map(async (userId) => ({ userId, campaigns: await findAssignable(tx, businessId, userId) })),
  )
  return new Set(found.filter(({ campaigns }) => isAssignable(campaigns, campaignId)).map(({ userId }) => userId))
}

type Written = Leads & {
  patch: { patch: LeadPatch; statusType: LockedLead['statusType']; past: ReadonlyMap<string, number> }
  operationId: string
}
/** Writes the leads and moves what hangs on them. Returns the outcomes of the operation. */
async function write(tx: Db, context: MergeContext, { winner, others, patch, operationId }: Written) {
  const { caller } = context
  const at = context.now.toISOString()
  const after = patchLead(winner, patch.patch, patch.statusType)
  const fields = changedFields(winner, after, stateFields)
  const gone = others.map((before) => {
    const pastSale = patch.past.get(before.id) || null
    return { before, after: { ...before, deletedAt: at, mergedInto: winner.id, pastSale, countedPast: pastSale } }
  })
  const writes = [...gone, ...(fields.length ? [{ before: winner, after }] : [])]
  const revisions = await writeLeads(tx, caller, writes, { operationId, isActivity: false })
  const contacts = furtherContacts([winner, ...others], after)
  const outcomes: Outcome[] = []
  for (const { id, revision } of others) {
    const record = await moveAll(tx, context, { from: id, to: winner.id, at }, contacts)
    outcomes.push({
      id,
      outcome: 'changed',
      before: record,
      revision: revisions.get(id) ?? null,
      priorRevision: revision,
    })
  }
  const own = await queries.insertContacts(tx, caller.businessId, winner.id, contactsOf(contacts, winner.id))
  await queries.updateMergedText(tx, caller.businessId, winner.id)
  outcomes.push({
    id: winner.id,
    outcome: fields.length ? 'changed' : 'same',
    before: fields.length ? { ...changeRecord(winner, after, fields), contacts: own } : null,
    revision: revisions.get(winner.id) ?? null,
    priorRevision: winner.revision,
  })
  return outcomes
}

const contactsOf = (contacts: readonly Contact[], leadId: string) => contacts.filter(({ from }) => from === leadId)

/** One after the other: of two follow-ups of one person the earlier due stays open. */
async function moveAll(
  tx: Db,
  { caller, parts }: MergeContext,
  merge: { from: string; to: string; at: string },
  contacts: readonly Contact[],
): Promise<LoserRecord> {
  const { businessId } = caller
  const record: LoserRecord = {
    leads: {
      merged: await queries.moveMerged(tx, businessId, merge),
      moved: await queries.moveContacts(tx, businessId, merge),
      added: await queries.insertContacts(tx, businessId, merge.to, contactsOf(contacts, merge.from)),
    },
  }
  for (const part of parts) record[part.name] = await part.move(tx, caller, merge)
  return record
}
