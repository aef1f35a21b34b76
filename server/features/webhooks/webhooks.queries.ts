import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { NewWebhook, PauseReason, Webhook } from '#contract/webhooks/webhooks.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type WebhookRow = Webhook & { keyId: string | null; secret: string; language: Language }

/** Waiting deliveries are counted up to this number. */
const COUNTED_MAX = 10_000
const webhooksOf = (businessId: string) => sql`
  select w.id as "_id", w.name, w.url, w.types, w.campaign_ids as "campaignIds", w.paused_at as "pausedAt",
    w.pause_reason as "pauseReason", w.created_at as "createdAt", u.name as "createdBy", w.last_success_at as "lastSuccessAt",
    w.failing_since as "failingSince", w.last_failure as "lastFailure", w.old_secret_until as "oldSecretUntil",
    w.key_id as "keyId", w.secret, w.language,
    (select count(*)::int from (select from webhook_deliveries d where d.business_id = w.business_id and d.webhook_id = w.id
      and d.state = 'waiting' limit ${COUNTED_MAX}) d) as waiting
  from webhooks w left join users u on u.id = w.created_by
  where w.business_id = ${businessId}`

/** `keyId`: only those that this key made. */
export const listWebhooks = (db: Db, businessId: string, keyId: string | undefined) =>
  rowsOf<WebhookRow>(
    db,
    sql`${webhooksOf(businessId)} ${keyId ? sql`and w.key_id = ${keyId}` : sql``} order by w.created_at, w.id`,
  )

export async function findWebhook(db: Db, businessId: string, id: string) {
  const [row] = await rowsOf<WebhookRow>(db, sql`${webhooksOf(businessId)} and w.id = ${id}`)
  return row
}

/** Serializes changes of a business's webhooks. */
export const lockWebhooks = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' webhooks', 0))`.execute(tx)

type New = NewWebhook & {
  id: string
  secret: string
  language: Language
  createdBy: string | null
  keyId: string | null
  at: Date
}
export const insertWebhook = (tx: Db, businessId: string, wanted: New) =>
  tx
    .insertInto('webhooks')
    .values({
      ...{ business_id: businessId, id: wanted.id, name: wanted.name, url: wanted.url, types: wanted.types },
      ...{ campaign_ids: wanted.campaignIds, language: wanted.language, secret: wanted.secret },
      ...{ created_by: wanted.createdBy, key_id: wanted.keyId, created_at: wanted.at.toISOString() },
    })
    .execute()

type Patch = {
  name?: string
  url?: string
  types?: string[]
  campaign_ids?: string[] | null
  secret?: string
  old_secret?: string
  old_secret_until?: string
  paused_at?: string | null
  pause_reason?: PauseReason | null
}
export const updateWebhook = (tx: Db, businessId: string, id: string, patch: Patch) =>
  tx.updateTable('webhooks').set(patch).where('business_id', '=', businessId).where('id', '=', id).execute()

/** As if nothing had failed yet. */
export const resetFailures = (tx: Db, businessId: string, id: string) =>
  sql`update webhooks set failures = 0, failing_since = null, rests_until = '-infinity'
    where business_id = ${businessId} and id = ${id}`.execute(tx)

export const deleteWebhook = (tx: Db, businessId: string, id: string) =>
  tx.deleteFrom('webhooks').where('business_id', '=', businessId).where('id', '=', id).execute()
