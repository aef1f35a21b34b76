import { sql } from 'kysely'
import { actsEverywhere, type Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'

/** What a person may read: business → its campaigns, null for all of them. */
export type View = ReadonlyMap<string, ReadonlySet<string> | null>

/**
 * What each of these sessions may read, by the worker's role: one read for all streams that are open in a process. Of a
 * business that asks for a second factor a session without one reads nothing.
 */
export async function listViews(db: Db, sessionIds: string[]): Promise<Map<string, View>> {
  const { rows } = await sql<{ sessionId: string; businessId: string; role: Role; campaignIds: string[] }>`
    select s.id as "sessionId", m.business_id as "businessId", m.role, array(select c.campaign_id from campaign_members c
      where c.business_id = m.business_id and c.user_id = m.user_id order by c.campaign_id) as "campaignIds"
    from sessions s join memberships m on m.user_id = s.user_id join businesses b on b.business_id = m.business_id
    where s.id = any(${sessionIds}) and m.suspended_at is null
      and (s.second_factor is not null or not b.requires_two_factor)`.execute(db)
  const views = new Map(sessionIds.map((sessionId) => [sessionId, new Map<string, ReadonlySet<string> | null>()]))
  for (const { sessionId, businessId, role, campaignIds } of rows) {
    views.get(sessionId)?.set(businessId, actsEverywhere(role) ? null : new Set(campaignIds))
  }
  return views
}

/** Those of these sessions that have not ended. */
export async function listLivingSessions(db: Db, sessionIds: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .execute()
  return new Set(rows.map(({ id }) => id))
}
