import { isOwnFieldName, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { isContact } from '#contract/leads/lead-fields.ts'
import { isChosenIn } from '#contract/leads/lead-status.ts'
import { isErased } from '#contract/leads/leads.ts'
import { actsEverywhere, hasRight, type Right } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Author } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { seesMasked } from '../../access/access.rules.ts'
import { findFields } from '../../lead-fields/lead-fields.service.ts'
import type { Action, Batch, OperationHandler, Outcome } from '../../operations/operation-handler.ts'
import { recordOperation } from '../../operations/operations.service.ts'
import { type Changes, describeChanges } from '../history/described-changes.service.ts'
import { stateFields } from '../lead-fields.sql.ts'
import { listWorkers, lockStatuses } from '../lead-references.queries.ts'
import { type LockedLead, lockLeads } from '../lead-writer.queries.ts'
import { listNames, lockContacts } from '../leads.queries.ts'
import { requireLead } from '../leads.service.ts'
import { findFirstResponse } from './answer.queries.ts'
import { readingOf } from './lead-operations.service.ts'
import { changedFields, changedKeys, isSameMoment, patchLead } from './lead-writer.rules.ts'
import { type LeadWrite, withResponses, writeLeads } from './lead-writer.service.ts'
import { type ChangeRecord, changeRecord, restoredPatch } from './restoring.rules.ts'

const EDIT_SUBJECT = 'edits'
/** `fields`: what the edit changed, by its names in the history. */
export type EditAction = { kind: 'edit'; fields: string[] }
const fieldsOf = (action: Action) => (action as EditAction).fields

type Edit = { id: string; write: LeadWrite; revision: number | null }
/** Stores the edit of one lead by a person as an operation, in the transaction of the edit, so that it can be undone. */
export async function recordEdit(
  tx: Db,
  { businessId, userId }: Pick<Member, 'businessId' | 'userId'>,
  { id, write, revision }: Edit,
) {
  const { before, after, changed = [] } = write
  const fields = [...new Set([...changedFields(before, after, stateFields), ...changed])]
  const shown = fields.filter((field) => field !== 'firstResponseAt')
  const named = shown.flatMap((field): string[] =>
    field === 'fields' ? changedKeys(before.fields, after.fields).map(ownFieldName) : [field],
  )
  const action: EditAction = { kind: 'edit', fields: named }
  const operation = { id, subject: EDIT_SUBJECT, action, authorId: userId, campaignIds: null, leadId: before.id }
  const change = { before: changeRecord(before, after, fields), revision, priorRevision: before.revision }
  await recordOperation(tx, businessId, operation, [{ id: before.id, outcome: 'changed', ...change }])
}

/** Undoes edits of one lead, field by field. The edit itself is stored as done by the request that makes it. */
export const editOperations: OperationHandler = {
  subject: EDIT_SUBJECT,
  apply: undoEdits,
  campaignsFor: editedCampaigns,
  canRedo: () => true,
  requireUndo,
  namesOf: (db, caller, ids) => listNames(db, caller.businessId, { ids, ...readingOf(caller) }),
  async shownChanges({ db, caller, language }, { before }) {
    const own = await findFields(db, caller.businessId)
    return describeChanges({ db, caller, language, own }, changesIn(before as Partial<ChangeRecord>))
  },
}

const rightsFor = (fields: readonly string[]): Right[] =>
  fields.includes('assignedTo') ? ['leads.edit', 'leads.assign'] : ['leads.edit']
function editedCampaigns({ role, campaignRoles }: Member, action: Action): readonly string[] | null {
  if (actsEverywhere(role)) return null
  const rights = rightsFor(fieldsOf(action))
  return [...campaignRoles]
    .filter(([, inCampaign]) => rights.every((right) => hasRight(inCampaign, right)))
    .map(([id]) => id)
}

/** Contacts and own fields are not undone by members who see them masked: the outcome would confirm a guess. */
async function requireUndo(db: Db, caller: Member, leadId: string, action: Action) {
  const lead = await requireLead({ db, caller }, leadId)
  if (isErased(lead)) throw new AppError('lead_erased')
  if (!seesMasked(caller)) return
  const fields = fieldsOf(action)
  if (fields.some(isContact)) throw new AppError('contact_kept')
  if (fields.some(isOwnFieldName)) throw new AppError('own_fields_kept')
}

async function undoEdits(
  tx: Db,
  author: Author,
  { ids, undoes, campaigns, now, operationId }: Batch,
): Promise<Outcome[]> {
  const { businessId } = author
  const records = new Map([...(undoes ?? [])].map(([id, { before }]) => [id, before as Partial<ChangeRecord>]))
  const contacts = [...records.values()].flatMap(({ before }) => [before?.phone ?? [], before?.email ?? []].flat())
  if (contacts.length) await lockContacts(tx, businessId, contacts)
  const leads = new Map((await lockLeads(tx, businessId, ids, now)).map((lead) => [lead.id, lead]))
  const outcomes: Outcome[] = []
  for (const id of ids) {
    const lead = leads.get(id)
    const skipped = refusalOf(lead, records.get(id), campaigns)
    outcomes.push(
      lead && !skipped
        ? await undoEdit(tx, author, {
            lead,
            record: records.get(id) as ChangeRecord,
            revision: undoes?.get(id)?.revision ?? null,
            operationId,
          })
        : { id, outcome: skipped ?? 'gone', before: null, revision: null },
    )
  }
  return outcomes
}

/** The record is empty if the person was erased. */
function refusalOf(
  lead: LockedLead | undefined,
  record: Partial<ChangeRecord> | undefined,
  campaigns: Batch['campaigns'],
) {
  if (!lead || lead.deletedAt) return 'gone'
  if (isErased(lead) || !record?.before || !record.after) return 'erased'
  return campaigns && !campaigns.includes(lead.campaignId) ? 'forbidden' : null
}

type Undo = { lead: LockedLead; record: ChangeRecord; revision: number | null; operationId: string }
/** What was changed since stays and is named in `kept`. */
async function undoEdit(tx: Db, author: Author, { lead, record, revision, operationId }: Undo): Promise<Outcome> {
  const { businessId } = author
  const { assignedTo } = record.before
  const statuses = await lockStatuses(tx, businessId)
  const workers = await listWorkers(tx, businessId, lead.campaignId, assignedTo ? [assignedTo] : [])
  const { patch, kept } = restoredPatch(lead, record, {
    isStatus: (id) => statuses.some((status) => status.id === id && isChosenIn(status, lead.campaignId)),
    isMember: (id) => workers.some((worker) => worker.id === id),
  })
  if (isResponseOf(lead, record) && !kept.includes('statusId'))
    patch.firstResponseAt = record.before.firstResponseAt ?? (await findFirstResponse(tx, businessId, lead.id))
  const type = statuses.find(({ id }) => id === patch.statusId)?.type ?? lead.statusType
  const after = patchLead(lead, patch, type)
  const fields = changedFields(lead, after, stateFields)
  const before = { ...changeRecord(lead, after, fields), ...(kept.length > 0 && { kept }) }
  if (!fields.length)
    return { id: lead.id, outcome: kept.length > 0 ? 'changed_since' : 'same', before, revision: null }
  const writes = await withResponses(tx, businessId, [{ before: lead, after }])
  const revisions = await writeLeads(tx, author, writes, { operationId })
  // Only where nothing else has changed is the lead as an earlier operation left it.
  const isFormer = lead.revision === revision && kept.length === 0
  return { id: lead.id, outcome: 'changed', before, revision: isFormer ? (revisions.get(lead.id) ?? null) : null }
}

/** Whether the lead's first response is the one that the edit made. */
const isResponseOf = (lead: LockedLead, { before, after }: ChangeRecord) =>
  'firstResponseAt' in before && isSameMoment(lead.firstResponseAt, after.firstResponseAt ?? null)

/** What an undo did, as the changes of an event. */
function changesIn({ before = {}, after = {} }: Partial<ChangeRecord>): Changes {
  const { fields: ownBefore = {}, firstResponseAt: _, ...stored } = before
  const ownAfter = after.fields ?? {}
  const own = changedKeys(ownBefore, ownAfter).map((key): [string, [unknown, unknown]] => [
    ownFieldName(key),
    [ownBefore[key] ?? null, ownAfter[key] ?? null],
  ])
  const values = Object.entries(stored).map(([field, value]): [string, [unknown, unknown]] => [
    field,
    [value, after[field as keyof typeof after]],
  ])
  return Object.fromEntries([...values, ...own])
}
