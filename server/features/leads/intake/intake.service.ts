import type { Lead, NewLead } from '#contract/leads/leads.ts'
import { once } from '../../../platform/db/idempotency.ts'
import { actorOf } from '../../../platform/events/emit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AppError, type Issue, invalidInput } from '../../../platform/http/errors.ts'
import { parsePhone } from '../../../platform/phones.ts'
import { canReadCampaign, canReadLead, isRestrictedToOwn, seesMasked } from '../../access/access.rules.ts'
import { claimUnassignedLead } from '../change/claim.service.ts'
import { isAssignable } from '../change/lead-writer.rules.ts'
import { findAssignable } from '../lead-references.queries.ts'
import { statusName } from '../leads.presenter.ts'
import { canAssignLead, canEditLead, nameIssues } from '../leads.rules.ts'
import { type LeadContext, requireLead, toOneLead } from '../leads.service.ts'
import type { LeadRow } from '../leads.sql.ts'
import { ingestLeadBatched } from './batched-intake.service.ts'
import { findFirstStatus, ingestLead } from './intake.queries.ts'
import { countJoin, withJoinLimit } from './join-limits.service.ts'
import { type LeadInput, leadInput, sentFields } from './lead-input.rules.ts'

/** Maximum length of the stored request body, in characters. */
const RAW_MAX = 65_536

type Intake = LeadContext & {
  idempotencyKey: string | undefined
  raw: { text: string; contentType: string } | undefined
}

/** Stores a lead, or a repeat enquiry of the contact’s live lead in the campaign. */
export async function createLead({ db, caller, language, idempotencyKey, raw }: Intake, input: NewLead) {
  const lead = completeLead(caller, input, raw)
  const { businessId } = caller
  const store = async (tx: typeof db, ingest: typeof ingestLead) => {
    if (input.assignedTo) await requireAssignee(tx, caller, lead)
    const { outcome, ...stored } = await ingest(tx, businessId, await withJoinLimit(tx, caller, lead))
    if (outcome === 'campaign_not_found') throw new AppError('campaign_not_found')
    if (outcome === 'status_not_found') throw invalidInput('statusId', 'status_not_found')
    if (outcome === 'repeated') await countJoin(tx, caller, stored)
    const row = await claimIfRestricted(tx, caller, stored)
    const isHidden =
      outcome === 'repeated' &&
      (caller.kind === 'key'
        ? !caller.scopes.includes('leads:read')
        : !canReadLead(caller, { campaignId: row.campaign_id, assignedTo: row.assigned_to }))
    const shown = await toOneLead({ db: tx, caller, language }, row)
    return {
      success: true as const,
      lead: isHidden ? await withoutStoredData({ db: tx, caller, language }, shown, lead) : shown,
      duplicate: outcome === 'repeated',
    }
  }
  if (idempotencyKey === undefined) {
    // For restricted users a second write may follow (claimIfRestricted), so both run in one transaction.
    const isRestricted = isRestrictedToOwn(caller, lead.campaignId)
    return isRestricted ? db.transaction().execute((tx) => store(tx, ingestLead)) : store(db, ingestLeadBatched)
  }
  const authorId = caller.kind === 'key' ? caller.keyId : caller.userId
  return db
    .transaction()
    .execute((tx) => once(tx, { businessId, authorId, key: idempotencyKey, body: input }, () => store(tx, ingestLead)))
}

/**
 * Assigns the lead to a restricted user if their enquiry joined an unassigned lead, which they could not see otherwise.
 */
async function claimIfRestricted(tx: LeadContext['db'], caller: Caller, row: LeadRow): Promise<LeadRow> {
  if (caller.kind === 'key' || row.assigned_to !== null || !isRestrictedToOwn(caller, row.campaign_id)) return row
  const isTheirs = await claimUnassignedLead(tx, caller, { leadId: row.id, userId: caller.userId })
  return isTheirs ? requireLead({ db: tx, caller }, row.id) : row
}

/**
 * Builds the reply for a caller who may not read the existing lead: the lead's id with the values that the caller sent,
 * as if the lead were new.
 */
async function withoutStoredData({ db, caller, language }: LeadContext, lead: Lead, sent: LeadInput): Promise<Lead> {
  const { name, phone, email, source } = sent
  const first = await findFirstStatus(db, caller.businessId, sent.statusId)
  const { _id, campaignId, campaignName, deletedAt, statusId, status, date, lastActivityAt } = lead
  // Each field is listed, so that a new field, which might reveal stored data, does not compile until it is added here.
  return {
    _id,
    campaignId,
    campaignName,
    deletedAt,
    ...(first
      ? { statusId: first.id, status: statusName(first, language), date: first.at, lastActivityAt: first.at }
      : { statusId, status, date, lastActivityAt }),
    name,
    phone,
    email,
    source,
    assignedTo: null,
    value: null,
    tags: [],
    utm: {},
    firstResponseAt: null,
    isDuplicate: false,
    isRead: false,
  }
}

async function requireAssignee(db: LeadContext['db'], caller: Caller, { assignedTo, campaignId }: LeadInput) {
  if (!canAssignLead(caller, { campaignId })) throw new AppError('forbidden')
  if (!assignedTo || !isAssignable(await findAssignable(db, caller.businessId, assignedTo), campaignId))
    throw new AppError('user_not_found')
}

const defaultSources = { key: 'api', person: 'manual' }

/**
 * The assignee of a new lead. If the input names none, a restricted user becomes the assignee, because they could not
 * see an unassigned lead.
 */
function assigneeOf(caller: Caller, campaignId: string, { assignedTo }: NewLead): string | null {
  if (assignedTo) return assignedTo
  return caller.kind === 'person' && isRestrictedToOwn(caller, campaignId) ? caller.userId : null
}

/** Runs the checks that the schema cannot express, and fills in defaults for omitted fields. */
function completeLead(caller: Caller, input: NewLead, raw: Intake['raw']): LeadInput {
  const campaignId = requireCampaign(caller, input)
  const isKey = caller.kind === 'key'
  const phone = input.phone ? parsePhone(input.phone) : null
  throwIssues([
    ...(isKey ? [] : nameIssues(input.name)),
    ...(phone === undefined ? [{ path: 'phone', message: 'invalid_phone' }] : []),
    ...(phone === null && !input.email ? [{ path: 'phone', message: 'phone_or_email_required' }] : []),
    ...(isKey && input.duplicate ? [{ path: 'duplicate', message: 'people_only' }] : []),
  ])
  return leadInput({
    ...sentFields(input, { phone: phone ?? null, source: defaultSources[caller.kind] }),
    actor: actorOf(caller),
    from: caller.from,
    keyId: isKey ? caller.keyId : null,
    campaignId,
    statusId: input.statusId ?? null,
    assignedTo: assigneeOf(caller, campaignId, input),
    value: input.value ?? null,
    // PostgreSQL stores neither NUL nor half a surrogate pair, which truncation may leave.
    raw: isKey && raw ? raw.text.slice(0, RAW_MAX).replaceAll('\0', '\ufffd').toWellFormed() : null,
    contentType: isKey && raw ? raw.contentType.slice(0, 200) : null,
    isRead: !isKey,
    // Joining an existing lead would confirm a guessed contact, so members who see masked contacts always create a new
    // lead.
    mayRepeat: input.duplicate === 'create' || seesMasked(caller),
  })
}

function throwIssues(issues: Issue[]) {
  if (issues.length) throw new AppError('invalid_input', { issues })
}

/**
 * The campaign of a new lead. An API key that is limited to one campaign may omit it. A campaign that the caller may
 * not read counts as not found.
 */
function requireCampaign(caller: Caller, { campaignId }: NewLead) {
  const only = caller.kind === 'key' && caller.campaignIds?.length === 1 ? caller.campaignIds[0] : undefined
  const chosen = campaignId ?? only
  if (!chosen) throw invalidInput('campaignId', 'campaign_required')
  if (!canReadCampaign(caller, chosen)) throw new AppError('campaign_not_found')
  if (!canEditLead(caller, { campaignId: chosen })) throw new AppError('forbidden')
  return chosen
}
