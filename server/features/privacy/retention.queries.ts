import { sql } from 'kysely'
import type { ClockName } from '#contract/retention.ts'
import type { Db } from '../../platform/db/db.ts'

export const listClocks = (db: Db, businessId: string) =>
  db
    .selectFrom('retention_clocks')
    .select(['clock', 'amount'])
    .where('business_id', '=', businessId)
    .$narrowType<{ clock: ClockName }>()
    .execute()

export const upsertClocks = (db: Db, businessId: string, wanted: readonly { clock: ClockName; amount: number }[]) =>
  db
    .insertInto('retention_clocks')
    .values(wanted.map((one) => ({ business_id: businessId, ...one })))
    .onConflict((conflict) => conflict.columns(['business_id', 'clock']).doUpdateSet({ amount: sql`excluded.amount` }))
    .execute()

/** Retention periods that differ from the standard, of all businesses. Runs as the worker’s role. */
export const listAllClocks = (db: Db) =>
  db
    .selectFrom('retention_clocks')
    .select(['business_id as businessId', 'clock', 'amount'])
    .$narrowType<{ clock: ClockName }>()
    .execute()

const CHUNK = 2_000
/** Businesses with this period, or all without their own. */
export type Kept = { before: string; of: string[] } | { before: string; allBut: string[] }

const theirs = (kept: Kept) =>
  'of' in kept ? sql`business_id = any(${kept.of}::uuid[])` : sql`business_id <> all(${kept.allBut}::uuid[])`

type Rule = { table: string; isOver: (before: string) => ReturnType<typeof sql<boolean>> }
/** Tables whose rows are deleted. */
export const rowsOver: Record<'payloads' | 'textReports' | 'callReports' | 'newcomers', Rule[]> = {
  payloads: [{ table: 'payloads', isOver: (before) => sql`at < ${before}::timestamptz` }],
  textReports: [
    { table: 'provider_events', isOver: (before) => sql`kind = 'sms' and received_at < ${before}::timestamptz` },
  ],
  callReports: [
    { table: 'provider_events', isOver: (before) => sql`kind <> 'sms' and received_at < ${before}::timestamptz` },
  ],
  newcomers: [
    { table: 'join_requests', isOver: (before) => sql`decided_at < ${before}::timestamptz` },
    {
      table: 'invitations',
      isOver: (before) => sql`coalesce(accepted_at, revoked_at, expires_at) < ${before}::timestamptz`,
    },
  ],
}

export async function deleteOver(db: Db, { table, isOver }: Rule, kept: Kept) {
  const name = sql.table(table)
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${name} where ctid = any(array(
      select ctid from ${name} where ${isOver(kept.before)} and ${theirs(kept)} limit ${CHUNK}))`.execute(db)
    if ((numAffectedRows ?? 0n) < CHUNK) return
  }
}

type Old = { before: string }
/** Personal data of invitations and join requests in events. */
export const forgetNewcomers = (db: Db, businessId: string, { before }: Old) =>
  sql`update events set personal = case when personal ? 'from' then jsonb_build_object('from', personal -> 'from') end
    where business_id = ${businessId} and (name = 'member.invited' or name like 'invitation.%' or name like 'join.%')
      and at < ${before}::timestamptz and personal is not null and personal - 'from' <> '{}'`.execute(db)

/** IP address and device in events. */
export const forgetTraces = (db: Db, businessId: string, { before }: Old) =>
  sql`update events set personal = nullif(personal - 'from', '{}')
    where business_id = ${businessId} and at < ${before}::timestamptz and personal ? 'from'`.execute(db)

/** By the worker's role. */
export const listBusinesses = (db: Db) => db.selectFrom('businesses').select('business_id as businessId').execute()
