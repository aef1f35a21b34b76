import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { lockContacts } from '../leads.queries.ts'
import { type LeadRow, leadColumns } from '../leads.sql.ts'
import type { LeadInput } from './lead-input.rules.ts'

type Outcome = { outcome: 'created' | 'repeated' | 'refused' | 'campaign_not_found' | 'status_not_found' } & LeadRow

export type FormLeadInput = LeadInput & {
  formId: string
  answers: { label: string; value: string }[]
  consent: string | null
}
type FormOutcome = { outcome: Outcome['outcome']; leadId: string }

/** Same as ingestLead, for a form submission. */
export async function ingestFormLead(db: Db, businessId: string, lead: FormLeadInput): Promise<FormOutcome> {
  const { rows } = await sql<FormOutcome>`select outcome, lead_id as "leadId"
    from ingest_form_lead(${businessId}::uuid, ${JSON.stringify(lead)}::jsonb)`.execute(db)
  return rows[0] as FormOutcome
}

/** Whether a reader of this campaign, or of any other whose leads the enquiry could join, sees masked contacts. */
export async function hasMaskedReader(db: Db, businessId: string, campaignId: string) {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from businesses b join campaign_members c on c.business_id = b.business_id
      where b.business_id = ${businessId} and b.masks_contacts and (c.campaign_id = ${campaignId} or b.duplicate_scope = 'business')
        and sees_masked_contacts(b.business_id, c.user_id)) as has`.execute(db)
  return rows[0]?.has === true
}

/** Stores a lead or a repeat enquiry, with its event, in one round trip. */
export async function ingestLead(db: Db, businessId: string, lead: LeadInput): Promise<Outcome> {
  const { rows } = await sql<Outcome>`select r.outcome, ${leadColumns}
    from (select outcome, (lead).* from ingest_lead(${businessId}::uuid, ${JSON.stringify(lead)}::jsonb)) r`.execute(db)
  return rows[0] as Outcome
}

type OfSource = { enquiryId: string; sourceId: string; notes: { label: string; value: string }[] }
/** Adds to an enquiry which source sent it, and what no field of the lead holds. */
export const markEnquiryOfSource = (tx: Db, businessId: string, { enquiryId, sourceId, notes }: OfSource) =>
  tx
    .updateTable('lead_enquiries')
    .set({ source_id: sourceId, answers: notes.length ? JSON.stringify(notes) : null })
    .where('business_id', '=', businessId)
    .where('id', '=', enquiryId)
    .execute()

/** Stores leads in one transaction. Outcomes are in the order of the leads. */
export async function ingestLeads(db: Db, businessId: string, leads: LeadInput[]): Promise<Outcome[]> {
  const { rows } = await sql<Outcome>`select r.outcome, ${leadColumns}
    from (select place, outcome, (lead).* from ingest_leads(${businessId}::uuid, ${JSON.stringify(leads)}::jsonb)) r
    order by r.place`.execute(db)
  return rows
}

export async function findCampaignName(db: Db, businessId: string, id: string) {
  const { rows } = await sql<{ name: string }>`
    select name from campaigns where business_id = ${businessId} and id = ${id}`.execute(db)
  return rows[0]?.name ?? ''
}

type FirstStatus = { id: string; name_he: string; name_en: string; at: string }
/** Status and time of a new lead: the requested status if it exists, otherwise the default. */
export async function findFirstStatus(db: Db, businessId: string, wanted: string | null) {
  const { rows } = await sql<FirstStatus>`
    select id, name_he, name_en, now() as at from lead_statuses
    where business_id = ${businessId} and deleted_at is null and (is_default or id = ${wanted}::uuid) order by is_default limit 1`.execute(
    db,
  )
  return rows[0]
}

/**
 * Records activity on the campaign's live lead that has this phone, if there is one. Holds the contact lock until the
 * transaction ends, so that no concurrent transaction creates a second lead.
 */
export async function touchLeadOfCaller(
  tx: Db,
  businessId: string,
  { campaignId, phone }: { campaignId: string; phone: string },
) {
  await lockContacts(tx, businessId, [phone])
  const { rows } = await sql<{ id: string }>`
    update leads set last_activity_at = now()
    where business_id = ${businessId} and id = find_live_lead(${businessId}, ${campaignId}, ${phone})
    returning id`.execute(tx)
  return rows[0]?.id
}

type Answered = { enquiryId: string; answers: { label: string; value: string }[]; consent: string | null }
/** What a person answered and agreed to with an enquiry; nothing if the enquiry was refused. */
export const updateAnswers = (tx: Db, businessId: string, { enquiryId, answers, consent }: Answered) =>
  sql`update lead_enquiries set answers = ${JSON.stringify(answers)}::jsonb, consent = ${consent}
    where business_id = ${businessId} and id = ${enquiryId}`.execute(tx)
