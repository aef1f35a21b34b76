import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Lease } from '../../platform/jobs/due-work.ts'

/** Lists content that is about to be stored, to be removed at this time unless a row of lead_files has it by then. */
export const insertRemoval = (db: Db, fileId: string, dueAt: Date) =>
  sql`insert into file_removals (id, due_at) values (${fileId}, ${dueAt.toISOString()})`.execute(db)

export type DueRemoval = { id: string; tries: number; dueAt: string; isKept: boolean }
/** Leases due removals, of all tenants. `isKept`: a row has the file. */
export async function takeRemovals(db: Db, { now, leaseUntil, most }: Lease): Promise<DueRemoval[]> {
  const { rows } = await sql<DueRemoval>`
    update file_removals r set tries = least(tries + 1, 30), due_at = ${leaseUntil.toISOString()}
    where id in (select id from file_removals where due_at <= ${now.toISOString()}
      order by due_at limit ${most} for update skip locked)
    returning r.id, r.tries, r.due_at as "dueAt", exists (select from lead_files f where f.id = r.id) as "isKept"`.execute(
    db,
  )
  return rows
}

/** Not if it was listed once more meanwhile. */
export const deleteRemoval = (db: Db, { id, dueAt }: DueRemoval) =>
  sql`delete from file_removals where id = ${id} and due_at = ${dueAt}`.execute(db)

export const updateDue = (db: Db, { id, dueAt }: DueRemoval, at: Date) =>
  sql`update file_removals set due_at = ${at.toISOString()} where id = ${id} and due_at = ${dueAt}`.execute(db)
