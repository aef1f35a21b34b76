import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import type { Adopted } from '../numbers.queries.ts'

/** What stood at the provider when the number was last taken over or was to be. */
export async function findLastAdopted(
  db: Db,
  businessId: string,
  { connectionId, sid }: { connectionId: string; sid: string },
) {
  const [last] = await rowsOf<{ adopted: Adopted }>(
    db,
    sql`select adopted from number_orders
      where business_id = ${businessId} and connection_id = ${connectionId} and adopted->>'sid' = ${sid}
      order by created_at desc limit 1`,
  )
  return last?.adopted
}
