import { isChosenIn } from '#contract/leads/lead-status.ts'
import { isErased, type LeadChanges } from '#contract/leads/leads.ts'
import { isMasked } from '#contract/values/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit, emitAll } from '../../../platform/events/emit.ts'
import type { Caller, Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { requirePhone } from '../../../platform/http/phones.ts'
import { seesMasked } from '../../access/access.rules.ts'
import { countKnownCampaigns, findAssignee, lockStatus } from '../lead-references.queries.ts'
import { maskedLead } from '../leads.presenter.ts'
import { lockContacts } from '../leads.queries.ts'
import {
  canAssignLead,
  canDeleteLead,
  canEditLead,
  canSeeLead,
  countedOf,
  counterDelta,
  counterDeltas,
  nameIssues,
} from '../leads.rules.ts'
import { type LeadContext, requireLead, toOneLead } from '../leads.service.ts'
import type { LeadValues, LockedLead } from './change.queries.ts'
import * as queries from './change.queries.ts'
import { isContact, requireOwnContacts, unmasked } from './masked-contacts.service.ts'

const columns = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  statusId: 'status_id',
  assignedTo: 'assigned_to',
  value: 'value',
  tags: 'tags',
  lostReason: 'lost_reason',
} as const
type Field = keyof typeof columns
const fields = Object.keys(columns) as Field[]
/** Personal data, stored in the erasable part of the event. */
const personalFields: readonly Field[] = ['name', 'phone', 'email', 'lostReason']

/** Arrays (tags) are compared by value. */
const isSame = (a: unknown, b: unknown) => a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b))

type ChangeContext = LeadContext & { now: Date }

type ParsedChanges = { requested: Omit<LeadChanges, 'expected'>; expected: LeadChanges['expected'] }
function parseChanges({ expected, ...requested }: LeadChanges): ParsedChanges {
  if (requested.email && isMasked(requested.email)) throw invalidInput('email', 'invalid_email')
  return { requested: { ...requested, ...(requested.phone && { phone: requirePhone(requested.phone) }) }, expected }
}

/** Changes the given fields. The event holds the values before and after. */
export async function changeLead(context: ChangeContext, id: string, changes: LeadChanges) {
  const { db, caller } = context
  const isMaskedCaller = seesMasked(caller)
  const { requested, expected } = parseChanges(isMaskedCaller ? unmasked(changes) : changes)
  const contacts = [requested.phone, requested.email].filter((contact) => contact != null)
  await db.transaction().execute(async (tx) => {
    if (contacts.length) await lockContacts(tx, caller.businessId, contacts)
    const before = await lockLead(tx, context, id)
    requireEditable(caller, before)
    if (isMaskedCaller) await requireOwnContacts(tx, caller, before, requested)
    // A masked contact always counts as changed: otherwise the reply would confirm a guess.
    const isChanged = (field: Field) => (isMaskedCaller && isContact(field)) || !isSame(requested[field], before[field])
    const changed = fields.filter((field) => requested[field] !== undefined && isChanged(field))
    if (!changed.length) return
    const shown = isMaskedCaller ? maskedLead(before) : before
    if (changed.some((field) => expected?.[field] !== undefined && !isSame(expected[field], shown[field])))
      throw new AppError('changed_meanwhile')
    const statusType = await checkChange(tx, caller, before, { ...requested, changed })
    if (statusType !== 'Lost' && before.lostReason !== null) {
      // The lead is no longer lost.
      requested.lostReason = null
      if (!changed.includes('lostReason')) changed.push('lostReason')
    }
    const values: LeadValues = Object.fromEntries(changed.map((field) => [columns[field], requested[field]]))
    const isAnswer = caller.kind === 'person' && changed.includes('statusId') && !before.firstResponseAt
    await Promise.all([
      queries.updateLead(tx, caller.businessId, id, {
        ...values,
        ...(isAnswer && { first_response_at: context.now.toISOString() }),
      }),
      emitChange(tx, caller, before, {
        changed,
        after: { ...before, ...requested, statusType, ...(isAnswer && { response: before.responseNow }) } as LockedLead,
      }),
      changed.some(isContact) && queries.updateDuplicateMarks(tx, caller.businessId, [id]),
    ])
  })
  return toOneLead(context, await requireLead(context, id))
}

type CheckedChanges = Partial<Pick<LockedLead, Field>> & { changed: readonly Field[] }

/** Checks that the schema cannot express. Returns the status type after the change. */
async function checkChange(tx: Db, caller: Caller, before: LockedLead, { changed, ...requested }: CheckedChanges) {
  const { businessId } = caller
  const after = { ...before, ...requested }
  const issues = changed.includes('name') ? nameIssues(after.name) : []
  if (issues.length) throw new AppError('invalid_input', { issues })
  if (!after.phone && !after.email)
    throw invalidInput(changed.includes('phone') ? 'phone' : 'email', 'phone_or_email_required')
  if (changed.includes('assignedTo')) {
    if (!canAssignLead(caller, before)) throw new AppError('forbidden')
    const place = { userId: after.assignedTo ?? '', campaignId: before.campaignId }
    if (after.assignedTo && !(await findAssignee(tx, businessId, place))) throw new AppError('user_not_found')
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
  if (!status) throw invalidInput('statusId', 'status_not_found')
  if (!isChosenIn(status, campaignId)) throw invalidInput('statusId', 'status_hidden')
  return status.type
}

function emitChange(
  tx: Db,
  caller: Caller,
  before: LockedLead,
  { changed, after }: { changed: readonly Field[]; after: LockedLead },
) {
  const changesOf = (names: readonly Field[]) =>
    Object.fromEntries(names.map((field): [string, [unknown, unknown]] => [field, [before[field], after[field]]]))
  const personal = changed.filter((field) => personalFields.includes(field))
  return emit(tx, caller, 'lead.changed', {
    leadId: before.id,
    campaignId: before.campaignId,
    changes: changesOf(changed.filter((field) => !personalFields.includes(field))),
    counts: counterDeltas(countedOf(before), countedOf(after)),
    ...(personal.length > 0 && { personal: { changes: changesOf(personal) } }),
  })
}

function requireEditable(caller: Caller, lead: LockedLead) {
  if (lead.deletedAt) throw new AppError('lead_not_found')
  if (!canEditLead(caller, lead)) throw new AppError('forbidden')
  if (isErased(lead)) throw new AppError('lead_erased')
}

async function lockLead(tx: Db, { caller, now }: Pick<ChangeContext, 'caller' | 'now'>, id: string) {
  const [lead] = await queries.lockLeads(tx, caller.businessId, [id], now)
  if (!lead || !canSeeLead(caller, lead)) throw new AppError('lead_not_found')
  return lead
}

/** `campaignId`: all of the leads must be in it. */
type LeadSelection = { leadIds: readonly string[]; campaignId?: string | undefined }
/**
 * Moves leads to the trash or restores them: all, or none if one is refused. Leads already in that state are
 * unchanged.
 */
export async function setDeleted(
  { db, caller, now }: ChangeContext,
  { leadIds, campaignId }: LeadSelection,
  isDeleted: boolean,
) {
  const unique = [...new Set(leadIds)]
  await db.transaction().execute(async (tx) => {
    const leads = await queries.lockLeads(tx, caller.businessId, unique, now)
    const visible = leads.filter(
      (lead) => canSeeLead(caller, lead) && (campaignId ?? lead.campaignId) === lead.campaignId,
    )
    if (visible.length < unique.length) throw new AppError('lead_not_found')
    if (visible.some((lead) => !canDeleteLead(caller, lead))) throw new AppError('forbidden')
    const changing = visible.filter(({ deletedAt }) => (deletedAt !== null) !== isDeleted)
    if (!changing.length) return
    if (!isDeleted) await requireLiveCampaigns(tx, caller.businessId, changing)
    const ids = changing.map(({ id }) => id)
    const event = isDeleted ? 'lead.deleted' : 'lead.restored'
    await Promise.all([
      queries.updateDeleted(tx, caller.businessId, ids, isDeleted ? now.toISOString() : null),
      !isDeleted && queries.updateDuplicateMarks(tx, caller.businessId, ids),
      emitAll(
        tx,
        caller,
        event,
        changing.map((lead) => ({
          leadId: lead.id,
          campaignId: lead.campaignId,
          counts: [counterDelta(countedOf(lead), isDeleted ? -1 : 1)],
        })),
      ),
    ])
  })
}

/** A lead is not restored into a deleted campaign. */
async function requireLiveCampaigns(tx: Db, businessId: string, leads: LockedLead[]) {
  const campaigns = [...new Set(leads.map(({ campaignId }) => campaignId))]
  if ((await countKnownCampaigns(tx, businessId, campaigns)) < campaigns.length)
    throw new AppError('campaign_not_found')
}

export async function markRead(context: ChangeContext, id: string, isRead: boolean) {
  await requireLead(context, id)
  await queries.updateRead(context.db, context.caller.businessId, id, isRead ? context.now.toISOString() : null)
}

type CommentContext = ChangeContext & { caller: Member }
export async function addComment(
  tx: Db,
  { caller, now }: CommentContext,
  leadId: string,
  { id, text }: { id: string; text: string },
) {
  const lead = await lockLead(tx, { caller, now }, leadId)
  requireEditable(caller, lead)
  const at = now.toISOString()
  // Only the first response counts.
  const answered = { ...lead, response: lead.firstResponseAt ? lead.response : lead.responseNow }
  const counts = counterDeltas(countedOf(lead), countedOf(answered))
  const [, , eventId] = await Promise.all([
    queries.insertComment(tx, caller.businessId, { id, leadId, userId: caller.userId, text, at }),
    queries.updateFirstResponse(tx, caller.businessId, leadId, at),
    emit(tx, caller, 'lead.commented', { leadId, campaignId: lead.campaignId, commentId: id, counts }),
  ])
  return eventId
}
