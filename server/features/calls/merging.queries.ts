import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type Way = { from: string; to: string }
/** Gives the calls of a lead to another. Each remembers the lead that had it first. Returns their ids. */
export async function moveCalls(tx: Db, businessId: string, { from, to }: Way) {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update calls set lead_id = ${to}, merged_from = coalesce(merged_from, lead_id)
      where business_id = ${businessId} and lead_id = ${from} returning id`,
  )
  return rows.map(({ id }) => id)
}

export const putBackCalls = (tx: Db, businessId: string, { from, to }: Way, ids: readonly string[]) =>
  sql`update calls set lead_id = ${from}, merged_from = nullif(merged_from, ${from})
    where business_id = ${businessId} and lead_id = ${to} and id = any(${ids}::uuid[])`.execute(tx)
