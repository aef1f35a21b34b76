import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { StoredValues } from '../../lead-fields/values.rules.ts'
import type { Outcome } from '../../operations/operation-handler.ts'
import type { LeadPatch } from '../change/lead-writer.rules.ts'

export type Match = { id: string; campaignId: string; phone: string | null; email: string | null }
type Wanted = { phones: string[]; emails: string[]; ids: string[]; campaigns: readonly string[] | null }
/** Live leads with these phones, e-mails or ids in the campaigns, newest first; null: in all. */
export async function listMatches(db: Db, businessId: string, { phones, emails, ids, campaigns }: Wanted) {
  const { rows } = await sql<Match>`
    with found as materialized (
      select id from leads where business_id = ${businessId} and phone = any(${phones}::text[]) and deleted_at is null
      union select id from leads where business_id = ${businessId} and email = any(${emails}::text[]) and deleted_at is null
      union select id from leads where business_id = ${businessId} and id = any(${ids}::uuid[]) and deleted_at is null)
    select l.id, l.campaign_id as "campaignId", l.phone, l.email
    from found f join leads l on l.business_id = ${businessId} and l.id = f.id
    where ${campaigns}::uuid[] is null or l.campaign_id = any(${campaigns}::uuid[])
    order by l.created_at desc, l.id desc`.execute(db)
  return rows
}

/** What an operation keeps of a row: its number in the file, and what an undo needs. */
export type ImportedRow = {
  number: number
  isNew?: true
  values?: LeadPatch
  /** Numbers of later rows that joined this row's lead. */
  joined?: number[]
  /** The lead that this row joined. */
  joins?: string
  /** Of a row that was left out: the column that the reason is about. */
  column?: number | null
}
export type ImportedItem = Outcome & { outcome: 'changed' | 'same'; before: ImportedRow }
/** Those of these leads that rows of the operation made or changed, or found unchanged. */
export async function listImported(db: Db, businessId: string, operationId: string, ids: readonly string[]) {
  const { rows } = await sql<ImportedItem>`
    select item_id as id, outcome, before, revision, prior_revision as "priorRevision" from operation_items
    where business_id = ${businessId} and operation_id = ${operationId} and item_id = any(${ids}::uuid[])
      and outcome in ('changed', 'same')`.execute(db)
  return new Map(rows.map((item) => [item.id, item]))
}

export type NewLeadRow = {
  id: string
  enquiryId: string
  campaignId: string
  statusId: string
  assignedTo: string | null
  name: string
  phone: string | null
  email: string | null
  source: string
  value: number | null
  tags: string[]
  utm: Record<string, string> | null
  lostReason: string | null
  message: string | null
  fields: StoredValues
  createdAt: string
}
/** Stores leads, each with its enquiry. */
export async function insertLeads(tx: Db, businessId: string, leads: readonly NewLeadRow[]) {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as r(id uuid, "enquiryId" uuid, "campaignId" uuid,
    "statusId" uuid, "assignedTo" uuid, name text, phone text, email text, source text, value bigint, tags text[], utm jsonb,
    "lostReason" text, message text, fields jsonb, "createdAt" timestamptz)`
  await sql`insert into leads (business_id, id, campaign_id, status_id, assigned_to, name, phone, email, source, value, tags,
      utm, lost_reason, fields, created_at, last_activity_at, read_at,
      has_response_clock)
    select ${businessId}, r.id, r."campaignId", r."statusId", r."assignedTo", r.name, r.phone, r.email, r.source, r.value,
      r.tags, r.utm, r."lostReason", r.fields, r."createdAt", r."createdAt", now(), false from ${rows}`.execute(tx)
  await insertEnquiries(
    tx,
    businessId,
    leads.map(({ id: leadId, enquiryId: id, createdAt: at, source, message, utm }) => {
      return { id, leadId, at, source, message, utm }
    }),
  )
}

export type Enquiry = {
  id: string
  leadId: string
  at: string
  source: string
  message: string | null
  utm: Record<string, string> | null
}
export const insertEnquiries = (tx: Db, businessId: string, enquiries: readonly Enquiry[]) =>
  sql`insert into lead_enquiries (business_id, id, lead_id, at, source, message, utm)
    select ${businessId}, r.id, r."leadId", r.at, r.source, r.message, coalesce(r.utm, '{}')
    from jsonb_to_recordset(${JSON.stringify(enquiries)}::jsonb)
      as r(id uuid, "leadId" uuid, at timestamptz, source text, message text, utm jsonb)`.execute(tx)

type Named = { id: string; names: (string | null)[] }
/** Names of campaigns, statuses and people, by which rows may refer to them. */
export async function listNamed(db: Db, businessId: string) {
  const [campaigns, statuses, people] = await Promise.all([
    sql<Named>`select id, array[name] as names from campaigns
      where business_id = ${businessId} and deleted_at is null order by created_at desc, id`.execute(db),
    sql<Named & { isDefault: boolean }>`select id, array[name_he, name_en] as names, is_default as "isDefault"
      from lead_statuses where business_id = ${businessId} and deleted_at is null order by position desc, id`.execute(
      db,
    ),
    sql<Named & { campaigns: string[] | null }>`select u.id, array[u.name, u.email] as names,
        case when m.role in ('Owner', 'Admin') then null else array(select c.campaign_id::text from campaign_members c
          where c.business_id = m.business_id and c.user_id = m.user_id) end as campaigns
      from memberships m join users u on u.id = m.user_id
      where m.business_id = ${businessId} and m.suspended_at is null order by m.joined_at desc, u.id`.execute(db),
  ])
  return { campaigns: campaigns.rows, statuses: statuses.rows, people: people.rows }
}

/** Refreshes the planner's statistics of the leads, those of this transaction included. */
export const analyzeLeads = (tx: Db) => sql`select analyze_leads()`.execute(tx)
