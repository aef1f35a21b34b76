import { sql } from 'kysely'
import type { CallStatus } from '#contract/calls/call-statuses.ts'
import type { EventName } from '#contract/events/catalogue.ts'
import type { Db } from '../../platform/db/db.ts'

export type NotifiedCall = { status: CallStatus; isCutOff: boolean; called: string; startedAt: string }
export type NotifiedEvent = {
  id: string
  name: EventName
  campaignId: string
  leadId: string
  leadName: string
  leadPhone: string | null
  leadEmail: string | null
  source: string
  message: string | null
  campaignName: string
  businessName: string
  /** Set only for the event that a call ended. */
  call: NotifiedCall | null
  /** Whether the call created the lead: it is the first call of a lead whose source is a call. */
  isNewLead: boolean
  assignedTo: string | null
  authorId: string | null
  mailTo: string[]
  smsTo: string[]
}

type EventsInput = {
  eventIds: string[]
  /** If set, events whose campaign lists no address are returned, too. */
  isAll: boolean
}
/** The events whose campaign has recipients, with their content, except those of erased leads. Runs as the worker's role. */
export async function listEventsWithRecipients(db: Db, businessId: string, { eventIds, isAll }: EventsInput) {
  const { rows } = await sql<NotifiedEvent>`
    select e.id, e.name, e.campaign_id as "campaignId", l.id as "leadId", l.name as "leadName", l.phone as "leadPhone",
      l.email as "leadEmail", coalesce(q.source, l.source) as source, q.message, c.name as "campaignName",
      b.name as "businessName", c.email_notifications as "mailTo", c.sms_notifications as "smsTo",
      l.assigned_to as "assignedTo", (e.actor ->> 'userId')::uuid as "authorId",
      case when k.id is not null then jsonb_build_object('status', e.payload ->> 'status',
        'isCutOff', e.payload @> '{"isCutOff": true}', 'called', k.called,
        'startedAt', k.started_at) end as call,
      k.id is not null and not exists (select from calls o
          where o.business_id = k.business_id and o.lead_id = l.id and o.id < k.id)
        and exists (select from events n where n.business_id = l.business_id and n.lead_id = l.id
          and n.name = 'lead.created' and n.actor ? 'system' and n.payload ->> 'source' = 'call') as "isNewLead"
    from events e
      join businesses b on b.business_id = e.business_id
      join campaigns c on c.business_id = e.business_id and c.id = e.campaign_id
      join leads l on l.business_id = e.business_id and l.id = e.lead_id
      left join lead_enquiries q on q.business_id = e.business_id and q.id = (e.payload ->> 'enquiryId')::uuid
      left join calls k on e.name = 'call.ended' and k.business_id = e.business_id
        and k.id = (e.payload ->> 'callId')::uuid
    where e.business_id = ${businessId} and e.id = any(${eventIds}) and l.erased_at is null
      and (${isAll} or cardinality(c.email_notifications) + cardinality(c.sms_notifications) > 0)`.execute(db)
  return rows
}

type Sent = { mail: number; sms: number }
/** Counts messages about leads that were queued since this moment. Only these messages have a key. */
export async function countMessages(db: Db, businessId: string, since: Date): Promise<Sent> {
  const { rows } = await sql<Sent>`
    select count(*) filter (where channel = 'mail') as mail, count(*) filter (where channel = 'sms') as sms
    from messages where business_id = ${businessId} and created_at > ${since.toISOString()}::timestamptz
      and dedupe_key is not null and refusal is null`.execute(db)
  return rows[0] ?? { mail: 0, sms: 0 }
}
