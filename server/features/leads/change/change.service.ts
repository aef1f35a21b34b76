import { isChosenIn } from '#contract/lead-status.ts'
import { isErased, type LeadChanges } from '#contract/leads.ts'
import { isMasked } from '#contract/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit, emitAll } from '../../../platform/events/emit.ts'
import type { Caller, Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { requirePhone } from '../../../platform/http/phones.ts'
import { seesMasked } from '../../access/access.rules.ts'
import { countKnownCampaigns, findAssignee, holdStatus } from '../lead-references.queries.ts'
import { maskedLead } from '../leads.presenter.ts'
import { lockContacts } from '../leads.queries.ts'
import {
  canAssignLead,
  canDeleteLead,
  canEditLead,
  canSeeLead,
  countedOf,
  countStep,
  countSteps,
  nameIssues,
} from '../leads.rules.ts'
import { type LeadContext, requireLead, toOneLead } from '../leads.service.ts'
import type { HeldLead, LeadValues } from './change.queries.ts'
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
/** Fields whose values are a person's own: they go into the part of the event that can be erased. */
const personalFields: readonly Field[] = ['name', 'phone', 'email', 'lostReason']

/** Tags are a list. */
const isSame = (a: unknown, b: unknown) => a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b))

type Changing = LeadContext & { now: Date }

type Read = { wanted: Omit<LeadChanges, 'expected'>; expected: LeadChanges['expected'] }
function read({ expected, ...given }: LeadChanges): Read {
  if (given.email && isMasked(given.email)) throw invalidInput('email', 'invalid_email')
  return { wanted: { ...given, ...(given.phone && { phone: requirePhone(given.phone) }) }, expected }
}

/** Changes the given fields and says what was before. */
export async function changeLead(context: Changing, id: string, changes: LeadChanges) {
  const { db, caller } = context
  const isKept = seesMasked(caller)
  const { wanted, expected } = read(isKept ? unmasked(changes) : changes)
  const contacts = [wanted.phone, wanted.email].filter((contact) => contact != null)
  await db.transaction().execute(async (tx) => {
    if (contacts.length) await lockContacts(tx, caller.businessId, contacts)
    const before = await holdLead(tx, context, id)
    requireEditable(caller, before)
    if (isKept) await requireOwnContacts(tx, caller, before, wanted)
    // What is masked counts as changed even where it is the same: otherwise the reply would confirm a guess.
    const isChanged = (field: Field) => (isKept && isContact(field)) || !isSame(wanted[field], before[field])
    const changed = fields.filter((field) => wanted[field] !== undefined && isChanged(field))
    if (!changed.length) return
    const seen = isKept ? maskedLead(before) : before
    if (changed.some((field) => expected?.[field] !== undefined && !isSame(expected[field], seen[field])))
      throw new AppError('changed_meanwhile')
    const statusType = await checkChange(tx, caller, before, { ...wanted, changed })
    if (statusType !== 'Lost' && before.lostReason !== null) {
      // Lost no more.
      wanted.lostReason = null
      if (!changed.includes('lostReason')) changed.push('lostReason')
    }
    const values: LeadValues = Object.fromEntries(changed.map((field) => [columns[field], wanted[field]]))
    const isAnswer = caller.kind === 'person' && changed.includes('statusId') && !before.firstResponseAt
    await Promise.all([
      queries.updateLead(tx, caller.businessId, id, {
        ...values,
        ...(isAnswer && { first_response_at: context.now.toISOString() }),
      }),
      emitChange(tx, caller, before, {
        changed,
        after: { ...before, ...wanted, statusType, ...(isAnswer && { response: before.responseNow }) } as HeldLead,
      }),
      changed.some(isContact) && queries.updateTwins(tx, caller.businessId, [id]),
    ])
  })
  return toOneLead(context, await requireLead(context, id))
}

type Checked = Partial<Pick<HeldLead, Field>> & { changed: readonly Field[] }

/** What the shape of the input cannot say; gives the type of the status afterwards. */
async function checkChange(tx: Db, caller: Caller, before: HeldLead, { changed, ...wanted }: Checked) {
  const { businessId } = caller
  const after = { ...before, ...wanted }
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

async function typeOf(tx: Db, businessId: string, { statusId, campaignId }: Pick<HeldLead, 'statusId' | 'campaignId'>) {
  const status = await holdStatus(tx, businessId, statusId)
  if (!status) throw invalidInput('statusId', 'status_not_found')
  if (!isChosenIn(status, campaignId)) throw invalidInput('statusId', 'status_hidden')
  return status.type
}

function emitChange(
  tx: Db,
  caller: Caller,
  before: HeldLead,
  { changed, after }: { changed: readonly Field[]; after: HeldLead },
) {
  const changesOf = (names: readonly Field[]) =>
    Object.fromEntries(names.map((field): [string, [unknown, unknown]] => [field, [before[field], after[field]]]))
  const personal = changed.filter((field) => personalFields.includes(field))
  return emit(tx, caller, 'lead.changed', {
    leadId: before.id,
    campaignId: before.campaignId,
    changes: changesOf(changed.filter((field) => !personalFields.includes(field))),
    counts: countSteps(countedOf(before), countedOf(after)),
    ...(personal.length > 0 && { personal: { changes: changesOf(personal) } }),
  })
}

function requireEditable(caller: Caller, lead: HeldLead) {
  if (lead.deletedAt) throw new AppError('lead_not_found')
  if (!canEditLead(caller, lead)) throw new AppError('forbidden')
  if (isErased(lead)) throw new AppError('lead_erased')
}

async function holdLead(tx: Db, { caller, now }: Pick<Changing, 'caller' | 'now'>, id: string) {
  const [lead] = await queries.lockLeads(tx, caller.businessId, [id], now)
  if (!lead || !canSeeLead(caller, lead)) throw new AppError('lead_not_found')
  return lead
}

/** With a campaign: all of them are in it. */
type Chosen = { leadIds: readonly string[]; campaignId?: string | undefined }
/** Moves leads to the trash or back: all of them or, where one may not be, none. One that is there already stays. */
export async function setDeleted({ db, caller, now }: Changing, { leadIds, campaignId }: Chosen, isDeleted: boolean) {
  const unique = [...new Set(leadIds)]
  await db.transaction().execute(async (tx) => {
    const leads = await queries.lockLeads(tx, caller.businessId, unique, now)
    const seen = leads.filter((lead) => canSeeLead(caller, lead) && (campaignId ?? lead.campaignId) === lead.campaignId)
    if (seen.length < unique.length) throw new AppError('lead_not_found')
    if (seen.some((lead) => !canDeleteLead(caller, lead))) throw new AppError('forbidden')
    const changing = seen.filter(({ deletedAt }) => (deletedAt !== null) !== isDeleted)
    if (!changing.length) return
    if (!isDeleted) await requireLiveCampaigns(tx, caller.businessId, changing)
    const ids = changing.map(({ id }) => id)
    const event = isDeleted ? 'lead.deleted' : 'lead.restored'
    await Promise.all([
      queries.updateDeleted(tx, caller.businessId, ids, isDeleted ? now.toISOString() : null),
      !isDeleted && queries.updateTwins(tx, caller.businessId, ids),
      emitAll(
        tx,
        caller,
        event,
        changing.map((lead) => ({
          leadId: lead.id,
          campaignId: lead.campaignId,
          counts: [countStep(countedOf(lead), isDeleted ? -1 : 1)],
        })),
      ),
    ])
  })
}

/** A lead cannot come back into a campaign that is gone. */
async function requireLiveCampaigns(tx: Db, businessId: string, leads: HeldLead[]) {
  const campaigns = [...new Set(leads.map(({ campaignId }) => campaignId))]
  if ((await countKnownCampaigns(tx, businessId, campaigns)) < campaigns.length)
    throw new AppError('campaign_not_found')
}

export async function markRead(context: Changing, id: string, isRead: boolean) {
  await requireLead(context, id)
  await queries.updateRead(context.db, context.caller.businessId, id, isRead ? context.now.toISOString() : null)
}

type Commenting = Changing & { caller: Member }
export async function addComment(
  tx: Db,
  { caller, now }: Commenting,
  leadId: string,
  { id, text }: { id: string; text: string },
) {
  const lead = await holdLead(tx, { caller, now }, leadId)
  requireEditable(caller, lead)
  const at = now.toISOString()
  // The first answer of a person; a later one changes nothing.
  const answered = { ...lead, response: lead.firstResponseAt ? lead.response : lead.responseNow }
  const counts = countSteps(countedOf(lead), countedOf(answered))
  const [, , eventId] = await Promise.all([
    queries.insertComment(tx, caller.businessId, { id, leadId, userId: caller.userId, text, at }),
    queries.updateAnswered(tx, caller.businessId, leadId, at),
    emit(tx, caller, 'lead.commented', { leadId, campaignId: lead.campaignId, commentId: id, counts }),
  ])
  return eventId
}
