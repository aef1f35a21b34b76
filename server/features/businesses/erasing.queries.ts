import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { operatorsBooks } from './erasing.rules.ts'

/** Businesses due for erasure, by the worker's role. */
export async function listDue(db: Db, now: Date): Promise<string[]> {
  const due = await db
    .selectFrom('businesses')
    .select('business_id')
    .where('closes_at', '<=', now.toISOString())
    .execute()
  return due.map(({ business_id }) => business_id)
}

/** Locks a business due for erasure; no row if another process has it or it was reopened. */
export const lockDue = (tx: Db, businessId: string, now: Date) =>
  tx
    .selectFrom('businesses')
    .select('erasing_since as erasingSince')
    .where('business_id', '=', businessId)
    .where('closes_at', '<=', now.toISOString())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Begins the erasure, which cannot be undone: all members lose access, and all keys stop working. */
export async function updateErasing(tx: Db, businessId: string, now: Date) {
  const at = now.toISOString()
  await tx.updateTable('businesses').set({ erasing_since: at }).where('business_id', '=', businessId).execute()
  await tx
    .updateTable('users')
    .set({ last_business_id: null })
    .where('last_business_id', '=', businessId)
    .where('id', 'in', (eb) => eb.selectFrom('memberships').select('user_id').where('business_id', '=', businessId))
    .execute()
  await tx
    .updateTable('memberships')
    .set({ suspended_at: at })
    .where('business_id', '=', businessId)
    .where('suspended_at', 'is', null)
    .execute()
}

/** Every table with a `business_id` except the operator's books, from the catalogue, with the tables that it references. */
export async function listTables(db: Db): Promise<{ name: string; parents: string[] }[]> {
  const { rows } = await sql<{ name: string; parents: string[] }>`
    select c.relname as name, array(
      select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> f.conrelid) as parents
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname <> all(${[...operatorsBooks]}::text[]) order by c.relname`.execute(db)
  return rows
}

/** Deletes at most `most` rows of a table; returns how many. */
export async function deleteRows(tx: Db, businessId: string, { table, most }: { table: string; most: number }) {
  const name = sql.table(table)
  const { numAffectedRows } = await sql`delete from ${name}
    where ctid = any(array(select ctid from ${name} where business_id = ${businessId} limit ${most}))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
