import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { mentions } from './contact-match.sql.ts'

export type Erasure = {
  id: string
  leadIds: string[]
  /** Phones in E.164 and e-mail addresses. */
  contacts: string[]
  askedBy: string
  askedAt: string
  sweptAt: string | null
}

/** Unfinished erasures of all businesses. Runs as the worker’s role. */
export const listOpenErasures = (db: Db) =>
  db
    .selectFrom('person_erasures')
    .select(['business_id as businessId', 'id'])
    .where('finished_at', 'is', null)
    .orderBy('asked_at')
    .execute()

export const insertErasure = (tx: Db, businessId: string, erasure: Omit<Erasure, 'sweptAt'>) =>
  tx
    .insertInto('person_erasures')
    .values({
      business_id: businessId,
      id: erasure.id,
      lead_ids: erasure.leadIds,
      contacts: erasure.contacts,
      asked_by: erasure.askedBy,
      asked_at: erasure.askedAt,
    })
    .execute()

/** Locks the erasure until the transaction ends; undefined: finished, or locked by another process. */
export const lockErasure = (tx: Db, businessId: string, id: string): Promise<Erasure | undefined> =>
  tx
    .selectFrom('person_erasures')
    .select(['id', 'lead_ids as leadIds', 'contacts', 'asked_by as askedBy', 'asked_at as askedAt'])
    .select('swept_at as sweptAt')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const markSwept = (tx: Db, businessId: string, { id, at }: { id: string; at: Date }) =>
  sql`update person_erasures set swept_at = coalesce(swept_at, ${at.toISOString()}::timestamptz)
    where business_id = ${businessId} and id = ${id}`.execute(tx)

/** Deletes the search values, which are no longer needed. */
export const markFinished = (tx: Db, businessId: string, { id, at }: { id: string; at: Date }) =>
  tx
    .updateTable('person_erasures')
    .set({ finished_at: at.toISOString(), contacts: [] })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** The event field that says from where its author acted: not the lead’s data. */
const traceOnly = sql`case when actor ? 'userId' and personal ? 'from' then jsonb_build_object('from', personal -> 'from') end`

/** Erases the lead’s fields. The row stays, so that counts and lists agree. */
export const eraseLeadRows = (tx: Db, businessId: string, { leadIds, at }: { leadIds: string[]; at: string }) =>
  sql`update leads set name = '', phone = null, email = null, tags = '{}', utm = null, lost_reason = null,
      has_twin = false,
      erased_at = coalesce(erased_at, ${at}::timestamptz)
    where business_id = ${businessId} and id = any(${leadIds}::uuid[])`.execute(tx)

/** Enquiries and comments. */
export async function eraseLeadTexts(tx: Db, businessId: string, leadIds: readonly string[]) {
  await sql`update lead_enquiries set message = null, utm = '{}', click_ids = '{}', landing_page = null, referrer = null,
      raw = null, content_type = null, answers = null, consent = null
    where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`.execute(tx)
  await sql`update lead_comments set text = '' where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`.execute(
    tx,
  )
  await sql`update operation_leads set before = before || '{"tags": [], "lostReason": null}'
    where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[]) and before ? 'tags'`.execute(tx)
}

export type ErasureTarget = {
  leadIds: readonly string[]
  contacts: readonly string[]
  matchTexts: readonly string[]
  at: string
}

/** Personal data in the events of the leads, and in other events that name the person: an invitation, a search. */
export async function eraseInEvents(tx: Db, businessId: string, { leadIds, matchTexts }: ErasureTarget) {
  await sql`update events set personal = ${traceOnly}
    where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[]) and personal is not null`.execute(tx)
  await sql`update events set personal = ${traceOnly}
    where business_id = ${businessId} and lead_id is null and name not in ('call.started', 'call.changed', 'call.ended')
      and personal is not null and ${mentions(sql`personal::text`, matchTexts)}`.execute(tx)
}

/** Notifications, mails and SMS about the leads, and messages to the person. */
export async function eraseNotices(tx: Db, businessId: string, { leadIds, contacts, matchTexts }: ErasureTarget) {
  const events = sql`select e.id from events e where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[])`
  await sql`delete from notifications n using events e
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[]) and n.event_id = e.id`.execute(tx)
  await sql`delete from notifications
    where business_id = ${businessId} and not content ? 'leadId' and ${mentions(sql`content::text`, matchTexts)}`.execute(
    tx,
  )
  const about = sql`(recipient = any(${contacts}::text[])
    or split_part(dedupe_key, ' ', 1) in (select id::text from (${events}) notified))`
  await sql`delete from messages where business_id = ${businessId} and state = 'queued' and ${about}`.execute(tx)
  await sql`update messages set subject = null, body = null, html = null,
      dedupe_key = case when recipient = any(${contacts}::text[]) then null else dedupe_key end,
      recipient = case when recipient = any(${contacts}::text[]) then '' else recipient end
    where business_id = ${businessId} and ${about}`.execute(tx)
}

/** Raw bodies of accepted and refused requests, and stored idempotent replies. */
export async function eraseRequests(tx: Db, businessId: string, { leadIds, matchTexts, at }: ErasureTarget) {
  await sql`update payloads set raw = '', lead_id = null where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`.execute(
    tx,
  )
  await sql`update payloads set raw = '' where business_id = ${businessId} and at <= ${at}::timestamptz
    and ${mentions(sql`raw`, matchTexts)}`.execute(tx)
  await sql`delete from idempotency_keys where business_id = ${businessId}
    and (reply -> 'lead' ->> '_id' = any(${leadIds}::text[]) or reply -> 'item' ->> '_id' in (
      select e.id::text from events e where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[])))`.execute(
    tx,
  )
}

/** Blacklist entries and invitations that name the person. */
export async function eraseNamed(tx: Db, businessId: string, contacts: readonly string[]) {
  await sql`delete from blacklist where business_id = ${businessId} and kind = 'number'
    and phone = any(${contacts}::text[])`.execute(tx)
  await sql`delete from invitations where business_id = ${businessId}
    and (email = any(${contacts}::text[]) or phone = any(${contacts}::text[]))`.execute(tx)
}
