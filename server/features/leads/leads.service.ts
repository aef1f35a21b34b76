import type { Language } from '#contract/constants.ts'
import type { Enquiry, Lead, LeadDetails, LeadQuery } from '#contract/leads.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { parsePhone } from '../../platform/http/phones.ts'
import { canReadCampaign, visibleCampaigns } from '../access/access.rules.ts'
import { findLeadTimes, listEnquiries } from './history.queries.ts'
import { countKnownCampaigns } from './lead-changes.queries.ts'
import * as queries from './leads.queries.ts'
import { countedBy, paginate, readSearch, type Wanted } from './leads.rules.ts'

const DUPLICATES_MAX = 5
const SOURCES_MAX = 100

export type LeadContext = { db: Db; caller: Caller; language: Language }

export const toLead = (row: queries.LeadRow, language: Language): Lead => ({
  _id: row.id,
  name: row.name,
  phone: row.phone,
  email: row.email,
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  statusId: row.status_id,
  status: language === 'he' ? row.name_he : row.name_en,
  source: row.source,
  date: row.created_at,
  assignedTo: row.assigned_to ? { _id: row.assigned_to, name: row.assigned_name ?? '', image: row.assigned_image } : null,
  value: row.value,
  isRead: row.read_at !== null,
  deletedAt: row.deleted_at,
})

/** A page of leads with its total. The statements of one list travel together on one connection. */
export async function findLeads({ db, caller, language }: LeadContext, query: LeadQuery) {
  const { campaignId: asked, filters = {}, sort, page, limit } = query
  if (asked?.some((id) => !canReadCampaign(caller, id))) throw new AppError('campaign_not_found')
  const wanted: Wanted = { campaigns: asked ?? visibleCampaigns(caller), filters, ascending: sort === 'date', page, limit }
  return db.connection().execute(async (one) => {
    const [{ rows, counted, isExact }, known] = await Promise.all([
      findRows(one, caller.businessId, wanted, query.search),
      asked && countKnownCampaigns(one, caller.businessId, asked),
    ])
    if (asked && known !== new Set(asked).size) throw new AppError('campaign_not_found')
    return { success: true as const, leads: rows.map((row) => toLead(row, language)), pagination: paginate(wanted, counted, isExact) }
  })
}

type Found = { rows: queries.LeadRow[]; counted: number; isExact?: boolean }

async function findRows(db: Db, businessId: string, wanted: Wanted, typed: string | undefined): Promise<Found> {
  const search = readSearch(typed)
  if (search.kind === 'nothing') return { rows: [], counted: 0 }
  const facet = search.kind === 'none' ? countedBy(wanted) : undefined
  if (facet) {
    const { leads, total } = await queries.listCountedLeads(db, businessId, wanted, facet)
    return { rows: leads, counted: total, isExact: true }
  }
  if (search.kind === 'text') {
    const [rows, counted] = await Promise.all([
      queries.listLeadsByText(db, businessId, wanted, search.text),
      queries.countLeadsByText(db, businessId, wanted, search.text),
    ])
    return { rows, counted }
  }
  const digits = search.kind === 'phone' ? search.digits : undefined
  const [rows, counted] = await Promise.all([
    queries.listLeads(db, businessId, wanted, digits),
    queries.countLeads(db, businessId, wanted, digits),
  ])
  return { rows, counted }
}

/** A lead that the caller may read, else 404, so that nobody learns what exists. */
export async function requireLead({ db, caller }: Pick<LeadContext, 'db' | 'caller'>, id: string) {
  const [row] = await queries.listLeadsById(db, caller.businessId, [id], visibleCampaigns(caller))
  if (!row) throw new AppError('lead_not_found')
  return row
}

export async function getLead(context: LeadContext, id: string): Promise<LeadDetails> {
  const { db, caller, language } = context
  const row = await requireLead(context, id)
  const [enquiries, times] = await Promise.all([
    listEnquiries(db, caller.businessId, id),
    findLeadTimes(db, caller.businessId, id),
  ])
  return { ...toLead(row, language), enquiries: enquiries.map(toEnquiry), firstResponseAt: times?.firstResponseAt ?? null }
}

type EnquiryRow = Awaited<ReturnType<typeof listEnquiries>>[number]
export const toEnquiry = ({ id, utm, clickIds, ...rest }: EnquiryRow): Enquiry => ({
  _id: id,
  utm: utm as Record<string, string>,
  clickIds: clickIds as Record<string, string>,
  ...rest,
})

/** Live leads that the caller may read with this phone, in any formatting, or e-mail. */
export async function findDuplicates({ db, caller, language }: LeadContext, { phone, email }: { phone?: string | undefined; email?: string | undefined }) {
  const contact = {
    phone: phone ? parsePhone(phone) : undefined,
    email: email?.trim().toLowerCase() || undefined,
    visible: visibleCampaigns(caller),
  }
  const rows = contact.phone || contact.email ? await queries.listLeadsByContact(db, caller.businessId, contact, DUPLICATES_MAX) : []
  return rows.map((row) => toLead(row, language))
}

export async function findSources({ db, caller }: LeadContext) {
  const rows = await queries.listSources(db, caller.businessId, SOURCES_MAX)
  return rows.map(({ source }) => source)
}
