import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { ChosenStatus } from '../lead-references.queries.ts'
import type { Changeable } from './bulk.rules.ts'

type Values = { id: string } & Changeable
/** Writes these values and returns each lead’s new revision. `isActivity`: a user changed the leads. */
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

/** Statuses that leads can be given. Locked against deletion and change of type until the transaction ends. */
export const lockStatuses = (tx: Db, businessId: string) =>
  tx
    .selectFrom('lead_statuses')
    .select(['id', 'type', 'campaign_ids as campaignIds'])
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .$castTo<ChosenStatus>()
    .execute()
