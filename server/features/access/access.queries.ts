import { sql } from 'kysely'
import type { Scope } from '#contract/auth/scopes.ts'
import type { Role } from '#contract/roles.ts'
import type { UserStatus } from '#contract/team/users.ts'
import type { Db } from '../../platform/db/db.ts'

/**
 * Runs in the scope of the business that the request names, under row-level security. No row means that the person is
 * not a member.
 */
export const findMembership = (db: Db, businessId: string, userId: string) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('businesses as b', 'b.business_id', 'm.business_id')
    .select((eb) => [
      'm.role',
      eb('b.closes_at', 'is not', null).as('isClosing'),
      'b.requires_two_factor as requiresTwoFactor',
      'b.own_leads_only as ownLeadsOnly',
      sql<boolean>`b.masks_contacts and sees_masked_contacts(m.business_id, m.user_id)`.as('seesMasked'),
      eb
        .selectFrom('campaign_members as c')
        .select(sql<Record<string, Role> | null>`jsonb_object_agg(c.campaign_id, c.role)`.as('roles'))
        .where('c.business_id', '=', businessId)
        .where('c.user_id', '=', userId)
        .as('campaignRoles'),
      'm.hears_calls as hearsCalls',
      eb
        .selectFrom('campaign_members as h')
        .select(sql<string[] | null>`array_agg(h.campaign_id::text)`.as('campaigns'))
        .where('h.business_id', '=', businessId)
        .where('h.user_id', '=', userId)
        .where('h.hears_calls', '=', true)
        .as('hearsIn'),
      eb
        .selectFrom('campaign_members as x')
        .select(sql<string[] | null>`array_agg(x.campaign_id::text)`.as('campaigns'))
        .where('x.business_id', '=', businessId)
        .where('x.user_id', '=', userId)
        .where('x.exports_calls', '=', true)
        .as('exportsIn'),
      eb
        .selectFrom('campaign_members as l')
        .select(sql<string[] | null>`array_agg(l.campaign_id::text)`.as('campaigns'))
        .where('l.business_id', '=', businessId)
        .where('l.user_id', '=', userId)
        .where('l.exports_leads', '=', true)
        .as('exportsLeadsIn'),
    ])
    .$narrowType<{ role: Role; isClosing: boolean }>()
    .where('m.business_id', '=', businessId)
    .where('m.user_id', '=', userId)
    .where('m.suspended_at', 'is', null)
    .executeTakeFirst()

/** An open session with its person. Sessions belong to no tenant. */
export const findSession = (db: Db, sessionId: string, now: Date) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select((eb) => [
      's.user_id as userId',
      'u.status',
      'u.is_demo as isDemo',
      eb('s.second_factor', 'is not', null).as('hasSecondFactor'),
    ])
    .$narrowType<{ status: UserStatus; hasSecondFactor: boolean }>()
    .where('s.id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now.toISOString())
    .executeTakeFirst()

type FoundKey = {
  id: string
  business_id: string
  scopes: Scope[]
  campaign_ids: string[] | null
  rate_per_minute: number
  is_active: boolean
  is_closing: boolean
  allowed_addresses: string[] | null
  ends_at: string | null
}
/** Across businesses, because the key determines the business: through a `security definer` function. */
export async function findApiKey(db: Db, hash: Buffer) {
  const { rows } = await sql<FoundKey>`select * from find_api_key(${hash})`.execute(db)
  return rows[0]
}

/** Stores when API keys of all tenants were last used. Runs as the worker's role. */
export const touchApiKeys = (db: Db, uses: { id: string; at: string }[]) =>
  sql`update api_keys k set last_used_at = u.at from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u(id uuid, at timestamptz)
    where k.id = u.id`.execute(db)

/** Stores when members of all businesses were last seen. Runs as the worker's role. */
export const touchMembers = (db: Db, seen: { userId: string; businessId: string; at: string }[]) =>
  sql`update memberships m set last_seen_at = s.at
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as s("userId" uuid, "businessId" uuid, at timestamptz)
    where m.business_id = s."businessId" and m.user_id = s."userId"`.execute(db)
