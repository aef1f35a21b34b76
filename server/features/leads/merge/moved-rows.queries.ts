import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import type { Merge } from './merge-part.ts'

/** Tables whose rows belong to a lead and follow it into the kept one as they are. */
export type MovedTable = 'lead_files' | 'follow_ups' | 'lead_messages' | 'meetings'

/** Gives the rows of a merged lead to the kept one. Returns their ids. */
export async function moveRows(tx: Db, businessId: string, { from, to }: Merge, table: MovedTable) {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update ${sql.table(table)} set lead_id = ${to} where business_id = ${businessId} and lead_id = ${from} returning id`,
  )
  return rows.map(({ id }) => id)
}

export const putBackRows = (
  tx: Db,
  businessId: string,
  { from, to, ids }: Merge & { ids: readonly string[] },
  table: MovedTable,
) =>
  sql`update ${sql.table(table)} set lead_id = ${from}
    where business_id = ${businessId} and lead_id = ${to} and id = any(${ids}::uuid[])`.execute(tx)
