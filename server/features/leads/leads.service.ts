import type { Language } from '#contract/constants.ts'
import { DUPLICATES_MAX, type Enquiry, type Lead, type LeadDetails, SOURCES_MAX } from '#contract/leads.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { parsePhone } from '../../platform/http/phones.ts'
import { leadSight, seesMasked, visibleCampaigns } from '../access/access.rules.ts'
import { maskedLead, toLead } from './leads.presenter.ts'
import * as queries from './leads.queries.ts'
import { listEnquiries } from './leads.queries.ts'
import type { LeadRow } from './leads.sql.ts'

const TAGS_LISTED = 200

export type LeadContext = { db: Db; caller: Caller; language: Language }

/**
 * Leads as they are shown; most have no twin, and then nothing more is asked. To whoever is shown masks no lead is a
 * duplicate: they could enter one phone after the other until the mark appears.
 */
export async function toLeads({ db, caller, language }: LeadContext, rows: LeadRow[]): Promise<Lead[]> {
  const isMasked = seesMasked(caller)
  const twins = isMasked ? [] : rows.filter(({ has_twin }) => has_twin).map(({ id }) => id)
  const found = twins.length ? await queries.listDuplicates(db, caller.businessId, twins, leadSight(caller)) : []
  const duplicates = new Set(found.map(({ id }) => id))
  const leads = rows.map((row) => toLead(row, language, duplicates))
  return isMasked ? leads.map(maskedLead) : leads
}
export async function toOneLead(context: LeadContext, row: LeadRow): Promise<Lead> {
  const [lead] = await toLeads(context, [row])
  return lead as Lead
}

/** A lead that the caller may read, else 404, so that nobody learns what exists. */
export async function requireLead({ db, caller }: Pick<LeadContext, 'db' | 'caller'>, id: string) {
  const [row] = await queries.listLeadsById(db, caller.businessId, [id], leadSight(caller))
  if (!row) throw new AppError('lead_not_found')
  return row
}

export async function getLead(context: LeadContext, id: string): Promise<LeadDetails> {
  const { db, caller } = context
  const row = await requireLead(context, id)
  const [enquiries, lostReason] = await Promise.all([
    listEnquiries(db, caller.businessId, id),
    queries.findLostReason(db, caller.businessId, id),
  ])
  const shown = enquiries.map((enquiry) => toEnquiry(enquiry, seesMasked(caller)))
  return { ...(await toOneLead(context, row)), enquiries: shown, lostReason }
}

type EnquiryRow = Awaited<ReturnType<typeof listEnquiries>>[number]
/** Without the body as it came, which bears phone and e-mail, where these are masked. */
export const toEnquiry = ({ id, utm, clickIds, answers, ...rest }: EnquiryRow, isMasked: boolean): Enquiry => ({
  _id: id,
  utm: utm as Record<string, string>,
  clickIds: clickIds as Record<string, string>,
  answers: (answers ?? []) as Enquiry['answers'],
  ...rest,
  ...(isMasked && { raw: null, contentType: null }),
})

/** Live leads that the caller may read with this phone, in any formatting, or e-mail. */
export async function findDuplicates(
  context: LeadContext,
  { phone, email }: { phone?: string | undefined; email?: string | undefined },
) {
  const { db, caller } = context
  // Whoever is not shown whole numbers does not find out by asking for one after the other.
  if (seesMasked(caller)) return []
  const contact = {
    phone: phone ? parsePhone(phone) : undefined,
    email: email?.trim().toLowerCase() || undefined,
    sight: leadSight(caller),
  }
  const rows =
    contact.phone || contact.email
      ? await queries.listLeadsByContact(db, caller.businessId, contact, DUPLICATES_MAX)
      : []
  return toLeads(context, rows)
}

/** Of all leads by the counters; whoever is bound to campaigns learns of those in sight alone. */
export async function findSources({ db, caller }: LeadContext) {
  const visible = visibleCampaigns(caller)
  const rows = visible
    ? await queries.listSourcesOfCampaigns(db, caller.businessId, visible, SOURCES_MAX)
    : await queries.listSources(db, caller.businessId, SOURCES_MAX)
  return rows.map(({ source }) => source)
}

export async function findTags({ db, caller }: LeadContext) {
  const rows = await queries.listTags(db, caller.businessId, leadSight(caller), TAGS_LISTED)
  return rows.map(({ tag }) => tag)
}
