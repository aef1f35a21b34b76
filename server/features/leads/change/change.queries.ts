import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

/** Locks the leads in the order of their ids, as other changes of many leads do, so that they cannot deadlock. */
export const updateRead = (db: Db, businessId: string, ids: readonly string[], readAt: string | null) =>
  sql`update leads set read_at = ${readAt}::timestamptz where business_id = ${businessId} and id in (
    select id from leads where business_id = ${businessId} and id = any(${ids}::uuid[]) order by id for no key update)`.execute(
    db,
  )

export type ReadMark = { id: string; campaignId: string; readAt: string | null; deletedAt: string | null }
export const lockReadMarks = (db: Db, businessId: string, ids: readonly string[]): Promise<ReadMark[]> =>
  db
    .selectFrom('leads')
    .select(['id', 'campaign_id as campaignId', 'read_at as readAt', 'deleted_at as deletedAt'])
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Sets a separate time for each lead. The caller has locked the leads. */
export const updateReadMarks = (db: Db, businessId: string, marks: readonly Pick<ReadMark, 'id' | 'readAt'>[]) =>
  sql`update leads l set read_at = r."readAt"
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as r(id uuid, "readAt" timestamptz)
    where l.business_id = ${businessId} and l.id = r.id`.execute(db)

/** Whether this user created the lead. */
export async function isCreatedBy(db: Db, businessId: string, { leadId, userId }: { leadId: string; userId: string }) {
  const { rows } = await sql`select from events where business_id = ${businessId} and lead_id = ${leadId}
    and name = 'lead.created' and actor ->> 'userId' = ${userId}::text limit 1`.execute(db)
  return rows.length > 0
}
