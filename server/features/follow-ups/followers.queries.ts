import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'

type Follower = { role: Role; ownLeadsOnly: boolean; campaignRoles: Record<string, Role> }
/** An active member's place in the team. */
export async function findFollower(db: Db, businessId: string, userId: string) {
  const { rows } = await sql<Follower>`
    select m.role, b.own_leads_only as "ownLeadsOnly", coalesce((select jsonb_object_agg(p.campaign_id, p.role)
      from campaign_members p where p.business_id = m.business_id and p.user_id = m.user_id), '{}') as "campaignRoles"
    from memberships m join businesses b on b.business_id = m.business_id
    where m.business_id = ${businessId} and m.user_id = ${userId} and m.suspended_at is null`.execute(db)
  return rows[0]
}
