import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { LeadScope } from '../../access/access.rules.ts'
import { inScope } from '../../access/lead-scope.sql.ts'
import type { ChosenStatus } from '../lead-references.queries.ts'

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

/** The names of those leads that are in scope; a lead without a name is represented by its contact. */
export async function listNames(
  db: Db,
  businessId: string,
  { ids, scope }: { ids: readonly string[]; scope: LeadScope },
) {
  const { rows } = await sql<{ id: string; name: string }>`
    select l.id, coalesce(nullif(l.name, ''), l.phone, l.email, '') as name from leads l
    where l.business_id = ${businessId} and l.id = any(${ids}::uuid[]) and ${inScope(scope, sql.raw('l'))}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
