import type { Language } from '#contract/constants.ts'
import type { Enquiry } from '#contract/leads/history/lead-history.ts'
import { leadFields, maskContacts } from '#contract/leads/lead-fields.ts'
import {
  DUPLICATES_MAX,
  type EnteredFate,
  isErased,
  type Lead,
  type LeadDetails,
  SOURCES_MAX,
} from '#contract/leads/leads.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { parsePhone } from '../../platform/phones.ts'
import { canReadCampaign, joinableBy, leadScope, seesMasked, visibleCampaigns } from '../access/access.rules.ts'
import type { FieldDefinitions } from '../lead-fields/values.rules.ts'
import { clockOf, toLead } from './leads.presenter.ts'
import * as queries from './leads.queries.ts'
import { listEnquiries } from './leads.queries.ts'
import type { LeadRow } from './leads.sql.ts'

const TAGS_LISTED = 200

export type LeadContext = { db: Db; caller: Caller; language: Language }
/** `own`: the own fields of the business (lead-fields/lead-fields.cache.ts), read before a transaction begins. */
export type LeadReading = LeadContext & { own: FieldDefinitions }

/**
 * Converts rows to the leads of the API. Duplicates are looked up only for rows marked has_duplicate_contact. A reader
 * who sees masked contacts gets no duplicate marks, because entering one phone after another would confirm guesses.
 */
export async function toLeads({ db, caller, language, own }: LeadReading, rows: LeadRow[]): Promise<Lead[]> {
  const isMasked = seesMasked(caller)
  const marked = isMasked ? [] : rows.filter(({ has_duplicate_contact }) => has_duplicate_contact).map(({ id }) => id)
  const found = marked.length ? await queries.listDuplicates(db, caller.businessId, marked, leadScope(caller)) : []
  const duplicates = new Set(found.map(({ id }) => id))
  const leads = rows.map((row) => toLead(row, { language, own, isMasked }, duplicates))
  return isMasked ? leads.map(maskContacts) : leads
}
export async function toOneLead(context: LeadReading, row: LeadRow): Promise<Lead> {
  const [lead] = await toLeads(context, [row])
  return lead as Lead
}

/** Returns the lead. Throws 404 if the caller may not read it. */
export async function requireLead({ db, caller }: Pick<LeadContext, 'db' | 'caller'>, id: string) {
  const [row] = await queries.listLeadsById(db, caller.businessId, [id], leadScope(caller))
  if (!row) throw new AppError('lead_not_found')
  return row
}

/** As requireLead; in place of a merged lead, the kept one. */
export async function requireKeptLead(context: Pick<LeadContext, 'db' | 'caller'>, id: string) {
  const { db, caller } = context
  const [row] = await queries.listLeadsById(db, caller.businessId, [id], leadScope(caller))
  if (row && !row.deleted_at) return row
  const keptId = await queries.findKeptLead(db, caller.businessId, id)
  if (keptId) return requireLead(context, keptId)
  if (!row) throw new AppError('lead_not_found')
  return row
}

/** Ids of the leads that were merged into this one. */
export const listPartsOf = async ({ db, caller }: Pick<LeadContext, 'db' | 'caller'>, id: string) =>
  (await queries.listMergedLeads(db, caller.businessId, id, true)).map((lead) => lead.id)

/** Leads that the caller may read, also of the trash, unless they were erased. */
export async function findLeads(context: LeadReading, ids: readonly string[]): Promise<Lead[]> {
  const { db, caller } = context
  const rows = await queries.listLeadsById(db, caller.businessId, ids, leadScope(caller))
  return toLeads(
    context,
    rows.filter((row) => !isErased(row)),
  )
}

export async function findEnquiries({ db, caller }: Pick<LeadContext, 'db' | 'caller'>, ids: readonly string[]) {
  const rows = await queries.listEnquiriesById(db, caller.businessId, ids)
  return rows.map((row) => toEnquiry(row, seesMasked(caller)))
}

/** Live leads that the caller may read, in the order of the ids. */
export async function findLive(context: LeadReading, ids: readonly string[]): Promise<Lead[]> {
  const { db, caller } = context
  const rows = await queries.listLeadsById(db, caller.businessId, ids, leadScope(caller))
  const leads = await toLeads(
    context,
    rows.filter((row) => row.deleted_at === null),
  )
  return ids.flatMap((id) => leads.find(({ _id }) => _id === id) ?? [])
}

/** A lead; in place of a merged one, the one that was kept. */
export async function getLead(context: LeadReading & { now: Date }, wantedId: string): Promise<LeadDetails> {
  const { db, caller } = context
  const row = await requireKeptLead(context, wantedId)
  const { businessId } = caller
  const isMasked = seesMasked(caller)
  const [enquiries, single, contacts, merged, clock] = await Promise.all([
    listEnquiries(db, businessId, row.id),
    queries.findSingleFields(db, businessId, row.id),
    queries.listFurtherContacts(db, businessId, row.id),
    queries.listMergedLeads(db, businessId, row.id, isMasked),
    row.deleted_at || row.first_response_at
      ? undefined
      : queries.findResponseClock(db, businessId, row.id, context.now),
  ])
  return {
    ...(await toOneLead(context, row)),
    enquiries: enquiries.map((enquiry) => toEnquiry(enquiry, isMasked)),
    lostReason: single?.lostReason ?? null,
    gender: single?.gender ?? 'unknown',
    responseClock: clock ? clockOf(clock, context.now) : null,
    contacts: contacts.map((contact) => (isMasked ? maskedContact(contact) : contact)),
    mergedLeads: merged.map(({ id, campaignId, pastSale, ...lead }) => ({
      _id: id,
      ...lead,
      pastSale: canReadCampaign(caller, campaignId) ? pastSale : null,
    })),
  }
}
const maskedContact = ({ kind, value }: queries.FurtherContact) => ({ kind, value: leadFields[kind].mask(value) })

type EnquiryRow = Awaited<ReturnType<typeof listEnquiries>>[number]
/** Omits the raw body where contacts are masked, because it holds phone and e-mail. */
export const toEnquiry = ({ id, utm, clickIds, answers, ...rest }: EnquiryRow, isMasked: boolean): Enquiry => ({
  _id: id,
  utm: utm as Record<string, string>,
  clickIds: clickIds as Record<string, string>,
  answers: (answers ?? []) as Enquiry['answers'],
  ...rest,
  ...(isMasked && { raw: null, contentType: null }),
})

type Entered = { phone?: string | undefined; email?: string | undefined; campaignId?: string | undefined }
/** Finds live leads in scope with this phone (in any format) or e-mail, and what entering them in the campaign does. */
export async function findDuplicates(
  context: LeadReading,
  { phone, email, campaignId }: Entered,
): Promise<{ leads: Lead[]; fate: EnteredFate }> {
  const { db, caller } = context
  const contact = { phone: (phone && parsePhone(phone)) || null, email: email?.trim().toLowerCase() || null }
  const contacts = [contact.phone, contact.email].filter((one) => one !== null)
  // Otherwise a member who sees masked contacts could test one number after another.
  if (seesMasked(caller) || !contacts.length) return { leads: [], fate: 'create' }
  const { businessId } = caller
  const scope = leadScope(caller)
  const entered = campaignId && canReadCampaign(caller, campaignId) && { ...contact, campaignId }
  const [rows, fate] = await Promise.all([
    queries.listLeadsByContact(db, businessId, { contacts, scope }, DUPLICATES_MAX),
    entered ? queries.findFate(db, businessId, { ...entered, joinsIn: joinableBy(caller) }) : ('create' as const),
  ])
  // What is out of the caller's sight is not said before the lead is saved.
  return { leads: await toLeads(context, rows), fate: rows.length ? fate : 'create' }
}

/** The phones of a lead: its own, and those of leads that were merged into it. */
export async function listPhonesOf({ db, caller }: Pick<LeadContext, 'db' | 'caller'>, lead: LeadRow) {
  const further = await queries.listFurtherContacts(db, caller.businessId, lead.id)
  return [lead.phone, ...further.flatMap(({ kind, value }) => (kind === 'phone' ? [value] : []))]
}

/** How many leads of one phone are looked through for one of the campaign. */
const LEADS_OF_PHONE = 20
type OfPhone = { phone: string; campaignId: string }
/** The newest live lead in scope with this phone in the campaign. */
export async function findLeadOfPhone(
  { db, caller }: Pick<LeadContext, 'db' | 'caller'>,
  { phone, campaignId }: OfPhone,
) {
  const known = { contacts: [phone], scope: leadScope(caller) }
  const rows = await queries.listLeadsByContact(db, caller.businessId, known, LEADS_OF_PHONE)
  return rows.find((row) => row.campaign_id === campaignId)
}

/** Other live leads in scope with the phone or the e-mail of this one. */
export async function findSamePerson(context: LeadReading, id: string) {
  const { db, caller } = context
  const { phone, email } = await requireLead(context, id)
  // Otherwise a member who sees masked contacts would learn which leads have the same contact.
  if (seesMasked(caller)) return []
  const further = await queries.listFurtherContacts(db, caller.businessId, id)
  const contacts = [phone, email, ...further.map(({ value }) => value)].filter((contact) => contact !== null)
  const known = { contacts, scope: leadScope(caller) }
  const rows = await queries.listLeadsByContact(db, caller.businessId, known, DUPLICATES_MAX + 1)
  return toLeads(context, rows.filter((row) => row.id !== id).slice(0, DUPLICATES_MAX))
}

/** Reads the sources from the counters: those of the business, or of the campaigns that the caller may read. */
export async function findSources({ db, caller }: LeadContext) {
  const visible = visibleCampaigns(caller)
  const rows = visible
    ? await queries.listSourcesOfCampaigns(db, caller.businessId, visible, SOURCES_MAX)
    : await queries.listSources(db, caller.businessId, SOURCES_MAX)
  return rows.map(({ source }) => source)
}

export async function findTags({ db, caller }: LeadContext) {
  const rows = await queries.listTags(db, caller.businessId, leadScope(caller), TAGS_LISTED)
  return rows.map(({ tag }) => tag)
}
