import type { Db } from '../../../platform/db/db.ts'

/** The newest first. */
export const listOwnPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id as _id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Undefined if two-factor is off. */
export const findTwoFactorStart = (db: Db, userId: string) =>
  db
    .selectFrom('two_factor')
    .select('confirmed_at as since')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .$narrowType<{ since: string }>()
    .executeTakeFirst()

export const findGoogleLink = (db: Db, userId: string) =>
  db
    .selectFrom('google_accounts')
    .select(['email', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const findAccountPhone = (db: Db, userId: string) =>
  db.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirst()
