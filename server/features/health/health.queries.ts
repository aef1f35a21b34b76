import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Fails where the database does not answer. */
export const findNothing = (db: Db) => sql`select 1`.execute(db)
