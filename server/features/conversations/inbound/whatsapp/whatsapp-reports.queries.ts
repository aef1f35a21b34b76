import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../../../platform/db/db.ts'
import type { WhatsAppReport } from '../../../../providers/whatsapp/hooks.ts'
import type { CallerScreen } from '../../../numbers/routing.rules.ts'

/** A report as it is stored: `From` is the person's phone, for which an erasure searches. Empty: it was erased. */
export type StoredReport = { From?: string } & (
  | WhatsAppReport['content']
  | { kind: 'templates' }
  | { kind?: undefined }
)

type New = { connectionId: string; key: string; payload: StoredReport; now: Date }
/** Returns false if it was reported before. */
export async function insertReport(tx: Db, businessId: string, { connectionId, key, payload, now }: New) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_events')
    .values({
      business_id: businessId,
      connection_id: connectionId,
      dedupe_key: key,
      kind: 'whatsapp',
      payload: JSON.stringify(payload),
      received_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type OfReport = { connectionId: string; key: string }
export async function findReport(db: Db, businessId: string, { connectionId, key }: OfReport) {
  const [row] = await rowsOf<{ payload: StoredReport }>(
    db,
    sql`select payload from provider_events
      where business_id = ${businessId} and connection_id = ${connectionId} and dedupe_key = ${key}`,
  )
  return row?.payload
}

type Sender = { phone: string; campaignId: string | null }
/** The newest live lead of this phone: of a conversation by WhatsApp first, then in the number's campaign. */
export async function findLeadOfPhone(tx: Db, businessId: string, { phone, campaignId }: Sender) {
  const [row] = await rowsOf<{ leadId: string }>(
    tx,
    sql`select l.id as "leadId" from leads l
      where l.business_id = ${businessId} and l.deleted_at is null and l.erased_at is null
        and l.id in (select p.id from leads p where p.business_id = ${businessId} and p.phone = ${phone}
          union all select c.lead_id from lead_contacts c where c.business_id = ${businessId} and c.value = ${phone})
      order by exists (select from lead_messages m where m.business_id = l.business_id and m.lead_id = l.id
          and m.channel = 'whatsapp' and m.direction = 'in' and m.address = ${phone}) desc,
        l.campaign_id is not distinct from ${campaignId}::uuid desc, l.created_at desc, l.id limit 1`,
  )
  return row?.leadId
}

type Screened = { phone: string; campaignId: string | null; now: Date; screenCaller: CallerScreen | undefined }
/** Whether the sender is on the business's blacklist, and whether the business is closing. */
export async function findRefusals(tx: Db, businessId: string, { phone, campaignId, now, screenCaller }: Screened) {
  const campaign: RawBuilder<unknown> = sql`${campaignId}::uuid`
  const match = screenCaller?.(businessId, { caller: phone, campaignId: campaign, now })
  const [row] = await rowsOf<{ isRefused: boolean; isClosing: boolean }>(
    tx,
    sql`select ${match ? sql`exists (${match})` : sql`false`} as "isRefused",
      exists (select from businesses where business_id = ${businessId} and closes_at is not null) as "isClosing"`,
  )
  return row ?? { isRefused: false, isClosing: true }
}
