import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

type Claim = { leadId: string; userId: string }
/**
 * Whether the lead is unassigned and not in the trash, and the user is an active member who reads only their own leads
 * in its campaign.
 */
export async function canClaim(db: Db, businessId: string, { leadId, userId }: Claim): Promise<boolean> {
  const { rows } = await sql`
    select from leads l join memberships m on m.business_id = l.business_id and m.user_id = ${userId}
    where l.business_id = ${businessId} and l.id = ${leadId} and l.assigned_to is null and l.deleted_at is null
      and m.suspended_at is null and reads_own_leads_only(l.business_id, m.user_id, l.campaign_id)`.execute(db)
  return rows.length > 0
}
