import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

type Claim = { leadId: string; userId: string }
/**
 * Assigns an unassigned live lead to a member who is restricted to their own leads. One statement, so the first of two
 * concurrent claims wins. Undefined: nothing changed.
 */
export async function assignIfUnassigned(db: Db, businessId: string, { leadId, userId }: Claim) {
  const { rows } = await sql<{ campaignId: string }>`
    update leads l set assigned_to = m.user_id, last_activity_at = now()
    from memberships m
    where l.business_id = ${businessId} and l.id = ${leadId} and l.assigned_to is null and l.deleted_at is null
      and m.business_id = l.business_id and m.user_id = ${userId} and m.suspended_at is null
      and reads_own_leads(l.business_id, m.user_id, l.campaign_id)
    returning l.campaign_id as "campaignId"`.execute(db)
  return rows[0]
}
