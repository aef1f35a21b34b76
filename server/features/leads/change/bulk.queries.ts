import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

/** The ids of those users who are active members of the business. */
export async function listActiveMembers(
  db: Db,
  businessId: string,
  userIds: readonly string[],
): Promise<{ id: string }[]> {
  if (!userIds.length) return []
  return db
    .selectFrom('memberships')
    .select('user_id as id')
    .where('business_id', '=', businessId)
    .where('user_id', '=', sql<string>`any(${[...new Set(userIds)]}::uuid[])`)
    .where('suspended_at', 'is', null)
    .execute()
}

export const listLiveCampaigns = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .selectFrom('campaigns')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
