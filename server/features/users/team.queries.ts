import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { RIGHTS_CHANNEL } from '../../platform/realtime/hub.ts'
import type { CampaignRights, MemberRights } from './team.rules.ts'
import { openLeads } from './team.sql.ts'

/** Locks the team of a business until the transaction ends. The lock guarantees that an Owner remains. */
export const lockTeam = (tx: Db, businessId: string) =>
  tx
    .selectFrom('businesses')
    .select('business_id')
    .where('business_id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirst()

type Member = MemberRights & { suspendedAt: string | null }
/** Returns undefined for removed members. */
export async function findMember(db: Db, businessId: string, userId: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select m.role, m.hears_calls as "hearsCalls", m.suspended_at as "suspendedAt", coalesce(
      (select jsonb_agg(jsonb_build_object('campaignId', c.campaign_id, 'role', c.role, 'hearsCalls', c.hears_calls,
        'exportsCalls', c.exports_calls, 'exportsLeads', c.exports_leads)
        order by c.campaign_id)
      from campaign_members c join campaigns k on k.business_id = c.business_id and k.id = c.campaign_id
      where c.business_id = ${businessId} and c.user_id = ${userId} and k.deleted_at is null), '[]') as campaigns
    from memberships m where m.business_id = ${businessId} and m.user_id = ${userId} and m.removed_at is null`.execute(
    db,
  )
  return rows[0]
}

type Owner = { userId: string; name: string; email: string; language: Language }
/** Owners who are not suspended, oldest membership first. */
export const listOwners = (db: Db, businessId: string): Promise<Owner[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id as userId', 'u.name', 'u.email', 'u.language'])
    .$narrowType<{ language: Language }>()
    .where('m.business_id', '=', businessId)
    .where('m.role', '=', 'Owner')
    .where('m.suspended_at', 'is', null)
    .orderBy('m.joined_at')
    .execute()

/** Counts Owners who are not suspended, except this person. */
export async function countOtherOwners(db: Db, businessId: string, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('m.business_id', '=', businessId)
    .where('m.user_id', '!=', userId)
    .where('m.role', '=', 'Owner')
    .where('m.suspended_at', 'is', null)
    .where('u.status', '=', 'Active')
    .executeTakeFirstOrThrow()
  return total
}

type Values = { role: Role; hearsCalls: boolean }
export const updateMember = (tx: Db, businessId: string, userId: string, { role, hearsCalls }: Values) =>
  tx
    .updateTable('memberships')
    .set({ role, hears_calls: hearsCalls })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .execute()

/** Replaces the campaign roles of a member, skipping deleted campaigns. Returns the stored ones. */
export async function replaceCampaigns(
  tx: Db,
  businessId: string,
  { userId, campaigns }: { userId: string; campaigns: readonly CampaignRights[] },
) {
  await deleteCampaigns(tx, businessId, { userId, except: campaigns.map(({ campaignId }) => campaignId) })
  if (!campaigns.length) return []
  const { rows } = await sql<{ campaignId: string }>`
    insert into campaign_members (business_id, campaign_id, user_id, role, hears_calls, exports_calls, exports_leads)
    select c.business_id, c.id, ${userId}::uuid, r.role, r."hearsCalls", r."exportsCalls", r."exportsLeads"
    from jsonb_to_recordset(${JSON.stringify(campaigns)}::jsonb) as r("campaignId" uuid, role text, "hearsCalls" boolean,
        "exportsCalls" boolean, "exportsLeads" boolean)
      join campaigns c on c.business_id = ${businessId} and c.id = r."campaignId" and c.deleted_at is null
    on conflict (business_id, campaign_id, user_id) do update set role = excluded.role,
      hears_calls = excluded.hears_calls, exports_calls = excluded.exports_calls,
      exports_leads = excluded.exports_leads
    returning campaign_id as "campaignId"`.execute(tx)
  return rows.map(({ campaignId }) => campaignId)
}

export const deleteCampaigns = (
  tx: Db,
  businessId: string,
  { userId, except = [] }: { userId: string; except?: readonly string[] },
) =>
  sql`delete from campaign_members where business_id = ${businessId} and user_id = ${userId}
    and campaign_id <> all(${except}::uuid[])`.execute(tx)

export const updateSuspended = (tx: Db, businessId: string, userId: string, at: string | null) =>
  tx
    .updateTable('memberships')
    .set({ suspended_at: at })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .execute()

/** Ends the membership. The history keeps the member's name. */
export const updateRemoved = (tx: Db, businessId: string, userId: string, at: string) =>
  tx
    .updateTable('memberships')
    .set({ removed_at: at, suspended_at: sql<string>`coalesce(suspended_at, ${at}::timestamptz)`, hears_calls: false })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .execute()

type Joining = { userId: string; role: Role; at: string }
/** Inserts a member, or restores a removed one. */
export const insertMember = (tx: Db, businessId: string, { userId, role, at }: Joining) =>
  sql`insert into memberships (business_id, user_id, role, joined_at) values (${businessId}, ${userId}, ${role}, ${at})
    on conflict (business_id, user_id) do update set role = excluded.role, joined_at = excluded.joined_at,
      removed_at = null, suspended_at = null, last_seen_at = null, hears_calls = false`.execute(tx)

/** The campaigns in which a person has open leads. */
export async function listCampaignsOfOpenLeads(db: Db, businessId: string, userId: string) {
  const { rows } = await sql<{ campaignId: string; total: number }>`
    select campaign_id as "campaignId", count(*) as total from (${openLeads(businessId, userId)}) open
    group by campaign_id`.execute(db)
  return rows
}

type Candidate = { _id: string; name: string; image: string | null; role: Role; campaigns: string[] }
/** All other members of the team, by name, with their campaigns. */
export async function listOthers(db: Db, businessId: string, userId: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select u.id as _id, u.name, u.image, m.role, array(select c.campaign_id::text from campaign_members c
      where c.business_id = ${businessId} and c.user_id = m.user_id) as campaigns
    from memberships m join users u on u.id = m.user_id
    where m.business_id = ${businessId} and m.user_id <> ${userId} and m.suspended_at is null
    order by u.name, u.id`.execute(db)
  return rows
}

/** On commit, notifies every process that rights changed, so that each clears its caches of rights. */
export const notifyRightsChanged = (tx: Db, businessId: string) =>
  sql`select pg_notify(${RIGHTS_CHANNEL}, ${businessId})`.execute(tx)

export const findName = (db: Db, businessId: string) =>
  db.selectFrom('businesses').select('name').where('business_id', '=', businessId).executeTakeFirst()

/**
 * Finds businesses by id or name, across tenants, as the worker's role. Returns at most two, which is enough to show
 * whether a name is unique.
 */
export async function listBusinessesNamed(db: Db, wanted: string) {
  const { rows } = await sql<{ businessId: string; name: string }>`
    select business_id as "businessId", name from businesses
    where (business_id::text = ${wanted} or name = ${wanted}) and erasing_since is null limit 2`.execute(db)
  return rows
}
