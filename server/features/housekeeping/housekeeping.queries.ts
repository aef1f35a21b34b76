import { sql } from 'kysely'
import { fixedPeriods, type RetentionUnit } from '#contract/retention.ts'
import type { Db } from '../../platform/db/db.ts'

/** Short statements: a long writing transaction delays the relay of all events. */
const CHUNK = 2_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const msOf = ({ unit, amount }: { unit: Exclude<RetentionUnit, 'months'>; amount: number }) =>
  amount * (unit === 'hours' ? HOUR_MS : DAY_MS)
/** How long a person's away state outlives their last open phone. */
const AWAY_HOURS = 12

type Rule = { table: string; isOld: (before: (ms: number) => string) => ReturnType<typeof sql<boolean>> }

/** Rows to delete, by table. */
const rules: Rule[] = [
  {
    table: 'sessions',
    isOld: (before) =>
      sql`least(expires_at, coalesce(revoked_at, expires_at)) < ${before(msOf(fixedPeriods.sessions))}`,
  },
  { table: 'phone_codes', isOld: (before) => sql`expires_at < ${before(msOf(fixedPeriods.codes))}` },
  { table: 'password_resets', isOld: (before) => sql`expires_at < ${before(msOf(fixedPeriods.codes))}` },
  { table: 'email_changes', isOld: (before) => sql`expires_at < ${before(msOf(fixedPeriods.codes))}` },
  ...['email_codes', 'second_steps', 'passkey_challenges', 'google_trips', 'google_arrivals'].map((table) => ({
    table,
    isOld: (before: (ms: number) => string) => sql<boolean>`expires_at < ${before(msOf(fixedPeriods.codes))}`,
  })),
  { table: 'attempts', isOld: (before) => sql`until < ${before(msOf(fixedPeriods.codes))}` },
  { table: 'idempotency_keys', isOld: (before) => sql`at < ${before(msOf(fixedPeriods.replies))}` },
  { table: 'messages', isOld: (before) => sql`created_at < ${before(msOf(fixedPeriods.messages))}` },
  { table: 'notifications', isOld: (before) => sql`created_at < ${before(msOf(fixedPeriods.notifications))}` },
  { table: 'blacklist', isOld: (before) => sql`expires_at < ${before(msOf(fixedPeriods.endedBlocks))}` },
  { table: 'softphones', isOld: (before) => sql`seen_at < ${before(AWAY_HOURS * HOUR_MS)}` },
  { table: 'ceiling_uses', isOld: (before) => sql`day < day_of(${before(msOf(fixedPeriods.uses))}::timestamptz)` },
  { table: 'outside_calls', isOld: (before) => sql`created_at < ${before(msOf(fixedPeriods.uses))}` },
  // Before their operations, because one operation may have very many rows.
  {
    table: 'operation_leads',
    isOld: (before) => sql`(business_id, operation_id) in (
      select business_id, id from operations where created_at < ${before(msOf(fixedPeriods.operations))})`,
  },
  { table: 'operations', isOld: (before) => sql`created_at < ${before(msOf(fixedPeriods.operations))}` },
]

/** For all tenants, by the worker's role; `before` returns the moment this many milliseconds ago. */
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
