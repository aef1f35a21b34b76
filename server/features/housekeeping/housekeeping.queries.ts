import { type RawBuilder, sql } from 'kysely'
import type { RetentionUnit } from '#contract/retention.ts'
import type { Db } from '../../platform/db/db.ts'

/** Short statements: a long writing transaction delays the relay of all events. */
const CHUNK = 2_000
const HOUR_MS = 3_600_000
const HOURS = { hours: 1, days: 24 } as const

/**
 * A table whose rows are deleted once `period` has passed since the time in `column`, or since the moment that `isOld`
 * compares with.
 */
export type RetainedTable = {
  table: string
  period: { unit: Exclude<RetentionUnit, 'months'>; amount: number }
} & ({ column: string } | { isOld: (before: string) => RawBuilder<boolean> })

/** Deletes expired rows of all tenants, in the order of the tables. Runs as the worker's role. */
export async function deleteOldRows(db: Db, tables: readonly RetainedTable[], now: Date) {
  for (const { table, period, ...rule } of tables) {
    const before = new Date(now.getTime() - period.amount * HOURS[period.unit] * HOUR_MS).toISOString()
    const isOld = 'isOld' in rule ? rule.isOld(before) : sql<boolean>`${sql.ref(rule.column)} < ${before}`
    await deleteInChunks(db, table, isOld)
  }
}

async function deleteInChunks(db: Db, table: string, condition: RawBuilder<boolean>) {
  const name = sql.table(table)
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${name}
      where ctid = any(array(select ctid from ${name} where ${condition} limit ${CHUNK}))`.execute(db)
    if ((numAffectedRows ?? 0n) < CHUNK) return
  }
}
