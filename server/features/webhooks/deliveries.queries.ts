import { sql } from 'kysely'
import type { DeliveryDetails, DeliveryState } from '#contract/webhooks/webhooks.ts'
import { mentions } from '../../platform/db/contact-match.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

/** `isNext`: no earlier one of its lead waits. */
export type DeliveryRow = Omit<DeliveryDetails, 'lastTry' | 'nextTryAt' | 'body'> & {
  dueAt: string | null
  isNext: boolean
}
const columns = sql`d.event_id as "_id", d.type, d.lead_id as "leadId", d.happened_at as "happenedAt", d.state, d.tries,
  case when isfinite(d.due_at) then d.due_at end as "dueAt", d.log,
  not exists (select from webhook_deliveries e where e.business_id = d.business_id and e.lead_id = d.lead_id
    and e.webhook_id = d.webhook_id and e.state = 'waiting' and e.seq < d.seq) as "isNext"`

type Page = {
  webhookId: string
  state: DeliveryState | undefined
  leadId: string | undefined
  before: string | undefined
  limit: number
}
export const listDeliveries = (db: Db, businessId: string, { webhookId, state, leadId, before, limit }: Page) => {
  const ofWebhook = sql`business_id = ${businessId} and webhook_id = ${webhookId}`
  return rowsOf<DeliveryRow>(
    db,
    sql`select ${columns} from webhook_deliveries d where d.business_id = ${businessId} and d.webhook_id = ${webhookId}
      ${state ? sql`and d.state = ${state}` : sql``} ${leadId ? sql`and d.lead_id = ${leadId}` : sql``}
      ${
        before
          ? sql`and (d.happened_at, d.event_id) < (select happened_at, event_id from webhook_deliveries
              where ${ofWebhook} and event_id = ${before})`
          : sql``
      }
      order by d.happened_at desc, d.event_id desc limit ${limit}`,
  )
}

type Which = { webhookId: string; eventId: string }
export async function findDelivery(db: Db, businessId: string, { webhookId, eventId }: Which) {
  const [row] = await rowsOf<DeliveryRow & { body: string | null }>(
    db,
    sql`select ${columns}, d.body from webhook_deliveries d
      where d.business_id = ${businessId} and d.webhook_id = ${webhookId} and d.event_id = ${eventId}`,
  )
  return row
}

type Some = { webhookId: string; eventIds: readonly string[] }
const again = sql`update webhook_deliveries set state = 'waiting', refusals = 0, due_at = '-infinity',
  leased_until = '-infinity'`
/** Sends these again; those that wait are tried now, also those that are being sent: what is answered to that no longer counts. */
export async function replaySome(tx: Db, businessId: string, { webhookId, eventIds }: Some): Promise<number> {
  const { numAffectedRows } = await sql`${again} where business_id = ${businessId} and webhook_id = ${webhookId}
    and event_id = any(${eventIds}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

type All = { webhookId: string; state: DeliveryState; since: string }
export async function replayAll(tx: Db, businessId: string, { webhookId, state, since }: All): Promise<number> {
  const { numAffectedRows } = await sql`${again} where business_id = ${businessId} and webhook_id = ${webhookId}
    and state = ${state} and happened_at >= ${since}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export const dropWaiting = (tx: Db, businessId: string, webhookId: string) =>
  sql`update webhook_deliveries set state = 'dropped' where business_id = ${businessId} and webhook_id = ${webhookId}
    and state = 'waiting'`.execute(tx)

/** Deliveries are deleted with the person, also those of calls without a lead that name a contact. */
export async function eraseDeliveries(
  tx: Db,
  businessId: string,
  { leadIds, matchTexts }: { leadIds: readonly string[]; matchTexts: readonly string[] },
) {
  await sql`delete from webhook_deliveries where business_id = ${businessId}
    and (lead_id = any(${leadIds}::uuid[]) or ${mentions(sql`body`, matchTexts)})`.execute(tx)
}

/** What was sent of a person, and where to. */
export const listDeliveriesOfPerson = (
  { db }: { db: Db },
  businessId: string,
  { leadIds }: { leadIds: readonly string[] },
) =>
  rowsOf(
    db,
    sql`select d.lead_id as lead, w.name as webhook, d.type, d.happened_at as at, d.state, d.body as sent
      from webhook_deliveries d join webhooks w on w.business_id = d.business_id and w.id = d.webhook_id
      where d.business_id = ${businessId} and d.lead_id = any(${leadIds}::uuid[]) order by d.seq`,
  )
