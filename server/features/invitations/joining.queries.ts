import type { Language } from '#contract/constants.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'

/** As every change of a team begins (users/team.service.ts): whoever locks other rows first could wait in a circle. */
export const lockTeam = (tx: Db, businessId: string) =>
  tx.selectFrom('businesses').select('name').where('business_id', '=', businessId).forNoKeyUpdate().executeTakeFirst()

/** Undefined: no member. */
export const findMembership = (db: Db, businessId: string, userId: string) =>
  db
    .selectFrom('memberships')
    .select((eb) => ['role', eb('suspended_at', 'is not', null).as('isSuspended')])
    .$narrowType<{ role: Role; isSuspended: boolean }>()
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Whoever is in does not wait any more. */
export const closeRequest = (db: Db, businessId: string, of: { userId: string; now: Date }) =>
  db
    .updateTable('join_requests')
    .set({ decided_at: of.now.toISOString(), outcome: 'invited' })
    .where('business_id', '=', businessId)
    .where('user_id', '=', of.userId)
    .where('decided_at', 'is', null)
    .execute()

export type Owner = { userId: string; name: string; email: string; language: Language }
/** Those who decide who belongs to the business. */
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

export const findName = (db: Db, businessId: string) =>
  db.selectFrom('businesses').select('name').where('business_id', '=', businessId).executeTakeFirst()
