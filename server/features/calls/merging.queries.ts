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

/** Marks the kept lead as not to be called if the other one is. Returns its id if it was not. */
export async function moveMark(tx: Db, businessId: string, { from, to }: Way) {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update leads k set do_not_call = true from leads o
      where k.business_id = ${businessId} and k.id = ${to} and not k.do_not_call
        and o.business_id = ${businessId} and o.id = ${from} and o.do_not_call returning k.id`,
  )
  return rows.map(({ id }) => id)
}

export const takeMarkBack = (tx: Db, businessId: string, ids: readonly string[]) =>
  sql`update leads set do_not_call = false where business_id = ${businessId} and id = any(${ids}::uuid[])`.execute(tx)
