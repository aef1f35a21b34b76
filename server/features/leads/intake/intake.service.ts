import type { Lead, NewLead } from '#contract/leads.ts'
import { once } from '../../../platform/db/idempotency.ts'
import { actorOf } from '../../../platform/events/emit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AppError, type Issue, invalidInput } from '../../../platform/http/errors.ts'
import { parsePhone } from '../../../platform/http/phones.ts'
import { newId } from '../../../platform/ids.ts'
import { canReadCampaign, canReadLead, isKeptToOwn, seesMasked } from '../../access/access.rules.ts'
import { giveNobodysLead } from '../change/claim.service.ts'
import { findAssignee } from '../lead-references.queries.ts'
import { statusName } from '../leads.presenter.ts'
import { canAssignLead, canEditLead, clickIdsOf, nameIssues, sourceOf, utmOf } from '../leads.rules.ts'
import { type LeadContext, requireLead, toOneLead } from '../leads.service.ts'
import type { LeadRow } from '../leads.sql.ts'
import { takeLeadTogether } from './batched-intake.service.ts'
import { findFirstStatus, type TakenLead, takeLead } from './intake.queries.ts'
import { limitedJoins, noteJoined } from './join-limits.service.ts'

/** So much of the body as it came is kept. */
const RAW_MAX = 65_536

type Intake = LeadContext & {
  idempotencyKey: string | undefined
  raw: { text: string; contentType: string } | undefined
}

/** Stores a lead, or the repeat enquiry of the one that this phone or e-mail has in the campaign already. */
export async function createLead({ db, caller, language, idempotencyKey, raw }: Intake, given: NewLead) {
  const lead = completeLead(caller, given, raw)
  const { businessId } = caller
  const store = async (tx: typeof db, take: typeof takeLead) => {
    if (given.assignedTo) await requireAssignee(tx, caller, lead)
    const { outcome, ...taken } = await take(tx, businessId, await limitedJoins(tx, caller, lead))
    if (outcome === 'campaign_not_found') throw new AppError('campaign_not_found')
    if (outcome === 'status_not_found') throw invalidInput('statusId', 'status_not_found')
    if (outcome === 'repeated') await noteJoined(tx, caller, taken)
    const row = await madeTheirs(tx, caller, taken)
    const isHidden =
      outcome === 'repeated' &&
      (caller.kind === 'key'
        ? !caller.scopes.includes('leads:read')
        : !canReadLead(caller, { campaignId: row.campaign_id, assignedTo: row.assigned_to }))
    const shown = await toOneLead({ db: tx, caller, language }, row)
    return {
      success: true as const,
      lead: isHidden ? await withoutSecrets({ db: tx, caller, language }, shown, lead) : shown,
      duplicate: outcome === 'repeated',
    }
  }
  if (idempotencyKey === undefined) {
    // One function is one transaction already; to whoever is kept to their own leads the lead may have to be given, too.
    const isKept = isKeptToOwn(caller, lead.campaignId)
    return isKept ? db.transaction().execute((tx) => store(tx, takeLead)) : store(db, takeLeadTogether)
  }
  const authorId = caller.kind === 'key' ? caller.keyId : caller.userId
  return db
    .transaction()
    .execute((tx) => once(tx, { businessId, authorId, key: idempotencyKey, body: given }, () => store(tx, takeLead)))
}

/** The enquiry of whoever is kept to their own leads may have joined a lead that was nobody's: it would be lost to them. */
async function madeTheirs(tx: LeadContext['db'], caller: Caller, row: LeadRow): Promise<LeadRow> {
  if (caller.kind === 'key' || row.assigned_to !== null || !isKeptToOwn(caller, row.campaign_id)) return row
  const isTheirs = await giveNobodysLead(tx, caller, { leadId: row.id, userId: caller.userId })
  return isTheirs ? requireLead({ db: tx, caller }, row.id) : row
}

/**
 * A key that may only send, or a person who reads their own leads alone, learns nothing of the lead that was there before
 * but its id: they get back what they sent, as new as if they had made it.
 */
async function withoutSecrets({ db, caller, language }: LeadContext, lead: Lead, sent: TakenLead): Promise<Lead> {
  const { name, phone, email, source } = sent
  const first = await findFirstStatus(db, caller.businessId, sent.statusId)
  return {
    ...lead,
    name,
    phone,
    email,
    source,
    ...(first && { statusId: first.id, status: statusName(first, language), date: first.at, lastActivityAt: first.at }),
    assignedTo: null,
    value: null,
    tags: [],
    utm: {},
    firstResponseAt: null,
    isDuplicate: false,
    isRead: false,
  }
}

async function requireAssignee(db: LeadContext['db'], caller: Caller, { assignedTo, campaignId }: TakenLead) {
  if (!canAssignLead(caller, { campaignId })) throw new AppError('forbidden')
  if (!(await findAssignee(db, caller.businessId, { userId: assignedTo ?? '', campaignId })))
    throw new AppError('user_not_found')
}

/** Of what nobody and no link says more. */
const ownSources = { key: 'api', person: 'manual' }

/** Whoever reads their own leads alone would lose sight of one that is nobody's. */
function assigneeOf(caller: Caller, campaignId: string, { assignedTo }: NewLead): string | null {
  if (assignedTo) return assignedTo
  return caller.kind === 'person' && isKeptToOwn(caller, campaignId) ? caller.userId : null
}

/** What the shape of the input cannot say, and everything that a sender may leave out. */
function completeLead(caller: Caller, given: NewLead, raw: Intake['raw']): TakenLead {
  const campaignId = requireCampaign(caller, given)
  const isKey = caller.kind === 'key'
  const phone = given.phone ? parsePhone(given.phone) : null
  const email = given.email || null
  refuse([
    ...(isKey ? [] : nameIssues(given.name)),
    ...(phone === undefined ? [{ path: 'phone', message: 'invalid_phone' }] : []),
    ...(phone === null && !email ? [{ path: 'phone', message: 'phone_or_email_required' }] : []),
    ...(isKey && given.duplicate ? [{ path: 'duplicate', message: 'people_only' }] : []),
  ])
  return {
    leadId: newId(),
    enquiryId: newId(),
    eventId: newId(),
    actor: actorOf(caller),
    from: caller.from,
    keyId: isKey ? caller.keyId : null,
    campaignId,
    statusId: given.statusId ?? null,
    assignedTo: assigneeOf(caller, campaignId, given),
    name: given.name,
    phone: phone ?? null,
    email,
    source: sourceOf(given, ownSources[caller.kind]),
    value: given.value ?? null,
    message: given.message || null,
    utm: utmOf(given),
    clickIds: clickIdsOf(given),
    landingPage: given.landingPage || null,
    referrer: given.referrer || null,
    // A body may hold what PostgreSQL cannot store; half a character where it is cut, too.
    raw: isKey && raw ? raw.text.slice(0, RAW_MAX).replaceAll('\0', '\ufffd').toWellFormed() : null,
    contentType: isKey && raw ? raw.contentType.slice(0, 200) : null,
    isRead: !isKey,
    // To whoever is shown masks a repeat enquiry would confirm a guess: what they enter is always a lead of its own.
    mayRepeat: given.duplicate === 'create' || seesMasked(caller),
  }
}

function refuse(issues: Issue[]) {
  if (issues.length) throw new AppError('invalid_input', { issues })
}

/** A key that is bound to one campaign need not name it; where a caller may not even read, there is nothing. */
function requireCampaign(caller: Caller, { campaignId }: NewLead) {
  const only = caller.kind === 'key' && caller.campaignIds?.length === 1 ? caller.campaignIds[0] : undefined
  const wanted = campaignId ?? only
  if (!wanted) throw invalidInput('campaignId', 'campaign_required')
  if (!canReadCampaign(caller, wanted)) throw new AppError('campaign_not_found')
  if (!canEditLead(caller, { campaignId: wanted })) throw new AppError('forbidden')
  return wanted
}
