import { z } from 'zod'
import { type Lead, NewLead } from '#contract/leads/leads.ts'
import { once } from '../../../platform/db/idempotency.ts'
import { actorOf } from '../../../platform/events/emit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AppError, type Issue, invalidInput } from '../../../platform/http/errors.ts'
import { parsePhone } from '../../../platform/phones.ts'
import { canReadCampaign, canReadLead, isRestrictedToOwn, joinableBy, seesMasked } from '../../access/access.rules.ts'
import { fromTexts, missingInNew, readValues, shownValues, withDefaults } from '../../lead-fields/values.rules.ts'
import { claimUnassignedLead } from '../change/claim.service.ts'
import { isAssignable } from '../change/lead-writer.rules.ts'
import { countKnownCampaigns, findAssignable } from '../lead-references.queries.ts'
import { statusName } from '../leads.presenter.ts'
import { canAssignLead, canEditLead, nameIssues } from '../leads.rules.ts'
import { type LeadContext, type LeadReading, requireLead, toOneLead } from '../leads.service.ts'
import type { LeadRow } from '../leads.sql.ts'
import { ingestLeadBatched } from './batched-intake.service.ts'
import { findCampaignName, findFirstStatus, ingestLead } from './intake.queries.ts'
import { countJoin, withJoinLimit } from './join-limits.service.ts'
import { type LeadInput, leadInput, sentFields } from './lead-input.rules.ts'

/** Maximum length of the stored request body, in characters. */
const RAW_MAX = 65_536
const WEB_FORM = 'application/x-www-form-urlencoded'

type Intake = LeadReading & {
  idempotencyKey: string | undefined
  raw: { text: string; contentType: string } | undefined
}

/** Stores a lead, or a repeat enquiry of the lead that the person has, or refuses it, as the business decided. */
export async function createLead(intake: Intake, sent: NewLead) {
  const input = withReadTexts(intake, sent)
  const issues = leadIssues(intake, input)
  if (issues.length) throw refused([...issues, ...(await referenceIssues(intake, input))])
  return storeLead(intake, input).catch(async (error: unknown) => {
    if (!(error instanceof AppError && unknownReferences.has(error.code))) throw error
    // If only one reference is unknown, the error keeps its specific code.
    const unknown = await referenceIssues(intake, input)
    throw unknown.length > 1 ? refused(unknown) : error
  })
}
/** A web form sends own fields as texts. */
const withReadTexts = <T extends Partial<NewLead>>({ own, raw }: Pick<Intake, 'own' | 'raw'>, input: T): T =>
  input.fields && raw?.contentType.startsWith(WEB_FORM) ? { ...input, fields: fromTexts(own, input.fields) } : input

/** Refusals that name one unknown reference, while others may be unknown, too. */
const unknownReferences: ReadonlySet<string> = new Set(['campaign_not_found', 'user_not_found', 'invalid_input'])

async function storeLead({ db, caller, language, own, idempotencyKey, raw }: Intake, input: NewLead) {
  const lead = completeLead({ caller, own }, input, raw)
  const { businessId } = caller
  const store = async (tx: typeof db, ingest: typeof ingestLead) => {
    if (input.assignedTo) await requireAssignee(tx, caller, lead)
    const { outcome, ...stored } = await ingest(tx, businessId, await withJoinLimit(tx, caller, lead))
    if (outcome === 'campaign_not_found') throw new AppError('campaign_not_found')
    if (outcome === 'status_not_found') throw invalidInput('statusId', 'status_not_found')
    if (outcome === 'repeated' || outcome === 'refused') await countJoin(tx, caller, stored)
    if (outcome === 'refused') return REFUSED
    const row = await claimIfRestricted(tx, caller, stored)
    const isHidden =
      outcome === 'repeated' &&
      !(
        canReadLead(caller, { campaignId: row.campaign_id, assignedTo: row.assigned_to }) &&
        (caller.kind !== 'key' || caller.scopes.includes('leads:read'))
      )
    const shown = await toOneLead({ db: tx, caller, language, own }, row)
    return {
      success: true as const,
      lead: isHidden ? await withoutStoredData({ db: tx, caller, language, own }, shown, lead) : shown,
      duplicate: outcome === 'repeated',
    }
  }
  const authorId = caller.kind === 'key' ? caller.keyId : caller.userId
  const request = { businessId, authorId, key: idempotencyKey, body: input }
  // For a restricted user, a second write may follow (claimIfRestricted), so both run in one transaction.
  const isAlone = idempotencyKey === undefined && !isRestrictedToOwn(caller, lead.campaignId)
  const stored = isAlone
    ? await store(db, ingestLeadBatched)
    : await db.transaction().execute((tx) => once(tx, request, () => store(tx, ingestLead)))
  // Thrown after the transaction, which keeps the event of the refusal.
  if ('isRefused' in stored) throw new AppError('duplicate_refused')
  return stored
}
const REFUSED = { isRefused: true } as const

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
async function withoutStoredData(
  { db, caller, language, own }: LeadReading,
  lead: Lead,
  sent: LeadInput,
): Promise<Lead> {
  const { name, phone, email, source } = sent
  const first = await findFirstStatus(db, caller.businessId, sent.statusId)
  const { _id, deletedAt, statusId, status, date, lastActivityAt } = lead
  const { campaignId } = sent
  // The lead that the enquiry joined may be in a campaign that the caller does not know.
  const campaignName =
    lead.campaignId === campaignId ? lead.campaignName : await findCampaignName(db, caller.businessId, campaignId)
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
    fields: shownValues(own, sent.fields, seesMasked(caller)),
    utm: {},
    firstResponseAt: null,
    responseDueAt: null,
    responseMinutes: null,
    isDuplicate: false,
    doNotCall: false,
    meetingStatus: 'No meeting',
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

/** Fills in defaults for omitted fields of a lead that the rules accept. */
function completeLead({ caller, own }: Sender, input: NewLead, raw: Intake['raw']): LeadInput {
  const campaignId = requireCampaign(caller, input)
  const isKey = caller.kind === 'key'
  return leadInput({
    ...sentFields(input, {
      phone: (input.phone && parsePhone(input.phone)) || null,
      source: defaultSources[caller.kind],
    }),
    actor: actorOf(caller),
    from: caller.from,
    keyId: isKey ? caller.keyId : null,
    campaignId,
    statusId: input.statusId ?? null,
    assignedTo: assigneeOf(caller, campaignId, input),
    value: input.value ?? null,
    fields: withDefaults(own, readValues(own, input.fields ?? {}, campaignId).values, campaignId),
    // PostgreSQL stores neither NUL nor half a surrogate pair, which truncation may leave.
    raw: isKey && raw ? raw.text.slice(0, RAW_MAX).replaceAll('\0', '\ufffd').toWellFormed() : null,
    contentType: isKey && raw ? raw.contentType.slice(0, 200) : null,
    isRead: !isKey,
    // Joining an existing lead would confirm a guessed contact, so members who see masked contacts always create a new
    // lead.
    mayRepeat: seesMasked(caller),
    isSecond: input.duplicate === 'create',
    joinsIn: joinableBy(caller),
  })
}

type Sender = Pick<Intake, 'caller' | 'own'>
/** The checks that the schema cannot express, of the fields that it accepts. */
function leadIssues({ caller, own }: Sender, input: Partial<NewLead>): Issue[] {
  const { name, phone, email, duplicate } = input
  const isKey = caller.kind === 'key'
  return [
    ...(isKey || name === undefined ? [] : nameIssues(name)),
    ...(phone && !parsePhone(phone) ? [{ path: 'phone', message: 'invalid_phone' }] : []),
    ...(phone || email ? [] : [{ path: 'phone', message: 'phone_or_email_required' }]),
    ...(isKey && duplicate ? [{ path: 'duplicate', message: 'people_only' }] : []),
    ...(campaignOf(caller, input) ? [] : [{ path: 'campaignId', message: 'campaign_required' }]),
    ...ownFieldIssues({ caller, own }, input),
  ]
}

/** Issues with values of own fields. People who enter a lead must fill the required ones. */
function ownFieldIssues({ caller, own }: Sender, input: Partial<NewLead>): Issue[] {
  const campaignId = campaignOf(caller, input)
  const { values, issues } = readValues(own, input.fields ?? {}, campaignId)
  if (caller.kind === 'key' || !campaignId || issues.length) return issues
  const filled = withDefaults(own, values, campaignId)
  return missingInNew(own, { campaignId, values: filled, statusId: input.statusId ?? null })
}

/** Finds further issues of a body that the schema refuses. A contact in an invalid format counts as given. */
export async function findIssuesOf(body: unknown, { db, caller, own, raw }: Intake): Promise<Issue[]> {
  const sent = z.record(z.string(), z.unknown()).safeParse(body).data
  if (!sent) return []
  const accepted = withReadTexts({ own, raw }, acceptedFields(sent))
  const isGiven = sent.phone !== undefined || sent.email !== undefined
  return [
    ...leadIssues({ caller, own }, accepted).filter(({ message }) => message !== 'phone_or_email_required' || !isGiven),
    ...(await referenceIssues({ db, caller }, accepted)),
  ]
}

const refused = (issues: Issue[]) => new AppError('invalid_input', { issues })

/** The unknown status, campaign and assignee. */
async function referenceIssues({ db, caller }: Pick<LeadContext, 'db' | 'caller'>, input: Partial<NewLead>) {
  const { statusId, assignedTo } = input
  const { businessId } = caller
  const campaignId = campaignOf(caller, input)
  const isStatus = !statusId || (await findFirstStatus(db, businessId, statusId))?.id === statusId
  const isCampaign =
    !campaignId ||
    (canReadCampaign(caller, campaignId) && (await countKnownCampaigns(db, businessId, [campaignId])) > 0)
  const isAssignee =
    !assignedTo ||
    (campaignId && isCampaign
      ? !canAssignLead(caller, { campaignId }) ||
        isAssignable(await findAssignable(db, businessId, assignedTo), campaignId)
      : (await findAssignable(db, businessId, assignedTo)) !== undefined)
  return [
    ...(isStatus ? [] : [{ path: 'statusId', message: 'status_not_found' }]),
    ...(isCampaign ? [] : [{ path: 'campaignId', message: 'campaign_not_found' }]),
    ...(isAssignee ? [] : [{ path: 'assignedTo', message: 'user_not_found' }]),
  ]
}

const acceptedFields = (sent: Record<string, unknown>): Partial<NewLead> =>
  NewLead.partial().parse(
    Object.fromEntries(
      Object.entries(NewLead.shape).flatMap(([field, shape]) =>
        field in sent && shape.safeParse(sent[field]).success ? [[field, sent[field]]] : [],
      ),
    ),
  )

/** The campaign of a new lead. An API key that is limited to one campaign may omit it. */
const campaignOf = (caller: Caller, { campaignId }: Partial<NewLead>) =>
  campaignId ?? (caller.kind === 'key' && caller.campaignIds?.length === 1 ? caller.campaignIds[0] : undefined)

/** A campaign that the caller may not read counts as not found. */
function requireCampaign(caller: Caller, input: NewLead) {
  const chosen = campaignOf(caller, input)
  if (!chosen) throw invalidInput('campaignId', 'campaign_required')
  if (!canReadCampaign(caller, chosen)) throw new AppError('campaign_not_found')
  if (!canEditLead(caller, { campaignId: chosen })) throw new AppError('forbidden')
  return chosen
}
