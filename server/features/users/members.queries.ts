import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { UserFilters, UserStatus } from '#contract/users.ts'
import type { Db } from '../../platform/db/db.ts'

export type MemberQuery = { search?: string | undefined; filters?: UserFilters | undefined }

const likeAny = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
/** Phones are stored as +972541234567 and looked for as 054-123: what both have in common. */
const digitsOf = (text: string) => (/^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : '')

const members = (db: Db, businessId: string, { search = '', filters = {} }: MemberQuery) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.business_id', '=', businessId)
    .where('m.suspended_at', 'is', null)
    .$if(filters.role !== undefined, (query) => query.where('m.role', 'in', filters.role ?? []))
    .$if(filters.status !== undefined, (query) => query.where('u.status', 'in', filters.status ?? []))
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('u.name', 'ilike', likeAny(search)),
          eb('u.email', 'ilike', likeAny(search)),
          ...(digitsOf(search) ? [eb('u.phone', 'like', likeAny(digitsOf(search)))] : []),
        ]),
      ),
    )

type CampaignOfMember = { _id: string; name: string; role: Role }

/** In the order in which they joined. */
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
      'm.joined_at as joinedAt',
      eb
        .selectFrom('campaign_members as cm')
        .innerJoin('campaigns as c', (join) =>
          join.onRef('c.business_id', '=', 'cm.business_id').onRef('c.id', '=', 'cm.campaign_id'),
        )
        .select(
          sql<CampaignOfMember[]>`coalesce(jsonb_agg(jsonb_build_object('_id', c.id, 'name', c.name, 'role', cm.role)
            order by c.created_at desc, c.id desc), '[]')`.as('campaigns'),
        )
        .where('cm.business_id', '=', businessId)
        .whereRef('cm.user_id', '=', 'm.user_id')
        .where('c.deleted_at', 'is', null)
        .as('campaigns'),
    ])
    .$narrowType<{ status: UserStatus; role: Role; campaigns: CampaignOfMember[] }>()
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
