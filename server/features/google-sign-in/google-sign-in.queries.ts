import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import { type Account, provedOf } from '../personal-data.ts'

export const findLinkedUser = (db: Db, { issuer, subject }: { issuer: string; subject: string }) =>
  db
    .selectFrom('google_accounts as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['u.id', 'u.is_demo as isDemo'])
    .where('g.issuer', '=', issuer)
    .where('g.subject', '=', subject)
    .executeTakeFirst()

type NewLink = { issuer: string; subject: string; email: string; userId: string; now: Date }
/** False if this Google account is linked already, or the person has another one. */
export async function insertLink(db: Db, { issuer, subject, email, userId, now }: NewLink): Promise<boolean> {
  const inserted = await db
    .insertInto('google_accounts')
    .values({ issuer, subject, email, user_id: userId, linked_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findLink = (db: Db, userId: string) =>
  db
    .selectFrom('google_accounts')
    .select(['email', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Undefined if no account is linked. */
export const deleteLink = (db: Db, userId: string) =>
  db.deleteFrom('google_accounts').where('user_id', '=', userId).returning('email').executeTakeFirst()

type NewPendingIdentity = {
  tokenHash: Buffer
  issuer: string
  subject: string
  email: string
  name: string
  isRemembered: boolean
  expiresAt: Date
}
export const insertPendingIdentity = (db: Db, { tokenHash, isRemembered, expiresAt, ...who }: NewPendingIdentity) =>
  db
    .insertInto('google_returns')
    .values({ ...who, token_hash: tokenHash, is_remembered: isRemembered, expires_at: expiresAt.toISOString() })
    .execute()

export const findPendingIdentity = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('google_returns')
    .select(['issuer', 'subject', 'email', 'is_remembered as isRemembered'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Consumes the pending identity; of two concurrent requests one gets true. */
export async function deletePendingIdentity(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('google_returns')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const erasePendingIdentities = (tx: Db, account: Account) =>
  sql`delete from google_returns where email = ${provedOf(account).email}`.execute(tx)

export const listGoogleAccountsOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(db, sql`select email, linked_at as "linkedAt" from google_accounts where user_id = ${userId}`)
