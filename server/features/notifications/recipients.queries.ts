import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { EventName } from '#contract/events.ts'
import type { Db } from '../../platform/db/db.ts'

export type ToldEvent = {
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
  mailTo: string[]
  smsTo: string[]
}

/** Of these events those whose campaign has recipients, with what is said of them. By the worker's role. */
export async function listEventsWithRecipients(db: Db, businessId: string, eventIds: string[]) {
  const { rows } = await sql<ToldEvent>`
    select e.id, e.name, e.campaign_id as "campaignId", l.id as "leadId", l.name as "leadName", l.phone as "leadPhone",
      l.email as "leadEmail", coalesce(q.source, l.source) as source, q.message, c.name as "campaignName",
      b.name as "businessName", c.email_notifications as "mailTo", c.sms_notifications as "smsTo"
    from events e
      join businesses b on b.business_id = e.business_id
      join campaigns c on c.business_id = e.business_id and c.id = e.campaign_id
      join leads l on l.business_id = e.business_id and l.id = e.lead_id
      left join lead_enquiries q on q.business_id = e.business_id and q.id = (e.payload ->> 'enquiryId')::uuid
    where e.business_id = ${businessId} and e.id = any(${eventIds})
      and cardinality(c.email_notifications) + cardinality(c.sms_notifications) > 0`.execute(db)
  return rows
}

type Sent = { mail: number; sms: number }
/** How many messages the business has put on their way since a moment. */
export async function countMessages(db: Db, businessId: string, since: Date): Promise<Sent> {
  const { rows } = await sql<Sent>`
    select count(*) filter (where channel = 'mail') as mail, count(*) filter (where channel = 'sms') as sms
    from messages where business_id = ${businessId} and created_at > ${since.toISOString()}::timestamptz`.execute(db)
  return rows[0] ?? { mail: 0, sms: 0 }
}

/** The languages of those recipients who are members, by e-mail address and by phone. */
export async function listLanguages(db: Db, businessId: string, recipients: string[]): Promise<Map<string, Language>> {
  const people = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'u.phone', 'u.language'])
    .$narrowType<{ language: Language }>()
    .where('m.business_id', '=', businessId)
    .where('m.suspended_at', 'is', null)
    .where((eb) => eb.or([eb('u.email', 'in', recipients), eb('u.phone', 'in', recipients)]))
    .execute()
  return new Map(
    people.flatMap(({ email, phone, language }) => [email, phone].flatMap((key) => (key ? [[key, language]] : []))),
  )
}
