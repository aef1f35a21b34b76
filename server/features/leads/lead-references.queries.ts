import { sql } from 'kysely'
import type { StatusType } from '#contract/leads/lead-status.ts'
import { actsEverywhere, type Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'

export type ChosenStatus = { id: string; type: StatusType; campaignIds: string[] | null }

/** A status that leads can be given. Locked against deletion and change of type until the transaction ends. */
export const lockStatus = (tx: Db, businessId: string, id: string) =>
  tx
    .selectFrom('lead_statuses')
    .select(['id', 'type', 'campaign_ids as campaignIds'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .$castTo<ChosenStatus>()
    .executeTakeFirst()

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

/** Campaigns whose leads a member may be assigned. Null means all campaigns; undefined means not an active member. */
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

/** How many of these campaigns exist in the business. */
export async function countKnownCampaigns(db: Db, businessId: string, ids: readonly string[]) {
  const { known } = await db
    .selectFrom('campaigns')
    .select((eb) => eb.fn.countAll<number>().as('known'))
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return known
}

/** Names of present and former members. */
export const listUserNames = (db: Db, ids: readonly string[]) =>
  db.selectFrom('users').select(['id', 'name']).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()

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

/** The ids of those users to whom leads of the campaign may be assigned. */
export async function listWorkers(db: Db, businessId: string, campaignId: string, userIds: readonly string[]) {
  if (!userIds.length) return []
  const { rows } = await sql<{ id: string }>`select m.user_id as id from memberships m
    where m.business_id = ${businessId} and m.user_id = any(${[...new Set(userIds)]}::uuid[]) and m.suspended_at is null
      and (m.role in ('Owner', 'Admin') or exists (select from campaign_members c
        where c.business_id = m.business_id and c.user_id = m.user_id and c.campaign_id = ${campaignId}))`.execute(db)
  return rows
}

export const listLiveCampaigns = (db: Db, businessId: string, ids: readonly string[]) =>
  db
    .selectFrom('campaigns')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
