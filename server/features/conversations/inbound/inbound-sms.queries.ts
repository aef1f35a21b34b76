import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { CallerScreen } from '../../numbers/routing.rules.ts'

type Report = { connectionId: string; key: string; form: Record<string, string>; now: Date }
/** Returns false if the SMS was reported before. */
export async function insertSmsReport(tx: Db, businessId: string, { connectionId, key, form, now }: Report) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_events')
    .values({
      business_id: businessId,
      connection_id: connectionId,
      dedupe_key: key,
      kind: 'sms',
      payload: JSON.stringify(form),
      received_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Line = {
  connectionId: string
  /** The called number and the sender's phone. */
  called: string
  sender: string
  now: Date
  screenCaller: CallerScreen | undefined
}
/** Finds the campaign of the number, which may have none or be released, and whether the sender is refused. */
export async function findSmsRoute(
  tx: Db,
  businessId: string,
  { connectionId, called, sender, now, screenCaller }: Line,
) {
  const match = screenCaller?.(businessId, { caller: sender, campaignId: sql`n.campaign_id`, now })
  const { rows } = await sql<{ campaignId: string | null; isRefused: boolean }>`
    select n.campaign_id as "campaignId", ${match ? sql`exists (${match})` : sql`false`} as "isRefused"
    from virtual_numbers n
    where n.business_id = ${businessId} and n.connection_id = ${connectionId}::uuid and n.phone = ${called}
      and not exists (select from businesses o where o.business_id = n.business_id and o.closes_at is not null)
    order by n.created_at desc limit 1`.execute(tx)
  return rows[0]
}

/** The newest live lead of this phone that has a conversation by SMS, in the number's campaign before others. */
export async function findLeadOfConversation(
  tx: Db,
  businessId: string,
  { campaignId, phone, called }: { campaignId: string | null; phone: string; called: string },
) {
  const { rows } = await sql<{ leadId: string; campaignId: string; assignedTo: string | null }>`
    select l.id as "leadId", l.campaign_id as "campaignId", l.assigned_to as "assignedTo"
    from lead_messages m join leads l on l.business_id = m.business_id and l.id = m.lead_id
    where m.business_id = ${businessId} and m.address = ${phone} and m.channel = 'sms' and l.deleted_at is null
      and (l.campaign_id = ${campaignId} or m.sender = ${called})
    order by l.campaign_id is not distinct from ${campaignId} desc, m.id desc limit 1`.execute(tx)
  return rows[0]
}
