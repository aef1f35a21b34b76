import { type RawBuilder, sql } from 'kysely'
import type { DeliveryType } from '#contract/webhooks/webhook-types.ts'
import type { DeliveryState, DeliveryTry, PauseReason } from '#contract/webhooks/webhooks.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import { DOWN_AFTER } from './sending.rules.ts'

/** Ids and changes of an event. */
export type Facts = {
  callId?: string
  enquiryId?: string
  meetingId?: string
  messageId?: string
  leadIds?: string[]
  changes?: Record<string, [unknown, unknown]>
}
export type Heard = {
  businessId: string
  eventId: string
  campaignId: string
  leadId: string | null
  type: DeliveryType
  facts: Facts
  at: string
}
/** Whether a person made the webhook `w`, or a key that exists, is enabled and has not ended. A replaced key keeps its id. */
const isAllowedAt = (at: RawBuilder<unknown>) => sql`(w.key_id is null or exists (select from api_keys k
  where k.business_id = w.business_id and k.id = w.key_id and k.is_active and (k.expires_at is null or k.expires_at > ${at})))`

/** Keeps the events that webhooks ask for, in their order. */
export const insertDeliveries = (tx: Db, heard: readonly Heard[]) =>
  sql`
    insert into webhook_deliveries (business_id, webhook_id, event_id, type, lead_id, facts, happened_at)
    select w.business_id, w.id, n."eventId", n.type, l.id, n.facts, n.at
    from rows from (jsonb_to_recordset(${JSON.stringify(heard)}::jsonb) as ("businessId" uuid, "eventId" uuid,
        "campaignId" uuid, "leadId" uuid, type text, facts jsonb, at timestamptz)) with ordinality
      as n("businessId", "eventId", "campaignId", "leadId", type, facts, at, place)
      join webhooks w on w.business_id = n."businessId" and n.type = any(w.types)
        and (w.campaign_ids is null or n."campaignId" = any(w.campaign_ids))
        and ${isAllowedAt(sql`n.at`)}
      join businesses b on b.business_id = n."businessId" and b.closes_at is null
      left join leads l on l.business_id = n."businessId" and l.id = n."leadId"
    where n."leadId" is null or l.id is not null
    order by n.place on conflict do nothing`.execute(tx)

type Added = Omit<Heard, 'campaignId'> & { webhookId: string; body?: string; state?: DeliveryState }
/** A delivery that no event caused. */
export const insertDelivery = (tx: Db, { businessId, webhookId, eventId, leadId, type, facts, at, ...more }: Added) =>
  tx
    .insertInto('webhook_deliveries')
    .values({
      ...{ business_id: businessId, webhook_id: webhookId, event_id: eventId, lead_id: leadId, type },
      ...{ facts: JSON.stringify(facts), happened_at: at, ...more },
    })
    .execute()

const unwritten = sql`d.body is null and d.state = 'waiting'`

/** Businesses that have bodies to be written, in the order of their ids after one: each gets its turn. */
export async function listUnwrittenBusinesses(db: Db, { after, most }: { after: string; most: number }) {
  const rows = await rowsOf<{ businessId: string }>(
    db,
    sql`select business_id as "businessId" from (select distinct d.business_id from webhook_deliveries d where ${unwritten}) d
      order by business_id <= ${after}::uuid, business_id limit ${most}`,
  )
  return rows.map(({ businessId }) => businessId)
}

export type Unwritten = {
  webhookId: string
  webhookName: string
  eventId: string
  type: DeliveryType
  leadId: string | null
  facts: Facts
  /** The part of the changes that holds personal data. */
  personalChanges: Facts['changes'] | null
  happenedAt: string
  language: 'he' | 'en'
}
export const listUnwritten = (db: Db, businessId: string, most: number) =>
  rowsOf<Unwritten>(
    db,
    sql`select d.webhook_id as "webhookId", w.name as "webhookName", d.event_id as "eventId", d.type, d.lead_id as "leadId", d.facts,
        e.personal->'changes' as "personalChanges", d.happened_at as "happenedAt", w.language
      from webhook_deliveries d join webhooks w on w.business_id = d.business_id and w.id = d.webhook_id
        left join events e on e.business_id = d.business_id and e.id = d.event_id
      where d.business_id = ${businessId} and ${unwritten} order by d.seq limit ${most}`,
  )

type Written = {
  webhookId: string
  eventId: string
  /** Null: what it is about is gone, so it is not sent. */
  body: string | null
  /** It could not be written; a replay writes it again. */
  isFailed: boolean
}
/** Writes bodies that no other process wrote meanwhile. */
export const putBodies = (db: Db, businessId: string, written: readonly Written[]) =>
  sql`
    with n as (select * from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
        as r("webhookId" uuid, "eventId" uuid, body text, "isFailed" boolean)),
      gone as (delete from webhook_deliveries d using n where d.business_id = ${businessId} and d.webhook_id = n."webhookId"
        and d.event_id = n."eventId" and ${unwritten} and n.body is null and not n."isFailed")
    update webhook_deliveries d set body = n.body, state = case when n."isFailed" then 'failed' else d.state end
    from n where d.business_id = ${businessId} and d.webhook_id = n."webhookId" and d.event_id = n."eventId"
      and ${unwritten} and (n.body is not null or n."isFailed")`.execute(db)

export type DueDelivery = {
  businessId: string
  webhookId: string
  eventId: string
  body: string
  /** Tries that the receiver refused although it was up. */
  refusals: number
  url: string
  secret: string
  oldSecret: string | null
  oldSecretUntil: string | null
  /** Of the webhook, in a row. */
  failures: number
} & Held
/** How the delivery stood when its request began. */
type Held = {
  heldState: DeliveryState
  /** The end of its lease. */
  heldUntil: string
}
const sendColumns = sql`d.business_id as "businessId", d.webhook_id as "webhookId", d.event_id as "eventId", d.body, d.refusals,
  w.url, w.secret, w.old_secret as "oldSecret", w.old_secret_until as "oldSecretUntil", w.failures,
  d.state as "heldState", d.leased_until::text as "heldUntil"`

type Take = { now: Date; leaseUntil: Date /** At once. */; ofWebhook: number; most: number }
/**
 * Leases deliveries that are due. Of a lead only the earliest that waits; of a receiver that is down, one; and the first of
 * each business before the second of another.
 */
export const takeDue = (db: Db, { now, leaseUntil, ofWebhook, most }: Take) => {
  const at = sql`${now.toISOString()}::timestamptz`
  const isDue = sql`d.state = 'waiting' and d.body is not null and d.due_at <= ${at} and d.leased_until <= ${at}`
  return rowsOf<DueDelivery>(
    db,
    sql`
    with free as (
      select w.business_id, w.id, w.served_at, case when w.failures >= ${DOWN_AFTER} then 1 else ${ofWebhook}::int end
        - (select count(*)::int from webhook_deliveries d where d.business_id = w.business_id and d.webhook_id = w.id
          and d.state = 'waiting' and d.leased_until > ${at}) as places
      from webhooks w join businesses b on b.business_id = w.business_id and b.closes_at is null
      where w.paused_at is null and w.rests_until <= ${at} and ${isAllowedAt(at)}
        and exists (select from webhook_deliveries d where d.business_id = w.business_id and d.webhook_id = w.id and ${isDue})
    ), chosen as (
      select f.business_id, f.id, n.event_id,
        row_number() over (partition by f.business_id order by f.served_at, n.seq) as turn, f.served_at
      from free f cross join lateral (
        select d.event_id, d.seq from webhook_deliveries d where d.business_id = f.business_id and d.webhook_id = f.id and ${isDue}
          and not exists (select from webhook_deliveries e where e.business_id = d.business_id and e.lead_id = d.lead_id
            and e.webhook_id = d.webhook_id and e.state = 'waiting' and e.seq < d.seq)
        order by d.seq limit greatest(f.places, 0)) n
      order by turn, f.served_at limit ${most}
    ), served as (
      update webhooks w set served_at = ${at} from chosen c where w.business_id = c.business_id and w.id = c.id
    ), taken as (
      update webhook_deliveries d set leased_until = ${leaseUntil.toISOString()}, tries = d.tries + 1 from chosen c
      where d.business_id = c.business_id and d.webhook_id = c.id and d.event_id = c.event_id and ${isDue}
      returning d.*
    )
    select ${sendColumns} from taken d join webhooks w on w.business_id = d.business_id and w.id = d.webhook_id`,
  )
}

/** A delivery as it is sent, whether or not it is due. */
export async function findToSend(db: Db, businessId: string, { webhookId, eventId }: Which) {
  const [row] = await rowsOf<DueDelivery>(
    db,
    sql`select ${sendColumns} from webhook_deliveries d join webhooks w on w.business_id = d.business_id and w.id = d.webhook_id
      where d.business_id = ${businessId} and d.webhook_id = ${webhookId} and d.event_id = ${eventId}`,
  )
  return row
}

const LOG_MAX = 20
type Which = { webhookId: string; eventId: string }
type Noted = Which & Held & { state: DeliveryState; dueAt: Date; tried: DeliveryTry; refusals: number }
/** Logs a try. If the delivery was dropped, sent again or leased by another process meanwhile, nothing else changes. */
export async function noteTry(tx: Db, businessId: string, { webhookId, eventId, tried, ...noted }: Noted) {
  const isThis = sql`business_id = ${businessId} and webhook_id = ${webhookId} and event_id = ${eventId}`
  await sql`update webhook_deliveries
    set log = jsonb_path_query_array(${JSON.stringify([tried])}::jsonb || log, ${`$[0 to ${LOG_MAX - 1}]`}::jsonpath)
    where ${isThis}`.execute(tx)
  const { state, dueAt, refusals, heldState, heldUntil } = noted
  await sql`update webhook_deliveries set state = ${state}, due_at = ${dueAt.toISOString()}, leased_until = '-infinity',
      refusals = ${refusals}
    where ${isThis} and state = ${heldState} and leased_until = ${heldUntil}::timestamptz`.execute(tx)
}

export const noteSuccess = (tx: Db, businessId: string, id: string, at: Date) =>
  sql`update webhooks set failures = 0, failing_since = null, rests_until = '-infinity', last_success_at = ${at.toISOString()}
    where business_id = ${businessId} and id = ${id}`.execute(tx)

/** The receiver is back: what waits for a further try is tried now. */
export const tryWaitingNow = (tx: Db, businessId: string, id: string, at: Date) =>
  sql`update webhook_deliveries set due_at = ${at.toISOString()} where business_id = ${businessId} and webhook_id = ${id}
    and state = 'waiting' and due_at > ${at.toISOString()}`.execute(tx)

type Failed = { tried: DeliveryTry; at: Date; restsUntil: Date }
/** Since when every try failed; undefined: it is paused or deleted by now. */
export async function noteFailure(tx: Db, businessId: string, id: string, { tried, at, restsUntil }: Failed) {
  const [row] = await rowsOf<{ name: string; failingSince: string }>(
    tx,
    sql`update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, ${at.toISOString()}),
        last_failure = ${JSON.stringify(tried)}::jsonb, rests_until = ${restsUntil.toISOString()}
      where business_id = ${businessId} and id = ${id} and paused_at is null
      returning name, failing_since as "failingSince"`,
  )
  return row
}

type Pause = { reason: PauseReason; at: Date }
export const pauseWebhook = (tx: Db, businessId: string, id: string, { reason, at }: Pause) =>
  sql`update webhooks set paused_at = ${at.toISOString()}, pause_reason = ${reason}
    where business_id = ${businessId} and id = ${id}`.execute(tx)

/** What waited while it failed has all its tries again. */
export const resetRefusals = (tx: Db, businessId: string, id: string) =>
  sql`update webhook_deliveries set refusals = 0 where business_id = ${businessId} and webhook_id = ${id}
    and state = 'waiting'`.execute(tx)
