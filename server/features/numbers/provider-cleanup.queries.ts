import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Lease } from '../../platform/jobs/due-work.ts'
import type { Adopted } from './numbers.queries.ts'

/**
 * Records the provider resources of a business before its rows are erased: numbers, recordings and unsettled orders.
 * Runs as the worker's role; idempotent.
 */
export const insertCleanupTasks = (db: Db, businessId: string) =>
  sql`
    insert into provider_cleanup_tasks (connection_id, provider, account_sid, auth_token, kind, sid, phone, adopted)
    select c.id, c.provider, c.account, coalesce(c.secrets->>'authToken', ''), r.kind, r.sid, r.phone, r.adopted
    from connections c join (
      select connection_id, 'number' as kind, provider_sid as sid, phone, adopted from virtual_numbers
        where business_id = ${businessId} and state in ('active', 'paused', 'releasing')
      -- What is to be adopted is the account's already: it is never looked for to be released.
      union all select connection_id, case when adopted is null then 'order' else 'number' end,
        coalesce(adopted->>'sid', phone), phone, adopted from number_orders
        where business_id = ${businessId} and state = 'ordering'
      union all select k.connection_id, 'recording', s.provider_sid, null, null from recordings s
        join calls k on k.business_id = s.business_id and k.id = s.call_id
        where s.business_id = ${businessId} and s.released_at is null and s.state <> 'absent'
    ) r on r.connection_id = c.id
    where c.business_id = ${businessId} and (c.provider = 'local' or (c.provider = 'twilio' and c.secrets ? 'authToken'))
    on conflict do nothing`.execute(db)

export type CleanupTask = {
  id: string
  connectionId: string
  provider: 'twilio' | 'local'
  accountSid: string
  /** Encrypted; empty for the built-in exchange. */
  authToken: string
  kind: 'number' | 'order' | 'recording'
  sid: string
  phone: string | null
  /** Set: the number is given back as it stood, and remains in the account. */
  adopted: Adopted | null
  /** Number of attempts, including the current one. */
  tries: number
}
/** Leases due tasks, longest waiting first. */
export async function takeDueCleanupTasks(db: Db, { now, leaseUntil, most }: Lease) {
  const { rows } = await sql<CleanupTask>`
    update provider_cleanup_tasks set tries = tries + 1, due_at = ${leaseUntil.toISOString()}
    where id in (select id from provider_cleanup_tasks where due_at <= ${now.toISOString()}
      order by due_at limit ${most} for update skip locked)
    returning id, connection_id as "connectionId", provider, account_sid as "accountSid", auth_token as "authToken", kind,
      sid, phone, adopted, tries`.execute(db)
  return rows
}

export const deleteCleanupTask = (db: Db, id: string) =>
  db.deleteFrom('provider_cleanup_tasks').where('id', '=', id).execute()

export const postponeCleanupTask = (db: Db, id: string, at: Date) =>
  db.updateTable('provider_cleanup_tasks').set({ due_at: at.toISOString() }).where('id', '=', id).execute()

/** The account of a connection that was erased with its business, as long as resources remain to be released there. */
export const findCleanupAccount = (db: Db, connectionId: string) =>
  db
    .selectFrom('provider_cleanup_tasks')
    .select(['provider', 'account_sid as accountSid', 'auth_token as authToken'])
    .$narrowType<{ provider: 'twilio' | 'local' }>()
    .where('connection_id', '=', connectionId)
    .limit(1)
    .executeTakeFirst()
