import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'

type Granted = {
  userId: string
  name: string
  image: string | null
  role: Role
  everywhere: boolean
  campaignIds: string[]
}
/** Members who hear calls by a grant, by name. */
export async function listGrants(db: Db, businessId: string) {
  const { rows } = await sql<Granted>`
    select u.id as "userId", u.name, u.image, m.role, m.hears_calls as everywhere,
      coalesce(h.campaigns, '{}') as "campaignIds"
    from memberships m join users u on u.id = m.user_id
    left join lateral (select array_agg(c.campaign_id::text order by c.campaign_id) as campaigns from campaign_members c
      where c.business_id = ${businessId} and c.user_id = m.user_id and c.hears_calls) h on true
    where m.business_id = ${businessId} and m.suspended_at is null
      and case m.role when 'Owner' then false when 'Admin' then m.hears_calls else h.campaigns is not null end
    order by u.name, u.id`.execute(db)
  return rows
}

export const lockMembership = (tx: Db, businessId: string, userId: string) =>
  tx
    .selectFrom('memberships')
    .select('role')
    .$narrowType<{ role: Role }>()
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('suspended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const updateHearsEverywhere = (tx: Db, businessId: string, userId: string, hears: boolean) =>
  tx
    .updateTable('memberships')
    .set({ hears_calls: hears })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .execute()

/** In these of the member's campaigns and no others; says in how many. */
export async function updateHearsIn(tx: Db, businessId: string, userId: string, campaignIds: readonly string[]) {
  const rows = await tx
    .updateTable('campaign_members')
    .set({ hears_calls: sql<boolean>`campaign_id = any(${campaignIds}::uuid[])` })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .returning('hears_calls as hears')
    .execute()
  return rows.filter(({ hears }) => hears).length
}
