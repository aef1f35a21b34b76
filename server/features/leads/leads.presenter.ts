import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Lead } from '#contract/leads.ts'
import { maskEmail, maskPhone } from '#contract/masks.ts'
import type { LeadSight } from '../access/access.rules.ts'
import { inSight } from '../access/lead-sight.parts.ts'
import type { Named } from '../names/names.look-up.ts'

/** A lead as its row has it. */
export type OwnLeadRow = {
  id: string
  name: string
  phone: string | null
  email: string | null
  campaign_id: string
  status_id: string
  source: string
  created_at: string
  assigned_to: string | null
  value: number | null
  read_at: string | null
  first_response_at: string | null
  deleted_at: string | null
  tags: string[] | null
  utm: Lead['utm'] | null
  last_activity_at: string
  /** Another lead has, or once had, its phone or e-mail: duplicates are among these alone. */
  has_twin: boolean
}
/** A row of the view lead_rows: a lead with the names that belong to it. */
export type LeadRow = OwnLeadRow & {
  campaign_name: string
  name_he: string
  name_en: string
  assigned_name: string | null
  assigned_image: string | null
}

/** A lead's own columns, where it goes by the name of `r`. What most leads do not have is null: an empty list takes longer to read. */
export const ownColumns = sql`r.id, r.name, r.phone, r.email, r.campaign_id, r.status_id, r.source, r.created_at, r.assigned_to,
  r.value, r.read_at, r.first_response_at, r.deleted_at, nullif(r.tags, '{}') as tags, r.utm, r.last_activity_at, r.has_twin`
/** The columns of lead_rows. */
export const leadColumns = sql`${ownColumns}, r.campaign_name, r.name_he, r.name_en, r.assigned_name, r.assigned_image`

/** The ids of what is called something: campaigns, statuses and people. */
export function* idsOf(rows: readonly OwnLeadRow[]) {
  for (const { campaign_id, status_id, assigned_to } of rows) {
    yield campaign_id
    yield status_id
    yield assigned_to
  }
}

/** `named`: what `idsOf` the row are called. */
export function withNames(row: OwnLeadRow, named: Named): LeadRow {
  const status = named.get(row.status_id)
  const person = row.assigned_to ? named.get(row.assigned_to) : undefined
  return {
    ...row,
    campaign_name: named.get(row.campaign_id)?.name ?? '',
    name_he: status?.name ?? '',
    name_en: status?.detail ?? '',
    assigned_name: person?.name ?? null,
    assigned_image: person?.detail ?? null,
  }
}

/** Whether another live lead that the reader may see has the phone or e-mail of `lead`, a table's name. */
export function isDuplicate(lead: RawBuilder<unknown>, sight: LeadSight) {
  const among = sight ? sql`and ${inSight(sight, sql.raw('t'))}` : sql``
  const twinBy = (
    column: RawBuilder<unknown>,
  ) => sql`exists (select from leads t where t.business_id = ${lead}.business_id
    and t.${column} = ${lead}.${column} and t.deleted_at is null and t.id <> ${lead}.id ${among})`
  return sql`case when ${lead}.has_twin then ${twinBy(sql.raw('phone'))} or ${twinBy(sql.raw('email'))} else false end`
}

export const statusName = (status: { name_he: string; name_en: string }, language: Language) =>
  language === 'he' ? status.name_he : status.name_en

/** `duplicates`: the rows with twins that are duplicates indeed. */
export const toLead = (row: LeadRow, language: Language, duplicates: ReadonlySet<string>): Lead => ({
  _id: row.id,
  name: row.name,
  phone: row.phone,
  email: row.email,
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  statusId: row.status_id,
  status: statusName(row, language),
  source: row.source,
  utm: row.utm ?? {},
  date: row.created_at,
  assignedTo: row.assigned_to
    ? { _id: row.assigned_to, name: row.assigned_name ?? '', image: row.assigned_image }
    : null,
  value: row.value,
  tags: row.tags ?? [],
  isRead: row.read_at !== null,
  lastActivityAt: row.last_activity_at,
  firstResponseAt: row.first_response_at,
  isDuplicate: row.has_twin && duplicates.has(row.id),
  deletedAt: row.deleted_at,
})

export const maskedLead = <L extends Pick<Lead, 'phone' | 'email'>>(lead: L): L => ({
  ...lead,
  phone: lead.phone && maskPhone(lead.phone),
  email: lead.email && maskEmail(lead.email),
})
