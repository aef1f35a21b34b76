import { type ExpressionBuilder, sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { ListedUser, UserFilters } from '#contract/team/team.ts'
import type { UserStatus } from '#contract/team/users.ts'
import type { Db } from '../../platform/db/db.ts'
import type { DB } from '../../platform/db/schema.ts'
import type { SearchLike } from '../../platform/phones.ts'

type Campaigns = ListedUser['campaigns']
type Tables = DB & { m: DB['memberships'] }
export type MemberQuery = {
  /** Matches a part of a name, an address or a phone. */
  like?: SearchLike | undefined
  filters?: UserFilters | undefined
  /** Return only this member. */
  userId?: string
}

const members = (db: Db, businessId: string, { like, filters = {}, userId }: MemberQuery) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.business_id', '=', businessId)
    .where('m.removed_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('m.user_id', '=', userId ?? ''))
    .$if(filters.role !== undefined, (query) => query.where('m.role', 'in', filters.role ?? []))
    .$if(filters.status !== undefined, (query) => query.where('u.status', 'in', filters.status ?? []))
    .$if(filters.suspended !== undefined, (query) =>
      query.where('m.suspended_at', filters.suspended ? 'is not' : 'is', null),
    )
    .$if(filters.campaign !== undefined, (query) => query.where((eb) => actsIn(eb, businessId, filters.campaign ?? [])))
    .$if(like !== undefined, (query) => query.where((eb) => isLike(eb, like as SearchLike)))

const isLike = (eb: ExpressionBuilder<Tables & { u: DB['users'] }, 'u'>, { text, phones }: SearchLike) =>
  eb.or([
    eb('u.name', 'ilike', text),
    eb('u.email', 'ilike', text),
    eb('u.phone', 'like', sql<string>`any(${phones}::text[])`),
  ])

/** Condition for members with a role in one of the campaigns, or with a role that covers all. */
const actsIn = (eb: ExpressionBuilder<Tables, 'm'>, businessId: string, campaignIds: readonly string[]) =>
  eb.or([
    eb('m.role', 'in', ['Owner', 'Admin']),
    eb.exists(
      eb
        .selectFrom('campaign_members as f')
        .select('f.user_id')
        .where('f.business_id', '=', businessId)
        .whereRef('f.user_id', '=', 'm.user_id')
        .where('f.campaign_id', '=', sql<string>`any(${campaignIds}::uuid[])`),
    ),
  ])

/** Lists members in the order in which they joined. */
export const listMembers = (db: Db, businessId: string, query: MemberQuery & { limit: number; offset: number }) =>
  members(db, businessId, query)
    .select((eb) => [
      'u.id as _id',
      'u.name',
      'u.image',
      'u.status',
      'u.phone',
      'u.email',
      'm.role',
      'm.hears_calls as hearsCalls',
      'm.joined_at as joinedAt',
      'm.last_seen_at as lastSeenAt',
      'm.suspended_at as suspendedAt',
      sql<boolean>`exists (select from two_factor f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from passkeys p where p.user_id = u.id)`.as('hasTwoFactor'),
      eb
        .selectFrom('campaign_members as cm')
        .innerJoin('campaigns as c', (join) =>
          join.onRef('c.business_id', '=', 'cm.business_id').onRef('c.id', '=', 'cm.campaign_id'),
        )
        .select(
          sql<Campaigns>`coalesce(jsonb_agg(jsonb_build_object('_id', c.id, 'name', c.name, 'role', cm.role, 'hearsCalls', cm.hears_calls,
            'exportsCalls', cm.exports_calls, 'exportsLeads', cm.exports_leads)
            order by c.created_at desc, c.id desc), '[]')`.as('campaigns'),
        )
        .where('cm.business_id', '=', businessId)
        .whereRef('cm.user_id', '=', 'm.user_id')
        .where('c.deleted_at', 'is', null)
        .as('campaigns'),
    ])
    .$narrowType<{ status: UserStatus; role: Role; campaigns: Campaigns }>()
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .limit(query.limit)
    .offset(query.offset)
    .execute()

export async function countMembers(db: Db, businessId: string, query: MemberQuery): Promise<number> {
  const { total } = await members(db, businessId, query)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
