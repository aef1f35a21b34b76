import { sql } from 'kysely'
import type { MailFailure, MailServer } from '#contract/leads/messages/channels.ts'
import type { WhatsAppFailure } from '#contract/leads/messages/whatsapp.ts'
import type { Db } from '../../platform/db/db.ts'

export type MailRow = {
  id: string
  settings: MailServer
  /** Sealed. */
  secrets: { password?: string }
  state: 'active' | 'failing'
  since: string
  lastSuccessAt: string | null
  failedAt: string | null
  failure: MailFailure | null
  error: string | null
}
/** The connected mail server. */
export async function findMailServer(db: Db, businessId: string): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`select id, settings, secrets, state, created_at as since,
      last_success_at as "lastSuccessAt", failed_at as "failedAt", failure, error
    from connections where business_id = ${businessId} and provider = 'smtp' and deleted_at is null`.execute(db)
  return rows[0]
}

const ofServer = (db: Db, businessId: string, id: string) =>
  db
    .updateTable('connections')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)

/** At most one write a minute, unless it failed before. */
export const updateSuccess = (db: Db, businessId: string, id: string, at: Date) =>
  ofServer(db, businessId, id)
    .set({ state: 'active', error: null, failure: null, failed_at: null, last_success_at: at.toISOString() })
    .where((on) =>
      on.or([
        on('state', '=', 'failing'),
        on('last_success_at', 'is', null),
        on('last_success_at', '<', new Date(at.getTime() - 60_000).toISOString()),
      ]),
    )
    .execute()

type Failed = { reason: MailFailure | WhatsAppFailure; words: string; at: Date }
export const updateFailure = (db: Db, businessId: string, id: string, { reason, words, at }: Failed) =>
  ofServer(db, businessId, id)
    .set({ state: 'failing', error: words, failure: reason, failed_at: at.toISOString() })
    .execute()

export type SmsNumberRow = { _id: string; phone: string; label: string; state: 'active' | 'paused' }
/** The business's numbers that can send text messages. */
export async function listSmsNumbers(db: Db, businessId: string) {
  const { rows } = await sql<SmsNumberRow>`select id as "_id", phone, label, state from virtual_numbers
    where business_id = ${businessId} and sms and state in ('active', 'paused') order by created_at, id`.execute(db)
  return rows
}

export async function findSmsSettings(db: Db, businessId: string) {
  const { rows } = await sql<{ numberId: string | null; name: string | null; phone: string | null }>`
    select s.sms_number_id as "numberId", s.sms_sender as name, n.phone from notification_settings s
      left join virtual_numbers n on n.business_id = s.business_id and n.id = s.sms_number_id
    where s.business_id = ${businessId}`.execute(db)
  return rows[0] ?? { numberId: null, name: null, phone: null }
}

export const upsertSmsNumber = (tx: Db, businessId: string, numberId: string | null) =>
  tx
    .insertInto('notification_settings')
    .values({ business_id: businessId, sms_number_id: numberId })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet({ sms_number_id: numberId }))
    .execute()

/** When the last text message to a lead was sent. Runs as the worker's role. */
export async function findLastSmsToLead(workerDb: Db, businessId: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`select max(sent_at) as at from messages
    where business_id = ${businessId} and channel = 'sms' and is_to_lead and state = 'sent'`.execute(workerDb)
  return rows[0]?.at ?? null
}
