import { sql } from 'kysely'
import type { WhatsAppFailure } from '#contract/leads/messages/whatsapp.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

export type WhatsAppSettings = {
  wabaId: string
  /** In E.164. */
  phone: string
  name: string
  /** The business's own app at Meta, and not the installation's. */
  isOwnApp: boolean
  campaignId: string | null
  /** The end of the token, and when it is to be renewed; null: never. */
  expiresAt: string | null
  renewAt: string | null
  /** Why messages do not arrive here; null: they do. */
  hookFailure: { words: string; at: string } | null
}

export type WhatsAppRow = {
  id: string
  businessId: string
  /** The id of the number at Meta. */
  account: string
  settings: WhatsAppSettings
  /** Sealed. */
  secrets: { token?: string; appSecret?: string }
  state: 'active' | 'failing'
  since: string
  lastSuccessAt: string | null
  failedAt: string | null
  failure: WhatsAppFailure | null
  error: string | null
  isGone: boolean
}
const rows = sql`select id, business_id as "businessId", account, settings, secrets, state, created_at as since,
    last_success_at as "lastSuccessAt", failed_at as "failedAt", failure, error, deleted_at is not null as "isGone"
  from connections`

/** The connected number of a business. */
export async function findOfBusiness(db: Db, businessId: string) {
  const [row] = await rowsOf<WhatsAppRow>(
    db,
    sql`${rows} where business_id = ${businessId} and provider = 'whatsapp' and deleted_at is null`,
  )
  return row
}

/** Also one that was disconnected. Runs as the worker's role, because a hook's address names the connection alone. */
export async function findById(workerDb: Db, id: string) {
  const [row] = await rowsOf<WhatsAppRow>(workerDb, sql`${rows} where id = ${id}::uuid and provider = 'whatsapp'`)
  return row
}

/** Live connections that are looked after by now: each at times, and soon again while messages do not arrive here. Runs as the worker's role. */
export const listDue = (workerDb: Db, { now, checkedBefore, soon }: { now: Date; checkedBefore: Date; soon: Date }) =>
  rowsOf<Pick<WhatsAppRow, 'id' | 'businessId'> & { mustRenew: boolean }>(
    workerDb,
    sql`select id, business_id as "businessId", coalesce(settings ->> 'renewAt' <= ${now.toISOString()}, false) as "mustRenew"
      from connections where provider = 'whatsapp' and deleted_at is null
        and (settings ->> 'renewAt' <= ${now.toISOString()} or checked_at is null or checked_at < ${checkedBefore.toISOString()}
          or (jsonb_typeof(settings -> 'hookFailure') = 'object' and checked_at < ${soon.toISOString()}))
      order by checked_at nulls first limit 50`,
  )

export const updateChecked = (db: Db, businessId: string, id: string, at: Date) =>
  live(db, businessId, id).set({ checked_at: at.toISOString() }).execute()

/** Right after Meta accepted the account. */
export const updateAccepted = (db: Db, businessId: string, id: string, at: Date) =>
  live(db, businessId, id).set({ last_success_at: at.toISOString(), failed_at: null, failure: null }).execute()

export const updateSettings = (db: Db, businessId: string, id: string, changes: Partial<WhatsAppSettings>) =>
  live(db, businessId, id)
    .set({ settings: sql`settings || ${JSON.stringify(changes)}::jsonb` })
    .execute()

type Token = { id: string; sealed: string; settings: Pick<WhatsAppSettings, 'expiresAt' | 'renewAt'> }
export const updateToken = (db: Db, businessId: string, { id, sealed, settings }: Token) =>
  live(db, businessId, id)
    .set({
      settings: sql`settings || ${JSON.stringify(settings)}::jsonb`,
      secrets: sql`secrets || ${JSON.stringify({ token: sealed })}::jsonb`,
    })
    .execute()

const live = (db: Db, businessId: string, id: string) =>
  db
    .updateTable('connections')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)

/** When something of the account last arrived. */
export async function findLastReceived(db: Db, businessId: string, connectionId: string) {
  const [row] = await rowsOf<{ at: string | null }>(
    db,
    sql`select max(received_at) as at from provider_events
      where business_id = ${businessId} and connection_id = ${connectionId} and kind = 'whatsapp'`,
  )
  return row?.at ?? null
}

export async function findCampaign(db: Db, businessId: string, campaignId: string | null) {
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`select id from campaigns where business_id = ${businessId} and deleted_at is null
      ${campaignId === null ? sql`` : sql`and id = ${campaignId}::uuid`} order by created_at, id limit 1`,
  )
  return row?.id ?? null
}
