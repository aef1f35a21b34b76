import type { Db } from '../../platform/db/db.ts'

/** Open sessions, most recently seen first. A session counts as seen when its tokens are refreshed. */
export const listSessions = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id as _id', 'user_agent as userAgent', 'ip', 'created_at as createdAt', 'rotated_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('rotated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const findAccount = (db: Db, userId: string) =>
  db.selectFrom('users').select(['email', 'password_hash as passwordHash']).where('id', '=', userId).executeTakeFirst()

export const hasAccount = async (db: Db, email: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined

const pending = [
  'email',
  'expires_at as expiresAt',
  'old_confirmed_at as oldConfirmedAt',
  'new_confirmed_at as newConfirmedAt',
] as const

type NewChange = { userId: string; email: string; oldHash: Buffer; newHash: Buffer; expiresAt: Date }
/** Stores a change request. It replaces an earlier one, whose links become invalid. */
export function upsertEmailChange(db: Db, { userId, email, oldHash, newHash, expiresAt }: NewChange) {
  const asked = {
    email,
    old_hash: oldHash,
    new_hash: newHash,
    old_confirmed_at: null,
    new_confirmed_at: null,
    expires_at: expiresAt.toISOString(),
  }
  return db
    .insertInto('email_changes')
    .values({ user_id: userId, ...asked })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(asked))
    .returning(pending)
    .executeTakeFirstOrThrow()
}

export const findEmailChange = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('email_changes')
    .select(pending)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** The pending change to which a link belongs. The link may be that of the old or of the new address. */
const emailChangeOf = (db: Db, hash: Buffer, now: Date) =>
  db
    .selectFrom('email_changes')
    .where((eb) => eb.or([eb('old_hash', '=', hash), eb('new_hash', '=', hash)]))
    .where('expires_at', '>', now.toISOString())

/** The person to whose change a link belongs. */
export const findEmailChangeOf = (db: Db, hash: Buffer, now: Date) =>
  emailChangeOf(db, hash, now).select('user_id as userId').executeTakeFirst()

/** Locks the change until the transaction ends. */
export const lockEmailChange = (tx: Db, hash: Buffer, now: Date) =>
  emailChangeOf(tx, hash, now)
    .select([...pending, 'user_id as userId', 'old_hash as oldHash'])
    .forUpdate()
    .executeTakeFirst()

export const confirmAddress = (tx: Db, userId: string, { which, now }: { which: 'old' | 'new'; now: Date }) =>
  tx
    .updateTable('email_changes')
    .set(which === 'old' ? { old_confirmed_at: now.toISOString() } : { new_confirmed_at: now.toISOString() })
    .where('user_id', '=', userId)
    .execute()

export const deleteEmailChange = (db: Db, userId: string) =>
  db.deleteFrom('email_changes').where('user_id', '=', userId).execute()

/** Updates the address. Throws UNIQUE_VIOLATION if another account has it. */
export const updateEmail = (tx: Db, userId: string, { email, now }: { email: string; now: Date }) =>
  tx.updateTable('users').set({ email, email_verified_at: now.toISOString() }).where('id', '=', userId).execute()
