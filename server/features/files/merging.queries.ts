import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type Way = { from: string; to: string }
/** Gives the files of a lead to another, deleted ones too. Returns their ids. */
export async function moveFiles(tx: Db, businessId: string, { from, to }: Way) {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update lead_files set lead_id = ${to} where business_id = ${businessId} and lead_id = ${from} returning id`,
  )
  return rows.map(({ id }) => id)
}

export const putBackFiles = (tx: Db, businessId: string, { from, to }: Way, ids: readonly string[]) =>
  sql`update lead_files set lead_id = ${from}
    where business_id = ${businessId} and lead_id = ${to} and id = any(${ids}::uuid[])`.execute(tx)
