import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

export type Subject = {
  leadId: string
  leadName: string
  doNotCall: boolean
  phone: string | null
  email: string | null
  furtherContacts: string[]
  campaignId: string
  assignedTo: string | null
  isLeadGone: boolean
  isClosing: boolean
  businessName: string
  businessPhone: string | null
  businessEmail: string | null
  lastInboundAt: string | null
  automationsToday: number
  isAtProvider: boolean
}
type Asked = { now: Date }
/** The lead to which a message goes, and its business. Undefined: the lead does not exist. */
export const findSubject = async (db: Db, businessId: string, { leadId, now }: Asked & { leadId: string }) =>
  (await listSubjects(db, businessId, { leadIds: [leadId], now }))[0]

/** The same for many leads. */
export const listSubjects = (db: Db, businessId: string, { leadIds, now }: Asked & { leadIds: readonly string[] }) =>
  rowsOf<Subject>(
    db,
    sql`select l.id as "leadId", l.name as "leadName", l.do_not_call as "doNotCall", l.phone, l.email, l.campaign_id as "campaignId", l.assigned_to as "assignedTo",
      coalesce((select array_agg(c.value) from lead_contacts c where c.business_id = l.business_id and c.lead_id = l.id), '{}')
        as "furtherContacts",
      l.deleted_at is not null or l.erased_at is not null as "isLeadGone", b.closes_at is not null as "isClosing",
      coalesce(b.brand_name, b.name) as "businessName", b.phone as "businessPhone", b.email as "businessEmail",
      (select m.at from lead_messages m where m.business_id = l.business_id and m.lead_id = l.id and m.direction = 'in'
        order by m.id desc limit 1) as "lastInboundAt",
      (select count(*)::int from lead_messages m where m.business_id = l.business_id and m.lead_id = l.id
        and m.origin = 'automation' and m.state in ('sending', 'sent', 'delivered', 'read', 'unknown')
        and m.state_at > ${now.toISOString()}::timestamptz - interval '1 day') as "automationsToday",
      exists (select from virtual_numbers n join connections x on x.business_id = n.business_id and x.id = n.connection_id
        where n.business_id = l.business_id and n.campaign_id = l.campaign_id and n.state = 'active'
          and x.provider <> 'local') as "isAtProvider"
    from leads l join businesses b on b.business_id = l.business_id
    where l.business_id = ${businessId} and l.id = any(${leadIds}::uuid[])`,
  )

export type Line = { phone: string; connectionId: string }
/**
 * The number from which text messages to the lead are sent: the one to which the lead wrote last, else the one that the
 * business chose, else the campaign's oldest. `phone`: only this one.
 */
export async function findLine(
  db: Db,
  businessId: string,
  { campaignId, leadId, phone = null }: { campaignId: string; leadId: string; phone?: string | null },
) {
  const [row] = await rowsOf<Line>(
    db,
    sql`select n.phone, n.connection_id as "connectionId" from virtual_numbers n
      left join notification_settings s on s.business_id = n.business_id and s.sms_number_id = n.id
      where n.business_id = ${businessId} and n.sms
        and (n.state = 'active' or (n.state = 'paused' and s.sms_number_id is not null))
        and (n.phone = ${phone} or (${phone}::text is null and (n.campaign_id = ${campaignId} or s.sms_number_id is not null)))
      order by (select max(m.id::text) from lead_messages m where m.business_id = n.business_id and m.lead_id = ${leadId}
        and m.direction = 'in' and m.sender = n.phone) desc nulls last, s.sms_number_id is not null desc, n.created_at, n.id limit 1`,
  )
  return row
}

type Pair = { leadId: string; address: string; sender: string }
/** When the person last wrote to this number of ours by WhatsApp. */
export async function findLastByWhatsApp(db: Db, businessId: string, { leadId, address, sender }: Pair) {
  const [row] = await rowsOf<{ at: string }>(
    db,
    sql`select at from lead_messages where business_id = ${businessId} and lead_id = ${leadId} and channel = 'whatsapp'
      and direction = 'in' and address = ${address} and sender = ${sender} order by id desc limit 1`,
  )
  return row?.at ?? null
}

export const findMemberEmail = async (db: Db, userId: string) =>
  (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email
