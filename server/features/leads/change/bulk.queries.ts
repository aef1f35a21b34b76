import { sql } from 'kysely'
import { actsEverywhere, type Role } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Changeable } from './bulk.rules.ts'

type Values = { id: string } & Changeable
/** Gives each lead its values; says which revision each has now. `isActivity`: somebody did something about the leads. */
export async function updateLeadsEach(db: Db, businessId: string, leads: Values[], isActivity: boolean) {
  const { rows } = await sql<{ id: string; revision: number }>`
    update leads l set status_id = r."statusId", assigned_to = r."assignedTo", tags = r.tags,
      lost_reason = r."lostReason", first_response_at = r."firstResponseAt", deleted_at = r."deletedAt",
      last_activity_at = case when ${isActivity} then now() else l.last_activity_at end
    from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as r(id uuid, "statusId" uuid, "assignedTo" uuid, tags text[],
      "lostReason" text, "firstResponseAt" timestamptz, "deletedAt" timestamptz)
    where l.business_id = ${businessId} and l.id = r.id returning l.id, l.revision`.execute(db)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** Where a person may be given leads: null everywhere, undefined nowhere. */
export async function findAssignable(db: Db, businessId: string, userId: string) {
  const { rows } = await sql<{ role: Role; campaigns: string[] }>`
    select m.role, array(select c.campaign_id from campaign_members c
      where c.business_id = m.business_id and c.user_id = m.user_id) as campaigns
    from memberships m where m.business_id = ${businessId} and m.user_id = ${userId} and m.suspended_at is null`.execute(
    db,
  )
  const [member] = rows
  return member && (actsEverywhere(member.role) ? null : member.campaigns)
}

/** Of these people, those who work in the business. */
export async function listPresent(db: Db, businessId: string, userIds: readonly string[]): Promise<{ id: string }[]> {
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

/** Where these leads are, and whose. */
export const listPlaces = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .selectFrom('leads')
    .select(['id', 'campaign_id as campaignId', 'assigned_to as assignedTo'])
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
