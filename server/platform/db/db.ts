import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/** The database as one role sees it, or a transaction on it. */
export type Db = Kysely<DB>

/** Runs `work` in the current transaction, else in a new one. */
export const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** Rows of a statement, typed as `T`. */
export async function rowsOf<T = Record<string, unknown>>(db: Db, statement: RawBuilder<unknown>): Promise<T[]> {
  const { rows } = await sql<T>`${statement}`.execute(db)
  return rows
}
