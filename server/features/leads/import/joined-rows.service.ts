import { TAGS_MAX } from '#contract/leads/tags.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Author, emitAll } from '../../../platform/events/emit.ts'
import { newId } from '../../../platform/ids.ts'
import { withValues } from '../../lead-fields/values.rules.ts'
import type { Outcome } from '../../operations/operation-handler.ts'
import { changedFields, type LeadPatch, patchLead } from '../change/lead-writer.rules.ts'
import { type LeadWrite, writeLeads } from '../change/lead-writer.service.ts'
import { stateFields } from '../lead-fields.sql.ts'
import { type LockedLead, lockLeads } from '../lead-writer.queries.ts'
import type { FateOf } from './fates.service.ts'
import {
  type Enquiry,
  type ImportedItem,
  type ImportedRow,
  insertEnquiries,
  listImported,
} from './imported-leads.queries.ts'
import { DEFAULT_SOURCE, patchOf, valuesOf, type Writing } from './imported-leads.service.ts'
import { storedFields } from './rows.rules.ts'

type Joined = FateOf<'join'>
type Joining = Writing & {
  rowId: (number: number) => string
  /** Of the rows of this batch that made or changed leads. */
  outcomes: Outcome[]
}

/**
 * Adds rows to the leads that earlier rows of the file made or changed. An import that updates changes them as it does
 * existing leads, the last row last; one that only adds fills what is empty. A row of a new lead is a further enquiry.
 * Returns all outcomes of the batch; those of the leads hold what an undo needs to take back all of their rows.
 */
export async function joinImported(tx: Db, author: Author, fates: readonly Joined[], joining: Joining) {
  const { operationId, outcomes, rowId } = joining
  if (!fates.length) return outcomes
  const { businessId } = author
  const ofLeads = Map.groupBy(fates, ({ person }) => person.leadId)
  const ids = [...ofLeads.keys()]
  const leads = new Map((await lockLeads(tx, businessId, ids)).map((lead) => [lead.id, lead]))
  const ofBatch = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const earlier = await listImported(
    tx,
    businessId,
    operationId,
    ids.filter((id) => !ofBatch.has(id)),
  )
  const writes = ids.flatMap((id) => {
    const before = leads.get(id)
    return before && !before.deletedAt ? [{ before, after: joinedLead(before, ofLeads.get(id) ?? [], joining) }] : []
  })
  const changed = writes.filter(({ before, after }) => changedFields(before, after, stateFields).length > 0)
  const revisions = await writeLeads(tx, author, changed, { operationId })
  const kept = new Map(writes.map((write) => [write.before.id, write]))
  await addEnquiries(
    tx,
    author,
    fates.filter(({ person }) => person.isNew && kept.has(person.leadId)),
    joining,
  )
  const revised = ids.flatMap((id) => {
    const write = kept.get(id)
    const item = ofBatch.get(id) ?? earlier.get(id)
    const rows = (ofLeads.get(id) ?? []).map(({ number }) => number)
    if (!write || !item) return []
    const outcome = withJoined(item as ImportedItem, write, { rows, revision: revisions.get(id) })
    return [earlier.has(id) ? { ...outcome, replaces: earlier.get(id)?.outcome ?? 'same' } : outcome]
  })
  const isRevised = new Set(revised.map(({ id }) => id))
  const joinedRows = fates.map(({ number, person }): Outcome => {
    const isKept = kept.has(person.leadId)
    const before: ImportedRow = isKept ? { number, joins: person.leadId } : { number }
    return { id: rowId(number), outcome: isKept ? 'same' : 'gone', before, revision: null }
  })
  return [...outcomes.filter(({ id }) => !isRevised.has(id)), ...revised, ...joinedRows]
}

function joinedLead(lead: LockedLead, fates: readonly Joined[], joining: Joining) {
  const { context, statuses } = joining
  const join = context.settings.mode === 'create' ? fillOf : patchOf
  return fates.reduce((before, { values }) => {
    const patch = join(before, values, joining)
    return patchLead(before, patch, statuses.get(patch.statusId ?? before.statusId)?.type ?? before.statusType)
  }, lead)
}

/** What a row adds to a lead: values of fields that are empty, and tags. */
function fillOf(lead: LockedLead, values: Joined['values'], writing: Writing): LeadPatch {
  const { name, phone, email, value, tags, assignedTo } = patchOf(lead, values, writing)
  const { own } = writing.context
  return {
    name: lead.name || (name ?? ''),
    phone: lead.phone ?? phone ?? null,
    email: lead.email ?? email ?? null,
    value: lead.value ?? value ?? null,
    assignedTo: lead.assignedTo ?? assignedTo ?? null,
    tags: withTags(lead.tags, tags ?? []),
    fields: { ...withValues({}, storedFields(values, own, lead.campaignId)), ...lead.fields },
  }
}

function withTags(tags: readonly string[], more: readonly string[]) {
  const had = new Set(tags.map((tag) => tag.toLowerCase()))
  return [...tags, ...more.filter((tag) => !had.has(tag.toLowerCase()))].slice(0, Math.max(TAGS_MAX, tags.length))
}

async function addEnquiries(tx: Db, author: Author, fates: readonly Joined[], { context, operationId }: Joining) {
  if (!fates.length) return
  const { settings, now } = context
  const enquiries = fates.map(({ values, person }): Enquiry & { campaignId: string } => ({
    id: newId(),
    leadId: person.leadId,
    campaignId: person.campaignId,
    at: values.createdAt ?? now.toISOString(),
    source: values.source ?? settings.defaults.source ?? DEFAULT_SOURCE,
    message: values.message ?? null,
    utm: Object.keys(values.utm).length ? values.utm : null,
  }))
  await insertEnquiries(tx, author.businessId, enquiries)
  const events = enquiries.map(({ id: enquiryId, leadId, campaignId, source }) => ({
    ...{ leadId, campaignId, source, enquiryId, operationId },
    ...(!settings.notifies && { isSilent: true as const }),
  }))
  await emitAll(tx, author, 'lead.repeated', events)
}

/** The outcome of a lead after further rows joined it: the values before the first of them stay those of an undo. */
function withJoined(
  item: ImportedItem,
  { before, after }: LeadWrite,
  { rows, revision }: { rows: number[]; revision: number | undefined },
): Outcome {
  const { isNew, values, joined = [] } = item.before
  const fields = changedFields(before, after, stateFields)
  const row: ImportedRow = {
    ...item.before,
    joined: [...joined, ...rows],
    ...(!isNew && fields.length > 0 && { values: { ...valuesOf(before, fields), ...values } }),
  }
  if (fields.length === 0) return { ...item, before: row }
  const isFirst = item.outcome === 'same'
  return {
    ...item,
    outcome: 'changed',
    before: row,
    // A lead that a person changed in between keeps the former revision, so that the undo leaves it alone.
    revision: isFirst || item.revision === before.revision ? (revision ?? null) : item.revision,
    priorRevision: isFirst ? before.revision : (item.priorRevision ?? null),
  }
}
