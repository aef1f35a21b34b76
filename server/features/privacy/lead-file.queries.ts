import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** The person: their leads, and the phones and addresses that identify other data. */
type Person = { leadIds: readonly string[]; contacts: readonly string[] }
/** As in the file, with readable names. */
type Row = Record<string, unknown>

async function rowsOf<T = Row>(db: Db, statement: RawBuilder<unknown>): Promise<T[]> {
  const { rows } = await sql<T>`${statement}`.execute(db)
  return rows
}

export const listLeads = (db: Db, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select l.id, l.name, l.phone, l.email, c.name as campaign, s.name_en as status, l.source, l.tags, l.utm, l.value as "valueInAgorot",
      l.lost_reason as "lostReason",
      u.name as "assignedTo", l.created_at as "createdAt", l.last_activity_at as "lastActivityAt", l.read_at as "readAt",
      l.first_response_at as "firstResponseAt", l.deleted_at as "deletedAt"
    from leads l join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
      join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id left join users u on u.id = l.assigned_to
    where l.business_id = ${businessId} and l.id = any(${leadIds}::uuid[]) order by l.created_at, l.id`,
  )

export const listEnquiries = (db: Db, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select e.lead_id as lead, e.at, e.source, e.message, e.answers, e.consent, e.utm, e.click_ids as "clickIds",
      e.landing_page as "landingPage", e.referrer, e.raw as "asItCame", e.content_type as "contentType", f.name as form, k.name as "apiKey"
    from lead_enquiries e left join forms f on f.business_id = e.business_id and f.id = e.form_id
      left join api_keys k on k.business_id = e.business_id and k.id = e.key_id
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[]) order by e.at, e.id`,
  )

export const listComments = (db: Db, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select c.lead_id as lead, c.at, u.name as by, c.text from lead_comments c left join users u on u.id = c.user_id
    where c.business_id = ${businessId} and c.lead_id = any(${leadIds}::uuid[]) order by c.at, c.id`,
  )

export const listHistory = (db: Db, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select e.lead_id as lead, e.at, e.name as event, u.name as by, e.payload -> 'changes' as changes,
      nullif(e.personal - 'from', '{}') as details
    from events e left join users u on u.id = (e.actor ->> 'userId')::uuid
    where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[]) order by e.id`,
  )

const callsOf = (businessId: string, { leadIds, contacts }: Person) => sql`
  select id from calls where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])
  union select id from calls where business_id = ${businessId} and caller = any(${contacts}::text[])`

export const listCalls = (db: Db, businessId: string, person: Person) =>
  rowsOf(
    db,
    sql`select c.id, c.lead_id as lead, c.direction, c.caller, c.called, c.status, c.reason, c.started_at as "startedAt",
      c.answered_at as "answeredAt", c.ended_at as "endedAt", c.talk_s as "talkSeconds", u.name as "answeredBy",
      (select coalesce(jsonb_agg(jsonb_build_object('startedAt', a.started_at, 'kind', a.kind, 'outcome', a.outcome,
        'bridged', a.bridged) order by a.step, a.place), '[]') from call_attempts a
        where a.business_id = c.business_id and a.call_id = c.id) as attempts,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'at', p.received_at, 'report', p.payload)
        order by p.received_at, p.dedupe_key), '[]') from provider_events p
        where p.business_id = c.business_id and p.call_id = c.id) as reports
    from (${callsOf(businessId, person)}) own join calls c on c.business_id = ${businessId} and c.id = own.id
      left join users u on u.id = c.answered_by order by c.started_at, c.id`,
  )

type Sound = { call: string; file: string; startedAt: string; kind: string; seconds: number | null }
export const listSounds = (db: Db, businessId: string, person: Person) =>
  rowsOf<Sound>(
    db,
    sql`select r.call_id as call, r.file, c.started_at as "startedAt", r.kind, r.seconds
    from (${callsOf(businessId, person)}) own join recordings r on r.business_id = ${businessId} and r.call_id = own.id
      join calls c on c.business_id = ${businessId} and c.id = own.id
    where r.state = 'stored' and r.file is not null order by c.started_at, r.id`,
  )

/** Inbound texts and raw requests. */
export const listReports = (db: Db, businessId: string, { contacts }: Person) =>
  rowsOf(
    db,
    sql`select kind, received_at as at, payload as report from provider_events where business_id = ${businessId} and call_id is null
      and payload ->> 'From' = any(${contacts}::text[]) order by received_at`,
  )

export const listRequests = (db: Db, businessId: string, { leadIds }: Person) =>
  rowsOf(
    db,
    sql`select at, outcome, status, address, content_type as "contentType", raw as "asItCame" from payloads
    where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[]) order by at, id`,
  )

export const listBlocks = (db: Db, businessId: string, { contacts }: Person) =>
  rowsOf(
    db,
    sql`select phone, reason, created_at as "createdAt", expires_at as "expiresAt", blocked as "callsTurnedAway" from blacklist
    where business_id = ${businessId} and kind = 'number' and phone = any(${contacts}::text[]) order by created_at`,
  )

export const listInvitations = (db: Db, businessId: string, { contacts }: Person) =>
  rowsOf(
    db,
    sql`select email, phone, role, message, created_at as "createdAt", accepted_at as "acceptedAt", revoked_at as "revokedAt"
    from invitations where business_id = ${businessId}
      and (email = any(${contacts}::text[]) or phone = any(${contacts}::text[])) order by created_at, id`,
  )

export const listJoinRequests = (db: Db, businessId: string, { contacts }: Person) =>
  rowsOf(
    db,
    sql`select r.asked_at as "askedAt", r.note, r.outcome, r.decided_at as "decidedAt", r.reason
    from join_requests r join users u on u.id = r.user_id where r.business_id = ${businessId}
      and (u.email = any(${contacts}::text[]) or u.phone = any(${contacts}::text[])) order by r.asked_at`,
  )

/** Mails and SMS of the business to the person, by the worker’s role. */
export const listMessages = (db: Db, businessId: string, { contacts }: Person) =>
  rowsOf(
    db,
    sql`select channel, recipient, subject, body, created_at as "createdAt", sent_at as "sentAt", state from messages
    where business_id = ${businessId} and recipient = any(${contacts}::text[]) order by created_at, id`,
  )
