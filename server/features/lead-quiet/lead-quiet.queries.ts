import { sql } from 'kysely'
import type { LeadQuiet } from '#contract/working-hours/quiet-terms.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

/** Changes of a business's settings wait for each other. */
export const lockQuiet = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`quiet for leads ${businessId}`}, 0))`.execute(tx)

type Stored = { settings: LeadQuiet; version: number }
export async function findQuiet(db: Db, businessId: string) {
  const [row] = await rowsOf<Stored>(
    db,
    sql`select settings, version from lead_quiet where business_id = ${businessId}`,
  )
  return row
}

export const upsertQuiet = (tx: Db, businessId: string, { settings, version }: Stored) =>
  sql`insert into lead_quiet (business_id, settings, version)
    values (${businessId}, ${JSON.stringify(settings)}::json, ${version})
    on conflict (business_id) do update set settings = excluded.settings, version = excluded.version`.execute(tx)
