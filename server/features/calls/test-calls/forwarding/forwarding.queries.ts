import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../../platform/db/db.ts'

type Which = { numberId: string; phone: string }

/** The latest first; those without a call last. */
export const listForwards = (db: Db, businessId: string, numberId: string) =>
  rowsOf<{ phone: string; lastAt: string | null }>(
    db,
    sql`select phone, last_at as "lastAt" from number_forwards
      where business_id = ${businessId} and number_id = ${numberId}
      order by last_at desc nulls last, created_at, phone`,
  )

/** False: it is entered already, or there are too many. */
export async function insertForward(tx: Db, businessId: string, { numberId, phone, most }: Which & { most: number }) {
  const rows = await rowsOf(
    tx,
    sql`insert into number_forwards (business_id, number_id, phone)
      select ${businessId}, ${numberId}, ${phone}
      where (select count(*) from number_forwards where business_id = ${businessId} and number_id = ${numberId}) < ${most}
      on conflict do nothing returning phone`,
  )
  return rows.length > 0
}

export async function deleteForward(tx: Db, businessId: string, { numberId, phone }: Which) {
  const rows = await rowsOf(
    tx,
    sql`delete from number_forwards where business_id = ${businessId} and number_id = ${numberId} and phone = ${phone}
      returning phone`,
  )
  return rows.length > 0
}
