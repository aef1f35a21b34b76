import { sql } from 'kysely'
import type { z } from 'zod'
import type { Role } from '#contract/roles.ts'
import type { CurrentUser, UserChanges, UserStatus } from '#contract/team/users.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Json } from '../../platform/db/schema.ts'
import type { Account } from '../personal-data.ts'

const currentUser = [
  'id as _id',
  'name',
  'image',
  'email',
  'phone',
  'status',
  'language as userLanguage',
  'lead_view as leadView',
  'calls_from as callsFrom',
  'last_business_id as lastBusinessId',
  'table_views as tableViews',
] as const
type Narrow = Pick<CurrentUser, 'status' | 'userLanguage' | 'leadView' | 'callsFrom' | 'tableViews'>

export const findCurrentUser = (db: Db, userId: string) =>
  db.selectFrom('users').select(currentUser).$narrowType<Narrow>().where('id', '=', userId).executeTakeFirst()

export async function findUserId(db: Db, email: string) {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return user?.id
}

type Changes = Partial<z.output<typeof UserChanges>>
export const updateUser = (
  db: Db,
  userId: string,
  { name, userLanguage, leadView, callsFrom, lastBusinessId, tableViews }: Changes,
) =>
  db
    .updateTable('users')
    .set({
      ...(name !== undefined && { name }),
      ...(userLanguage !== undefined && { language: userLanguage }),
      ...(leadView !== undefined && { lead_view: leadView }),
      ...(callsFrom !== undefined && { calls_from: callsFrom }),
      ...(lastBusinessId !== undefined && { last_business_id: lastBusinessId }),
      // Setting a table's view to null removes it from the object.
      ...(tableViews !== undefined && {
        table_views: sql<Json>`jsonb_strip_nulls(table_views || ${JSON.stringify(tableViews)}::jsonb)`,
      }),
    })
    .where('id', '=', userId)
    .returning(currentUser)
    .$narrowType<Narrow>()
    .executeTakeFirst()

/** Locks the user until the transaction ends. */
export const lockImage = (tx: Db, userId: string) =>
  tx.selectFrom('users').select('image').where('id', '=', userId).forUpdate().executeTakeFirst()

export const updateImage = (tx: Db, userId: string, image: string) =>
  tx.updateTable('users').set({ image }).where('id', '=', userId).execute()

/** Changes the status only if it is the given one; returns whether it changed. */
export async function updateStatus(db: Db, userId: string, [from, to]: [UserStatus, UserStatus]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ status: to })
    .where('id', '=', userId)
    .where('status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type OwnBusiness = {
  business_id: string
  name: string
  email: string | null
  image: string | null
  closes_at: string | null
  role: Role
  hears_calls: boolean
  default_view: string | null
  default_call_view: string | null
}
/**
 * The businesses of the person to whom `db` is scoped. They are read through a function, because they are different
 * tenants.
 */
export async function listOwnBusinesses(db: Db): Promise<OwnBusiness[]> {
  const { rows } = await sql<OwnBusiness>`
    select business_id, name, email, image, closes_at, role, hears_calls, default_view, default_call_view
    from own_businesses()`.execute(db)
  return rows
}

/** Businesses that require a second factor, if this session lacks one. */
export async function listLockedBusinesses(db: Db, sessionId: string): Promise<Set<string>> {
  const { rows } = await sql<{ business_id: string }>`
    select business_id from locked_businesses(${sessionId}::uuid)`.execute(db)
  return new Set(rows.map(({ business_id }) => business_id))
}

/** Ends the suspended memberships. The person has left the other businesses before. */
export async function eraseMemberships(tx: Db, { userId }: Account, at: string) {
  await sql`delete from campaign_members where user_id = ${userId}`.execute(tx)
  await sql`update memberships set removed_at = ${at}::timestamptz, suspended_at = coalesce(suspended_at, ${at}::timestamptz)
    where user_id = ${userId} and removed_at is null`.execute(tx)
}
