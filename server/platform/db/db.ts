import type { Kysely } from 'kysely'
import type { DB } from './schema.gen.ts'

/** The database as some role sees it, or a transaction on it. */
export type Db = Kysely<DB>
