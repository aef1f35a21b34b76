import { sql } from 'kysely'
import type { CampaignMember } from '#contract/campaigns.ts'
import type { CampaignRole } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'

/** The campaign's active members by name; suspended ones keep their role but are not listed. */
export async function listCampaignMembers(db: Db, businessId: string, campaignId: string) {
  const rows = await db
    .selectFrom('campaign_members as p')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.business_id', '=', 'p.business_id').onRef('m.user_id', '=', 'p.user_id'),
    )
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.user_id as userId', 'p.role', 'u.name', 'u.image'])
    .$narrowType<{ role: CampaignRole }>()
    .where('p.business_id', '=', businessId)
    .where('p.campaign_id', '=', campaignId)
    .where('m.suspended_at', 'is', null)
    .orderBy('u.name')
    .orderBy('p.user_id')
    .execute()
  return rows.map(({ userId, role, name, image }) => ({ userId, role, user: { _id: userId, name, image } }))
}

const people = (db: Db, businessId: string) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id as _id', 'u.name', 'u.image'])
    .where('m.business_id', '=', businessId)
    .where('m.suspended_at', 'is', null)
    .orderBy('u.name')
    .orderBy('u.id')

/** Members of at least one of these campaigns, and Owners and Admins. */
export const listPeopleOfCampaigns = (db: Db, businessId: string, campaignIds: readonly string[]) =>
  people(db, businessId)
    .where((eb) =>
      eb.or([
        eb('m.role', 'in', ['Owner', 'Admin']),
        eb.exists(
          eb
            .selectFrom('campaign_members as p')
            .whereRef('p.business_id', '=', 'm.business_id')
            .whereRef('p.user_id', '=', 'm.user_id')
            .where('p.campaign_id', '=', sql<string>`any(${campaignIds}::uuid[])`),
        ),
      ]),
    )
    .execute()

/** Members whose rights come from their campaigns. */
export const listGivablePeople = (db: Db, businessId: string) =>
  people(db, businessId).where('m.role', 'not in', ['Owner', 'Admin']).execute()

export const countMembersAmong = async (db: Db, businessId: string, userIds: readonly string[]) =>
  (
    await db
      .selectFrom('memberships')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('business_id', '=', businessId)
      .where('suspended_at', 'is', null)
      .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
      .executeTakeFirstOrThrow()
  ).total

type MembersInput = { campaignId: string; members: readonly CampaignMember[] }
export const upsertCampaignMembers = (db: Db, businessId: string, { campaignId, members }: MembersInput) =>
  db
    .insertInto('campaign_members')
    .values(
      members.map(({ userId, role }) => ({ business_id: businessId, campaign_id: campaignId, user_id: userId, role })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'campaign_id', 'user_id'])
        .doUpdateSet((eb) => ({ role: eb.ref('excluded.role') })),
    )
    .execute()

type Removal = { campaignId: string; userIds: readonly string[] }
export const deleteCampaignMembers = (db: Db, businessId: string, { campaignId, userIds }: Removal) =>
  db
    .deleteFrom('campaign_members')
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute()

/** How many of these e-mails and phones are the verified contact of an active member. */
export async function countContactsOfMembers(db: Db, businessId: string, contacts: readonly string[]) {
  const { rows } = await sql<{ count: number }>`
    select count(*) from unnest(${contacts}::text[]) contact where exists (
      select from memberships m join users u on u.id = m.user_id
      where m.business_id = ${businessId} and m.suspended_at is null and u.status <> 'Pending'
        and (u.email = contact and u.email_verified_at is not null
          or u.phone = contact and u.phone_verified_at is not null))`.execute(db)
  return rows[0]?.count ?? 0
}
