import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { UserStatus } from '#contract/users.ts'
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
  /** null: they came by Google. */
  passwordHash: string | null
  language: Language
  status: UserStatus
}
/** False where the e-mail already has an account. */
export async function insertAccount(db: Db, { passwordHash, ...account }: NewAccount): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values({ ...account, password_hash: passwordHash })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const updatePassword = (db: Db, userId: string, passwordHash: string) =>
  db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()

/** Of a person who is Pending only; says whether they were. */
export async function updatePendingPhone(db: Db, userId: string, phone: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ phone })
    .where('id', '=', userId)
    .where('status', '=', 'Pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Only over the very hash that was read: a password that changed meanwhile stays. */
export const replaceHash = (db: Db, userId: string, { before, after }: { before: string; after: string }) =>
  db
    .updateTable('users')
    .set({ password_hash: after })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .execute()

type Proof = { phone: string; way: 'sms' | 'email'; at: Date }
/** The number is theirs, and Pending becomes Verified. A code that went by mail proves the address, and nothing of the phone. */
export const updateVerified = (db: Db, userId: string, { phone, way, at }: Proof) =>
  db
    .updateTable('users')
    .set({
      phone,
      phone_verified_at: way === 'sms' ? at.toISOString() : null,
      ...(way === 'email' && { email_verified_at: at.toISOString() }),
      status: sql<string>`case status when 'Pending' then 'Verified' else status end`,
    })
    .where('id', '=', userId)
    .execute()
