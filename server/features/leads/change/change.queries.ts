import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

/** Locks in the order of other changes of many leads. */
export const updateRead = (db: Db, businessId: string, ids: readonly string[], readAt: string | null) =>
  sql`update leads set read_at = ${readAt}::timestamptz where business_id = ${businessId} and id in (
    select id from leads where business_id = ${businessId} and id = any(${ids}::uuid[]) order by id for no key update)`.execute(
    db,
  )

/** Whether this user created the lead. */
export async function isCreatedBy(db: Db, businessId: string, { leadId, userId }: { leadId: string; userId: string }) {
  const { rows } = await sql`select from events where business_id = ${businessId} and lead_id = ${leadId}
    and name = 'lead.created' and actor ->> 'userId' = ${userId}::text limit 1`.execute(db)
  return rows.length > 0
}

type NewComment = { id: string; leadId: string; userId: string; text: string; at: string }
export const insertComment = (db: Db, businessId: string, { leadId, userId, ...comment }: NewComment) =>
  db
    .insertInto('lead_comments')
    .values({ business_id: businessId, lead_id: leadId, user_id: userId, ...comment })
    .execute()
