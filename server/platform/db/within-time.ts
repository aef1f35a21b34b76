import { sql } from 'kysely'
import { AppError } from '../http/errors.ts'
import type { Db } from './db.ts'

const QUERY_CANCELED = '57014'

/** Runs reads with a time limit: each statement fails with `query_too_heavy` after this many milliseconds. */
export const withinTime = <T>(db: Db, ms: number, read: (tx: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .execute(async (tx) => {
      const [, found] = await Promise.all([
        sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx),
        read(tx),
      ])
      return found
    })
    .catch((error: { code?: unknown }) => {
      throw error.code === QUERY_CANCELED ? new AppError('query_too_heavy') : error
    })
