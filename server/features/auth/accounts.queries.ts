import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { UserStatus } from '#contract/team/users.ts'
import type { Db } from '../../platform/db/db.ts'

export type Account = {
  id: string
  email: string
  passwordHash: string | null
  language: Language
  isDemo: boolean
}

export const findAccountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash as passwordHash', 'language', 'is_demo as isDemo'])
    .$narrowType<{ language: Language }>()
    .where('email', '=', email)
    .executeTakeFirst()

type NewAccount = {
  id: string
  name: string
  email: string
  phone: string | null
  /** Null for accounts made with Google. */
  passwordHash: string | null
  language: Language
  status: UserStatus
  /** When the address was proved; undefined if it is unproved. */
  emailVerifiedAt?: Date | undefined
}
/** False where the e-mail already has an account. */
export async function insertAccount(
  db: Db,
  { passwordHash, emailVerifiedAt, ...account }: NewAccount,
): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values({ ...account, password_hash: passwordHash, email_verified_at: emailVerifiedAt?.toISOString() ?? null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findAccount = (db: Db, userId: string) =>
  db.selectFrom('users').select(['email', 'password_hash as passwordHash']).where('id', '=', userId).executeTakeFirst()

/** Locked until the transaction ends. */
export const findLockedAccount = (tx: Db, userId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'password_hash as passwordHash', 'email_verified_at as emailVerifiedAt'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export async function isSessionOpen(tx: Db, { userId, sessionId }: { userId: string; sessionId: string }) {
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Whether this is the only session the account ever had. Ended sessions are kept for a week, so the answer for older
 * accounts is no.
 */
export async function isOnlySession(tx: Db, { userId, sessionId }: { userId: string; sessionId: string }) {
  const other = await tx
    .selectFrom('users as u')
    .leftJoin('sessions as s', (join) => join.onRef('s.user_id', '=', 'u.id').on('s.id', '!=', sessionId))
    .select('u.id')
    .where('u.id', '=', userId)
    .where((eb) => eb.or([eb('s.id', 'is not', null), eb('u.created_at', '<', sql<string>`now() - interval '6 days'`)]))
    .executeTakeFirst()
  return other === undefined
}

export const updateEmailVerified = (tx: Db, userId: string, now: Date) =>
  tx.updateTable('users').set({ email_verified_at: now.toISOString() }).where('id', '=', userId).execute()

/** Marks the address as proved and clears the phone, which the person enters again. */
export const updateFirstProof = (tx: Db, userId: string, now: Date) =>
  tx
    .updateTable('users')
    .set({ email_verified_at: now.toISOString(), phone: null, phone_verified_at: null, status: 'Pending' })
    .where('id', '=', userId)
    .execute()

/** Clears the phone; the person enters one at the next sign-in. */
export const clearPhone = (tx: Db, userId: string) =>
  tx
    .updateTable('users')
    .set({ phone: null, phone_verified_at: null, status: 'Pending' })
    .where('id', '=', userId)
    .execute()

/** Ways to sign in beside the password, and second factors. */
const WAYS_IN = ['passkeys', 'two_factor', 'recovery_codes', 'google_accounts'] as const
/** Unfinished changes of the account. */
const UNFINISHED_CHANGES = ['email_changes', 'phone_codes', 'pending_sign_ins'] as const

const deleteOwn = async (
  tx: Db,
  userId: string,
  tables: readonly (typeof WAYS_IN | typeof UNFINISHED_CHANGES)[number][],
) => {
  for (const table of tables) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
export const deleteWaysIn = (tx: Db, userId: string) => deleteOwn(tx, userId, WAYS_IN)
export const deleteUnfinishedChanges = (tx: Db, userId: string) => deleteOwn(tx, userId, UNFINISHED_CHANGES)

export const updatePassword = (db: Db, userId: string, passwordHash: string) =>
  db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()

/** Only for a Pending person; returns whether the row changed. */
export async function updatePendingPhone(db: Db, userId: string, phone: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ phone })
    .where('id', '=', userId)
    .where('status', '=', 'Pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Compare-and-set, so that a concurrent password change is not overwritten. */
export const replaceHash = (db: Db, userId: string, { before, after }: { before: string; after: string }) =>
  db
    .updateTable('users')
    .set({ password_hash: after })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .execute()

type Proof = { phone: string; way: 'sms' | 'email'; at: Date }
/** Stores the phone and makes a Pending person Verified. A code sent by mail does not prove the phone. */
export const updateVerified = (db: Db, userId: string, { phone, way, at }: Proof) =>
  db
    .updateTable('users')
    .set({
      phone,
      phone_verified_at: way === 'sms' ? at.toISOString() : null,
      status: sql<string>`case status when 'Pending' then 'Verified' else status end`,
    })
    .where('id', '=', userId)
    .execute()
