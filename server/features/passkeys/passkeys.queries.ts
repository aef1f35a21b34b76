import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Account } from '../personal-data.ts'

const shown = ['id as _id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const

export const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select([...shown, 'credential_id as credentialId', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

type NewPasskey = {
  id: string
  userId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  now: Date
}
/** Returns undefined if the passkey is already registered, by any user. */
export const insertPasskey = (db: Db, passkey: NewPasskey) =>
  db
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      created_at: passkey.now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shown)
    .executeTakeFirst()

export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.id',
      'p.user_id as userId',
      'p.public_key as publicKey',
      'p.counter',
      'p.transports',
      'u.is_demo as isDemo',
    ])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst()

/**
 * Stores a use of the passkey and returns whether the passkey still exists. Locks it, so that a removal waits until the
 * transaction ends.
 */
export async function updateUse(
  tx: Db,
  passkeyId: string,
  { counter, now }: { counter: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now.toISOString() })
    .where('id', '=', passkeyId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a passkey of this person; returns whether it existed. */
export async function deletePasskey(db: Db, userId: string, passkeyId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Marks a challenge as answered. Returns false if it already was. */
export async function insertAnsweredChallenge(db: Db, challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: challengeHash, expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return inserted !== undefined
}

export const listPasskeysOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(
    db,
    sql`select name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys where user_id = ${userId} order by created_at`,
  )
