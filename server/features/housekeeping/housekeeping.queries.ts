import { sql } from 'kysely'
import { OPERATION_DAYS } from '#contract/operations.ts'
import type { Db } from '../../platform/db/db.ts'

/** Short statements: a writing transaction that lasts holds everybody's events back. */
const CHUNK = 2_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long an ended session is remembered, so that an old refresh token still revokes its family. */
const SESSION_DAYS = 7
const IDEMPOTENCY_HOURS = 24
const MESSAGE_DAYS = 30
const NOTIFICATION_DAYS = 90
const PAYLOAD_DAYS = 30
const ENDED_ENTRY_DAYS = 30

type Rule = { table: string; isOld: (before: (ms: number) => string) => ReturnType<typeof sql<boolean>> }

/** What may go, table by table. */
const rules: Rule[] = [
  {
    table: 'sessions',
    isOld: (before) => sql`least(expires_at, coalesce(revoked_at, expires_at)) < ${before(SESSION_DAYS * DAY_MS)}`,
  },
  { table: 'phone_codes', isOld: (before) => sql`expires_at < ${before(DAY_MS)}` },
  { table: 'password_resets', isOld: (before) => sql`expires_at < ${before(DAY_MS)}` },
  { table: 'email_changes', isOld: (before) => sql`expires_at < ${before(DAY_MS)}` },
  { table: 'attempts', isOld: (before) => sql`until < ${before(DAY_MS)}` },
  { table: 'idempotency_keys', isOld: (before) => sql`at < ${before(IDEMPOTENCY_HOURS * HOUR_MS)}` },
  { table: 'messages', isOld: (before) => sql`created_at < ${before(MESSAGE_DAYS * DAY_MS)}` },
  { table: 'notifications', isOld: (before) => sql`created_at < ${before(NOTIFICATION_DAYS * DAY_MS)}` },
  { table: 'payloads', isOld: (before) => sql`at < ${before(PAYLOAD_DAYS * DAY_MS)}` },
  { table: 'blacklist', isOld: (before) => sql`expires_at < ${before(ENDED_ENTRY_DAYS * DAY_MS)}` },
  // Before the operations that they belong to: one of them may have very many.
  {
    table: 'operation_leads',
    isOld: (before) => sql`(business_id, operation_id) in (
      select business_id, id from operations where created_at < ${before(OPERATION_DAYS * DAY_MS)})`,
  },
  { table: 'operations', isOld: (before) => sql`created_at < ${before(OPERATION_DAYS * DAY_MS)}` },
]

/** Of all tenants, by the worker's role; `before` says which moment lies so many milliseconds back. */
export async function deleteOldRows(db: Db, before: (ms: number) => string) {
  for (const { table, isOld } of rules) await deleteInChunks(db, table, isOld(before))
}

async function deleteInChunks(db: Db, table: string, condition: ReturnType<typeof sql<boolean>>) {
  const name = sql.table(table)
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${name}
      where ctid = any(array(select ctid from ${name} where ${condition} limit ${CHUNK}))`.execute(db)
    if ((numAffectedRows ?? 0n) < CHUNK) return
  }
}
