import { sql } from 'kysely'
import { actsEverywhere, type Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { campaignsOfOwn } from '../access/access.rules.ts'

/**
 * What a person may read in each business; null means all campaigns. In the campaigns in `own`, they read only their
 * own leads.
 */
export type View = ReadonlyMap<string, Sight | null>
export type Sight = { campaigns: ReadonlySet<string>; own: ReadonlySet<string> }
type ViewRow = {
  sessionId: string
  businessId: string
  role: Role
  ownLeadsOnly: boolean
  campaignRoles: Record<string, Role>
}

/**
 * Reads what each of these sessions may read: one query, as the worker's role, for all open streams of a process. A
 * session without a second factor reads nothing of a business that requires one.
 */
export async function listViews(db: Db, sessionIds: string[]): Promise<Map<string, View>> {
  const { rows } = await sql<ViewRow>`
    select s.id as "sessionId", m.business_id as "businessId", m.role, b.own_leads_only as "ownLeadsOnly",
      coalesce((select jsonb_object_agg(c.campaign_id, c.role) from campaign_members c
        where c.business_id = m.business_id and c.user_id = m.user_id), '{}') as "campaignRoles"
    from sessions s join memberships m on m.user_id = s.user_id join businesses b on b.business_id = m.business_id
    where s.id = any(${sessionIds}) and m.suspended_at is null
      and (s.second_factor is not null or not b.requires_two_factor)`.execute(db)
  const views = new Map(sessionIds.map((sessionId) => [sessionId, new Map<string, Sight | null>()]))
  for (const row of rows) {
    views.get(row.sessionId)?.set(row.businessId, actsEverywhere(row.role) ? null : sightOf(row))
  }
  return views
}

function sightOf({ campaignRoles, ...row }: ViewRow): Sight {
  const roles = new Map(Object.entries(campaignRoles))
  return { campaigns: new Set(roles.keys()), own: new Set(campaignsOfOwn({ ...row, campaignRoles: roles })) }
}

/** The current assignees of these leads, of any business. Runs as the worker's role. */
export async function listAssignees(db: Db, leads: readonly { businessId: string; leadId: string }[]) {
  const { rows } = await sql<{ id: string; assignedTo: string | null }>`
    select l.id, l.assigned_to as "assignedTo"
    from unnest(${leads.map(({ businessId }) => businessId)}::uuid[], ${leads.map(({ leadId }) => leadId)}::uuid[])
      wanted(business_id, id) join leads l using (business_id, id)`.execute(db)
  return new Map(rows.map(({ id, assignedTo }) => [id, assignedTo]))
}

/** The sessions among these that have neither expired nor been revoked. */
export async function listActiveSessions(db: Db, sessionIds: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .execute()
  return new Set(rows.map(({ id }) => id))
}
