import { type RawBuilder, sql } from 'kysely'
import { eventNames, eventOf } from '#contract/events/catalogue.ts'
import type { RetentionName } from '#contract/retention.ts'
import type { Db } from '../../platform/db/db.ts'

export const listRetentionPeriods = (db: Db, businessId: string) =>
  db
    .selectFrom('retention_periods')
    .select(['kind as clock', 'amount'])
    .where('business_id', '=', businessId)
    .$narrowType<{ clock: RetentionName }>()
    .execute()

export const upsertRetentionPeriods = (
  db: Db,
  businessId: string,
  wanted: readonly { clock: RetentionName; amount: number }[],
) =>
  db
    .insertInto('retention_periods')
    .values(wanted.map(({ clock, amount }) => ({ business_id: businessId, kind: clock, amount })))
    .onConflict((conflict) => conflict.columns(['business_id', 'kind']).doUpdateSet({ amount: sql`excluded.amount` }))
    .execute()

/** Retention periods of all businesses that differ from the default. Runs as the worker’s role. */
export const listAllRetentionPeriods = (db: Db) =>
  db
    .selectFrom('retention_periods')
    .select(['business_id as businessId', 'kind as clock', 'amount'])
    .$narrowType<{ clock: RetentionName }>()
    .execute()

const CHUNK = 2_000
/** The businesses with this period, or all businesses except those with their own. */
export type RetentionPeriod = { before: string; of: string[] } | { before: string; allBut: string[] }

const theirs = (kept: RetentionPeriod) =>
  'of' in kept ? sql`business_id = any(${kept.of}::uuid[])` : sql`business_id <> all(${kept.allBut}::uuid[])`

type Rule = { table: string } & ({ column: string } | { isOld: (before: string) => RawBuilder<boolean> })
/** A table whose rows are deleted after a retention period that businesses can set, as in `RetainedTable`. */
export type TableRetainedAsSet = Rule & { period: RetentionName }

export async function deleteExpired(db: Db, { table, ...rule }: Rule, kept: RetentionPeriod) {
  const name = sql.table(table)
  const isOld = 'isOld' in rule ? rule.isOld(kept.before) : sql`${sql.ref(rule.column)} < ${kept.before}::timestamptz`
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${name} where ctid = any(array(
      select ctid from ${name} where ${isOld} and ${theirs(kept)} limit ${CHUNK}))`.execute(db)
    if ((numAffectedRows ?? 0n) < CHUNK) return
  }
}

const eventsOfPendingMembers = eventNames.filter((name) =>
  ['invitation', 'request'].includes(eventOf(name)?.subject?.kind ?? ''),
)

type Old = { before: string }
/** Erases personal data of invitations and join requests in events. */
export const deleteTracesOfPendingMembers = (db: Db, businessId: string, { before }: Old) =>
  sql`update events set personal = case when personal ? 'from' then jsonb_build_object('from', personal -> 'from') end
    where business_id = ${businessId} and name = any(${eventsOfPendingMembers})
      and at < ${before}::timestamptz and personal is not null and personal - 'from' <> '{}'`.execute(db)

/** Erases IP address and device in events. */
export const deleteTraces = (db: Db, businessId: string, { before }: Old) =>
  sql`update events set personal = nullif(personal - 'from', '{}')
    where business_id = ${businessId} and at < ${before}::timestamptz and personal ? 'from'`.execute(db)

/** All businesses. Runs as the worker's role. */
export const listBusinesses = (db: Db) => db.selectFrom('businesses').select('business_id as businessId').execute()
