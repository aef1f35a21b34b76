import { NOT_ANSWERED } from '#contract/leads/responses/responses.ts'
import { dayOf } from '#contract/values/clock.ts'
import { weekHourOf } from '#contract/values/week-hours.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Author, emitAll } from '../../../platform/events/emit.ts'
import { newId } from '../../../platform/ids.ts'
import { withDefaults, withValues } from '../../lead-fields/values.rules.ts'
import type { AppliedChange, Batch, Outcome } from '../../operations/operation-handler.ts'
import { changedFields, isAssignable, type LeadPatch, patchLead, statusRefusal } from '../change/lead-writer.rules.ts'
import { writeLeads } from '../change/lead-writer.service.ts'
import { type StateField, stateFields } from '../lead-fields.sql.ts'
import { type ChosenStatus, lockStatuses } from '../lead-references.queries.ts'
import { type LockedLead, lockLeads, updateDuplicateMarks } from '../lead-writer.queries.ts'
import { countedOf, counterDelta } from '../leads.rules.ts'
import type { FateOf } from './fates.service.ts'
import type { ImportContext } from './import-context.service.ts'
import { type ImportedRow, insertLeads, type NewLeadRow } from './imported-leads.queries.ts'
import { type RowValues, storedFields } from './rows.rules.ts'

export type Statuses = ReadonlyMap<string, ChosenStatus>
export const readStatuses = async (tx: Db, businessId: string): Promise<Statuses> =>
  new Map((await lockStatuses(tx, businessId)).map((status) => [status.id, status]))

export type Writing = { context: ImportContext; statuses: Statuses; operationId: string }

export const DEFAULT_SOURCE = 'import'

/** A status that leads of the campaign may have; undefined: none was named, or it is hidden there. */
const statusOf = (id: string | undefined, campaignId: string, statuses: Statuses) => {
  const status = id === undefined ? undefined : statuses.get(id)
  return statusRefusal(status, campaignId) ? undefined : status
}
const assigneeOf = (id: string | undefined, campaignId: string, { assignable }: ImportContext) =>
  id !== undefined && isAssignable(assignable.get(id), campaignId) ? id : undefined

function newLead({ leadId, values, campaignId }: FateOf<'create'>, { context, statuses }: Writing): NewLeadRow {
  const { settings, own, now, defaultStatusId } = context
  const { defaults } = settings
  const status = [values.statusId, defaults.statusId, defaultStatusId]
    .map((id) => statusOf(id, campaignId, statuses))
    .find((one) => one !== undefined)
  const assignee = [values.assignedTo, defaults.assignedTo].map((id) => assigneeOf(id, campaignId, context))
  return {
    id: leadId,
    enquiryId: newId(),
    campaignId,
    statusId: status?.id ?? defaultStatusId,
    assignedTo: assignee.find((id) => id !== undefined) ?? null,
    name: values.name ?? '',
    phone: values.phone ?? null,
    email: values.email ?? null,
    source: values.source ?? defaults.source ?? DEFAULT_SOURCE,
    value: values.value ?? null,
    tags: values.tags ?? defaults.tags ?? [],
    utm: Object.keys(values.utm).length ? values.utm : null,
    lostReason: status?.type === 'Lost' ? (values.lostReason ?? null) : null,
    message: values.message ?? null,
    fields: withDefaults(own, storedFields(values, own, campaignId), campaignId),
    createdAt: values.createdAt ?? now.toISOString(),
  }
}

/** Stores leads for rows, each with its enquiry and its event. Their contacts are locked. */
export async function createImported(
  tx: Db,
  author: Author,
  fates: readonly FateOf<'create'>[],
  writing: Writing,
): Promise<Outcome[]> {
  if (!fates.length) return []
  const { businessId } = author
  const { context, statuses, operationId } = writing
  const rows = fates.map((fate) => newLead(fate, writing))
  await insertLeads(tx, businessId, rows)
  await updateDuplicateMarks(
    tx,
    businessId,
    rows.map(({ id }) => id),
  )
  const events = rows.map((row) => ({
    leadId: row.id,
    campaignId: row.campaignId,
    source: row.source,
    enquiryId: row.enquiryId,
    operationId,
    ...(!context.settings.notifies && { isSilent: true as const }),
    counts: [
      counterDelta(
        countedOf({
          ...row,
          day: dayOf(row.createdAt),
          hour: weekHourOf(row.createdAt),
          response: NOT_ANSWERED,
          statusType: statuses.get(row.statusId)?.type ?? '',
        }),
        1,
      ),
    ],
  }))
  await emitAll(tx, author, 'lead.created', events)
  return rows.map(({ id }, i) => {
    const before: ImportedRow = { number: fates[i]?.number ?? 0, isNew: true }
    return { id, outcome: 'changed', before, revision: 0 }
  })
}

/** What a row changes of a lead. Empty cells change nothing; some fields belong to new leads alone. */
export function patchOf(lead: LockedLead, values: RowValues, { context, statuses }: Writing): LeadPatch {
  const status = statusOf(values.statusId, lead.campaignId, statuses)
  const assignedTo = assigneeOf(values.assignedTo, lead.campaignId, context)
  const { name, phone, email, value, tags, lostReason } = values
  return {
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    ...(value !== undefined && { value }),
    ...(tags && { tags }),
    ...(lostReason !== undefined && { lostReason }),
    ...(status && { statusId: status.id }),
    ...(assignedTo && { assignedTo }),
    fields: withValues(lead.fields, storedFields(values, context.own, lead.campaignId)),
  }
}

export const valuesOf = (lead: LockedLead, fields: readonly StateField[]): LeadPatch =>
  Object.fromEntries(fields.map((field) => [field, lead[field]]))

/** Changes leads as rows say. */
export async function updateImported(
  tx: Db,
  author: Author,
  fates: readonly FateOf<'update'>[],
  writing: Writing,
): Promise<Outcome[]> {
  if (!fates.length) return []
  const { businessId } = author
  const { statuses, operationId } = writing
  const ids = fates.map(({ leadId }) => leadId)
  const leads = new Map((await lockLeads(tx, businessId, ids)).map((lead) => [lead.id, lead]))
  const changes = fates.map(({ leadId, values, number }) => {
    const lead = leads.get(leadId)
    if (!lead || lead.deletedAt) return { id: leadId, number, gone: true as const }
    const patch = patchOf(lead, values, writing)
    const after = patchLead(lead, patch, statuses.get(patch.statusId ?? lead.statusId)?.type ?? lead.statusType)
    return { id: leadId, number, before: lead, after, fields: changedFields(lead, after, stateFields) }
  })
  const writes = changes.flatMap((change) => ('gone' in change || !change.fields.length ? [] : [change]))
  const revisions = await writeLeads(tx, author, writes, { operationId })
  return changes.map((change): Outcome => {
    const { id, number } = change
    if ('gone' in change) return { id, outcome: 'gone', before: { number }, revision: null }
    if (!change.fields.length) return { id, outcome: 'same', before: { number }, revision: null }
    const before: ImportedRow = { number, values: valuesOf(change.before, change.fields) }
    const revision = revisions.get(id) ?? null
    return { id, outcome: 'changed', before, revision, priorRevision: change.before.revision }
  })
}

/** Moves new leads to the trash and gives changed ones their values back, unless they were changed since. */
export async function undoImported(
  tx: Db,
  author: Author,
  { ids, campaigns, now, operationId, undoes }: Batch & { undoes: ReadonlyMap<string, AppliedChange> },
): Promise<Outcome[]> {
  const { businessId } = author
  const statuses = await readStatuses(tx, businessId)
  const leads = new Map((await lockLeads(tx, businessId, ids, now)).map((lead) => [lead.id, lead]))
  const results = ids.map((id) => ({ id, ...undone(leads.get(id), undoes.get(id), { campaigns, now, statuses }) }))
  const writes = results.flatMap((result) => ('after' in result ? [result] : []))
  const revisions = await writeLeads(tx, author, writes, { operationId })
  return results.map((result) =>
    'after' in result
      ? { id: result.id, outcome: 'changed', before: null, revision: revisions.get(result.id) ?? null }
      : { id: result.id, outcome: result.outcome, before: null, revision: null },
  )
}

type Undone = { before: LockedLead; after: LockedLead } | { outcome: Exclude<Outcome['outcome'], 'changed'> }
function undone(
  lead: LockedLead | undefined,
  change: AppliedChange | undefined,
  { campaigns, now, statuses }: Pick<Batch, 'campaigns' | 'now'> & { statuses: Statuses },
): Undone {
  if (!lead || !change) return { outcome: 'gone' }
  if (campaigns && !campaigns.includes(lead.campaignId)) return { outcome: 'forbidden' }
  const { isNew, values } = change.before as ImportedRow
  if (isNew && lead.deletedAt) return { outcome: 'same' }
  if (lead.revision !== change.revision) return { outcome: 'changed_since' }
  if (isNew) return { before: lead, after: { ...lead, deletedAt: now.toISOString() } }
  // Erased with the person.
  if (!values) return { outcome: 'gone' }
  const type = statuses.get(values.statusId ?? lead.statusId)?.type
  return type ? { before: lead, after: patchLead(lead, values, type) } : { outcome: 'status_gone' }
}
