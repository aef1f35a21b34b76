import { isContact, maskContacts } from '#contract/leads/lead-fields.ts'
import { isErased, type LeadChanges } from '#contract/leads/leads.ts'
import { isMasked } from '#contract/values/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { once } from '../../../platform/db/idempotency.ts'
import type { Caller, Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { requirePhone } from '../../../platform/phones.ts'
import { seesMasked } from '../../access/access.rules.ts'
import { type LeadState, type StateField, stateFields } from '../lead-fields.sql.ts'
import { countKnownCampaigns, findAssignable, lockStatus } from '../lead-references.queries.ts'
import { type LockedLead, lockLeads } from '../lead-writer.queries.ts'
import { lockContacts } from '../leads.queries.ts'
import { canAssignLead, canDeleteLead, canEditLead, canSeeLead, nameIssues } from '../leads.rules.ts'
import { type LeadContext, type LeadReading, requireLead, toOneLead } from '../leads.service.ts'
import { requireLeads } from '../list/chosen-leads.service.ts'
import * as queries from './change.queries.ts'
import { recordEdit } from './edit-operations.service.ts'
import { recordChange } from './lead-operations.service.ts'
import { isAssignable, isSameValue, patchLead, respondAt, statusRefusal } from './lead-writer.rules.ts'
import { writeLeads } from './lead-writer.service.ts'
import { requireOwnContacts, unmasked } from './masked-contacts.service.ts'
import { ownValues, requireFilled, requireUnchangedValues } from './own-values.service.ts'

type ActContext = LeadContext & { now: Date }
type ChangeContext = LeadReading & { now: Date; idempotencyKey: string | undefined }

type ParsedChanges = { requested: Omit<LeadChanges, 'expected'>; expected: LeadChanges['expected'] }
function parseChanges({ expected, ...requested }: LeadChanges): ParsedChanges {
  if (requested.email && isMasked(requested.email)) throw invalidInput('email', 'invalid_email')
  return { requested: { ...requested, ...(requested.phone && { phone: requirePhone(requested.phone) }) }, expected }
}

/** Changes the given fields. The event holds the values before and after. */
export async function changeLead(context: ChangeContext, id: string, changes: LeadChanges) {
  const { db, caller, idempotencyKey: key } = context
  const isMaskedCaller = seesMasked(caller)
  const parsed = parseChanges(isMaskedCaller ? unmasked(changes) : changes)
  const contacts = [parsed.requested.phone, parsed.requested.email].filter((contact) => contact != null)
  const authorId = caller.kind === 'key' ? caller.keyId : caller.userId
  const marked = { businessId: caller.businessId, authorId, key, body: { change: id, ...changes } }
  await db.transaction().execute(async (tx) => {
    if (contacts.length) await lockContacts(tx, caller.businessId, contacts)
    await once(tx, marked, async () => {
      await writeChange(tx, context, id, parsed)
      return null
    })
  })
  return toOneLead(context, await requireLead(context, id))
}

async function writeChange(tx: Db, context: ChangeContext, id: string, { requested, expected }: ParsedChanges) {
  const { caller } = context
  const isMaskedCaller = seesMasked(caller)
  const before = await lockEditable(tx, context, id)
  if (isMaskedCaller) await requireOwnContacts(tx, caller, before, requested)
  const wanted: Partial<LeadState> = { ...requested, fields: ownValues(context, before, requested.fields) }
  // A contact that the caller sees masked always counts as changed; otherwise the reply would confirm a guess.
  const isChanged = (field: StateField) =>
    wanted[field] !== undefined && ((isMaskedCaller && isContact(field)) || !isSameValue(wanted[field], before[field]))
  const changed = stateFields.filter(isChanged)
  if (!changed.length) return
  const shown = isMaskedCaller ? maskContacts(before) : before
  requireUnchanged(changed, expected, shown)
  requireUnchangedValues(context, before, wanted.fields, expected?.fields)
  const statusType = await checkChange(tx, caller, before, { ...wanted, changed })
  requireFilled(context, before, wanted, changed)
  const isResponse = caller.kind === 'person' && changed.includes('statusId')
  const patch = {
    ...Object.fromEntries(changed.map((field) => [field, wanted[field]])),
    ...(isResponse && respondAt(before, context.now.toISOString())),
  }
  const write = { before, after: patchLead(before, patch, statusType), changed }
  const operationId = newId()
  const notifies = changed.includes('assignedTo') && write.after.assignedTo ? [write.after.assignedTo] : []
  const revisions = await writeLeads(tx, caller, [write], { operationId, notifies })
  if (caller.kind === 'person')
    await recordEdit(tx, caller, { id: operationId, write, revision: revisions.get(id) ?? null })
}

function requireUnchanged(changed: readonly StateField[], expected: LeadChanges['expected'], shown: LockedLead) {
  const { fields: _, ...values } = (expected ?? {}) as Partial<LeadState>
  if (
    changed.some(
      (field) => field !== 'fields' && values[field] !== undefined && !isSameValue(values[field], shown[field]),
    )
  )
    throw new AppError('changed_meanwhile')
}

type CheckedChanges = Partial<LeadState> & { changed: readonly StateField[] }

/** Runs the checks that the schema cannot express. Returns the status type after the change. */
async function checkChange(tx: Db, caller: Caller, before: LockedLead, { changed, ...requested }: CheckedChanges) {
  const { businessId } = caller
  const after = { ...before, ...requested }
  const issues = changed.includes('name') ? nameIssues(after.name) : []
  if (issues.length) throw new AppError('invalid_input', { issues })
  if (!after.phone && !after.email)
    throw invalidInput(changed.includes('phone') ? 'phone' : 'email', 'phone_or_email_required')
  if (changed.includes('assignedTo')) {
    if (!canAssignLead(caller, before)) throw new AppError('forbidden')
    if (after.assignedTo && !isAssignable(await findAssignable(tx, businessId, after.assignedTo), before.campaignId))
      throw new AppError('user_not_found')
  }
  const type = changed.includes('statusId') ? await typeOf(tx, businessId, after) : before.statusType
  if (changed.includes('lostReason') && after.lostReason !== null && type !== 'Lost')
    throw invalidInput('lostReason', 'only_lost')
  return type
}

async function typeOf(
  tx: Db,
  businessId: string,
  { statusId, campaignId }: Pick<LockedLead, 'statusId' | 'campaignId'>,
) {
  const status = await lockStatus(tx, businessId, statusId)
  const refusal = statusRefusal(status, campaignId)
  if (!status || refusal)
    throw invalidInput('statusId', refusal === 'status_gone' ? 'status_not_found' : 'status_hidden')
  return status.type
}

function requireEditable(caller: Caller, lead: LockedLead) {
  if (lead.deletedAt) throw new AppError('lead_not_found')
  if (!canEditLead(caller, lead)) throw new AppError('forbidden')
  if (isErased(lead)) throw new AppError('lead_erased')
}

/** A lead that the caller may change, locked until the transaction ends. */
export async function lockEditable(tx: Db, context: Pick<ActContext, 'caller' | 'now'>, id: string) {
  const lead = await lockLead(tx, context, id)
  requireEditable(context.caller, lead)
  return lead
}

async function lockLead(tx: Db, { caller, now }: Pick<ActContext, 'caller' | 'now'>, id: string) {
  const [lead] = await lockLeads(tx, caller.businessId, [id], now)
  if (!lead || !canSeeLead(caller, lead)) throw new AppError('lead_not_found')
  return lead
}

/** `campaignId`: if set, all the leads must belong to this campaign. */
type LeadSelection = { leadIds: readonly string[]; campaignId?: string | undefined }
/**
 * Moves leads to the trash or restores them. If one lead is refused, none is changed. Leads already in the requested
 * state stay unchanged.
 */
export async function setDeleted(
  { db, caller, now }: ActContext,
  { leadIds, campaignId }: LeadSelection,
  isDeleted: boolean,
) {
  const unique = [...new Set(leadIds)]
  await db.transaction().execute(async (tx) => {
    const leads = await lockLeads(tx, caller.businessId, unique, now)
    const visible = leads.filter(
      (lead) => !lead.mergedInto && canSeeLead(caller, lead) && (campaignId ?? lead.campaignId) === lead.campaignId,
    )
    if (visible.length < unique.length) throw new AppError('lead_not_found')
    if (visible.some((lead) => !canDeleteLead(caller, lead))) throw new AppError('forbidden')
    const changing = visible.filter(({ deletedAt }) => (deletedAt !== null) !== isDeleted)
    if (!changing.length) return
    if (!isDeleted) await requireLiveCampaigns(tx, caller.businessId, changing)
    const deletedAt = isDeleted ? now.toISOString() : null
    const operationId = newId()
    const writes = changing.map((before) => ({ before, after: { ...before, deletedAt } }))
    const revisions = await writeLeads(tx, caller, writes, { operationId })
    if (caller.kind !== 'person') return
    const action = { kind: isDeleted ? 'delete' : 'restore' } as const
    await recordChange(tx, caller, { id: operationId, action, leads: changing, revisions })
  })
}

/** A lead is not restored into a deleted campaign. */
async function requireLiveCampaigns(tx: Db, businessId: string, leads: LockedLead[]) {
  const campaigns = [...new Set(leads.map(({ campaignId }) => campaignId))]
  if ((await countKnownCampaigns(tx, businessId, campaigns)) < campaigns.length)
    throw new AppError('campaign_not_found')
}

export async function markRead(context: ActContext, id: string, isRead: boolean) {
  await requireLead(context, id)
  await queries.updateRead(context.db, context.caller.businessId, [id], isRead ? context.now.toISOString() : null)
}

type ManyRead = { leadIds: readonly string[]; isRead: boolean }
export async function markManyRead({ db, caller, now }: ActContext & { caller: Member }, input: ManyRead) {
  const ids = [...new Set(input.leadIds)]
  await requireLeads({ db, caller }, ids, null)
  await queries.updateRead(db, caller.businessId, ids, input.isRead ? now.toISOString() : null)
}
