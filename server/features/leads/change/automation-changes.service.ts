import type { SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import type { StepReason } from '#contract/leads/automations/automations.ts'
import { TAGS_MAX, tagKey, uniqueTags } from '#contract/leads/tags.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Author } from '../../../platform/events/emit.ts'
import { newId } from '../../../platform/ids.ts'
import { type FieldDefinitions, readValues, withValues } from '../../lead-fields/values.rules.ts'
import { type LeadState, stateFields } from '../lead-fields.sql.ts'
import { findAssignable, lockStatus } from '../lead-references.queries.ts'
import type { LockedLead } from '../lead-writer.queries.ts'
import { recordEdit } from './edit-operations.service.ts'
import { changedFields, isAssignable, patchLead, statusRefusal } from './lead-writer.rules.ts'
import { writeLeads } from './lead-writer.service.ts'

/** What an automation wants of a lead. */
export type WantedChange =
  | { assignedTo: string | null }
  | { statusId: string }
  | { value: number | null }
  | { fields: SentFieldValues }
  | { tags: { add: readonly string[]; remove: readonly string[] } }
type By = { author: Author & { kind: 'automation' }; ownerId: string; own: FieldDefinitions }
type Refused = { reason: StepReason }
type Patch = Partial<LeadState>

/**
 * Changes a locked lead for an automation: the same checks as for a person, but it is no response to the lead. It is stored
 * as an edit of the automation's owner, so that it can be undone like one.
 */
export async function changeByAutomation(
  tx: Db,
  { author, ownerId, own }: By,
  lead: LockedLead,
  wanted: WantedChange,
): Promise<'done' | 'same' | Refused> {
  const { businessId } = author
  const checked = await patchOf(tx, businessId, lead, { wanted, own })
  if ('reason' in checked) return checked
  const after = patchLead(lead, checked.patch, checked.statusType ?? lead.statusType)
  const changed = changedFields(lead, after, stateFields)
  if (!changed.length) return 'same'
  const operationId = newId()
  const write = { before: lead, after, changed }
  const notifies = changed.includes('assignedTo') && after.assignedTo ? [after.assignedTo] : []
  const revisions = await writeLeads(tx, author, [write], { operationId, notifies, isActivity: false })
  await recordEdit(
    tx,
    { businessId, userId: ownerId },
    { id: operationId, write, revision: revisions.get(lead.id) ?? null },
  )
  return 'done'
}

type Checked = Refused | { patch: Patch; statusType?: LockedLead['statusType'] }
async function patchOf(
  tx: Db,
  businessId: string,
  lead: LockedLead,
  { wanted, own }: { wanted: WantedChange; own: FieldDefinitions },
): Promise<Checked> {
  if ('assignedTo' in wanted) {
    const { assignedTo } = wanted
    const isRefused = assignedTo && !isAssignable(await findAssignable(tx, businessId, assignedTo), lead.campaignId)
    return isRefused ? { reason: 'not_assignable' } : { patch: { assignedTo } }
  }
  if ('statusId' in wanted) {
    if (wanted.statusId === lead.statusId) return { patch: {} }
    const status = await lockStatus(tx, businessId, wanted.statusId)
    const reason = statusRefusal(status, lead.campaignId)
    return reason || !status ? { reason: reason ?? 'status_gone' } : { patch: wanted, statusType: status.type }
  }
  if ('fields' in wanted) {
    const { values, issues } = readValues(own, wanted.fields, lead.campaignId)
    const [issue] = issues
    if (issue)
      return {
        reason: issue.message === 'unknown_field' || issue.message === 'field_hidden' ? 'field_gone' : 'value_unfit',
      }
    return { patch: { fields: withValues(lead.fields, values) } }
  }
  if ('value' in wanted) return { patch: wanted }
  const removed = wanted.tags.remove.map(tagKey)
  const tags = uniqueTags([...lead.tags.filter((tag) => !removed.includes(tagKey(tag))), ...wanted.tags.add])
  return tags.length > TAGS_MAX ? { reason: 'too_many_tags' } : { patch: { tags } }
}
