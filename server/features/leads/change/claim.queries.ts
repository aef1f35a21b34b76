import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

type Taking = { leadId: string; userId: string }
/**
 * Assigns a live lead that is nobody's to a member who reads their own leads of its campaign alone. One statement: of two
 * people at once the first has it. Says where the lead is; undefined: it stays as it was.
 */
export async function assignNobodysLead(db: Db, businessId: string, { leadId, userId }: Taking) {
  const { rows } = await sql<{ campaignId: string }>`
    update leads l set assigned_to = m.user_id, last_activity_at = now()
    from memberships m
    where l.business_id = ${businessId} and l.id = ${leadId} and l.assigned_to is null and l.deleted_at is null
      and m.business_id = l.business_id and m.user_id = ${userId} and m.suspended_at is null
      and reads_own_leads(l.business_id, m.user_id, l.campaign_id)
    returning l.campaign_id as "campaignId"`.execute(db)
  return rows[0]
}
