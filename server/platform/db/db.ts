import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** The database as some role sees it, or a transaction on it. */
export type Db = Kysely<DB>

/** Runs `work` in the current transaction, else in a new one. */
export const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)
