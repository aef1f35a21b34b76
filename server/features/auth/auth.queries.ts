import { sql } from 'kysely'
import type { SignInWay } from '#contract/events/account.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import { SESSIONS_CHANNEL } from '../../platform/realtime/hub.ts'
import type { Account } from '../personal-data.ts'

/** The factor given beside the password or instead of it. */
export type SecondFactor = 'code' | 'passkey'

type NewSession = {
  id: string
  userId: string
  tokenHash: Buffer
  secondFactor: SecondFactor | null
  isRemembered: boolean
  expiresAt: Date
  now: Date
  userAgent: string
  ip: string
}
export const insertSession = (db: Db, session: NewSession) =>
  db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      token_hash: session.tokenHash,
      second_factor: session.secondFactor,
      is_remembered: session.isRemembered,
      created_at: session.now.toISOString(),
      rotated_at: session.now.toISOString(),
      expires_at: session.expiresAt.toISOString(),
      user_agent: session.userAgent,
      ip: session.ip,
    })
    .execute()

/** An open session, locked until the transaction ends. */
export const lockSession = (tx: Db, sessionId: string, now: Date) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.user_id as userId',
      's.token_hash as tokenHash',
      's.previous_hash as previousHash',
      's.rotated_at as rotatedAt',
      's.created_at as createdAt',
      's.expires_at as expiresAt',
      's.is_remembered as isRemembered',
      'u.is_demo as isDemo',
    ])
    .where('s.id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now.toISOString())
    .forUpdate('s')
    .executeTakeFirst()

type Rotation = { tokenHash: Buffer; previousHash: Buffer; now: Date; expiresAt: Date; userAgent: string; ip: string }
/** Replaces the refresh token and stores the current network and device, which the list of devices shows. */
export const rotateSession = (db: Db, sessionId: string, rotation: Rotation) =>
  db
    .updateTable('sessions')
    .set({
      token_hash: rotation.tokenHash,
      previous_hash: rotation.previousHash,
      rotated_at: rotation.now.toISOString(),
      expires_at: rotation.expiresAt.toISOString(),
      user_agent: rotation.userAgent,
      ip: rotation.ip,
    })
    .where('id', '=', sessionId)
    .execute()

/** One session, or all sessions of a person except `except`. */
export type EndedSessions = { sessionId: string } | { userId: string; except?: string | undefined }

/** Revokes open sessions and returns them. */
export async function revokeSessions(db: Db, of: EndedSessions, now: Date) {
  const [column, value] = 'sessionId' in of ? (['id', of.sessionId] as const) : (['user_id', of.userId] as const)
  const except = 'except' in of ? of.except : undefined
  const revoked = await db
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString() })
    .where(column, '=', value)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .returning(['id', 'user_id as userId'])
    .execute()
  return revoked
}

export const updateSecondFactor = (db: Db, sessionId: string, factor: SecondFactor) =>
  db.updateTable('sessions').set({ second_factor: factor }).where('id', '=', sessionId).execute()

/** Whether a second factor was given in this session, at sign-in or later. */
export const hasSecondFactor = async (db: Db, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('second_factor', 'is not', null)
    .executeTakeFirst()) !== undefined

export const clearSecondFactor = (db: Db, userId: string, factor: SecondFactor) =>
  db
    .updateTable('sessions')
    .set({ second_factor: null })
    .where('user_id', '=', userId)
    .where('second_factor', '=', factor)
    .execute()

export const clearSecondFactors = (db: Db, userId: string) =>
  db.updateTable('sessions').set({ second_factor: null }).where('user_id', '=', userId).execute()

/** The first factor that a second step completes. */
export type FirstWay = Extract<SignInWay, 'password' | 'google'>
type NewSecondStep = { tokenHash: Buffer; userId: string; isRemembered: boolean; way: FirstWay; expiresAt: Date }
export const insertSecondStep = (db: Db, { tokenHash, userId, isRemembered, way, expiresAt }: NewSecondStep) =>
  db
    .insertInto('pending_sign_ins')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      is_remembered: isRemembered,
      first_factor: way,
      expires_at: expiresAt.toISOString(),
    })
    .execute()

/** Consumes one try; undefined if the step is over or has no try left. */
export const takeSecondStepTry = (db: Db, tokenHash: Buffer, { tries, now }: { tries: number; now: Date }) =>
  db
    .updateTable('pending_sign_ins as s')
    .from('users as u')
    .set({ tries: sql`s.tries + 1` })
    .whereRef('u.id', '=', 's.user_id')
    .where('s.token_hash', '=', tokenHash)
    .where('s.tries', '<', tries)
    .where('s.expires_at', '>', now.toISOString())
    .returning([
      's.user_id as userId',
      's.is_remembered as isRemembered',
      's.first_factor as way',
      'u.is_demo as isDemo',
    ])
    .$narrowType<{ way: FirstWay }>()
    .executeTakeFirst()

/** Consumes the step; of two concurrent right codes one gets true. */
export async function deleteSecondStep(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Notifies every process on commit that these sessions ended, which closes open streams. */
export const notifySessionsEnded = (tx: Db, sessionIds: string[]) =>
  sql`select pg_notify(${SESSIONS_CHANNEL}, id) from unnest(${sessionIds}::text[]) as id`.execute(tx)

type NewCode = { userId: string; phone: string; codeHash: Buffer; now: Date; expiresAt: Date; resendBefore: Date }
/** Replaces the person's code and resets its tries. False if one was sent to the same phone after `resendBefore`. */
export async function upsertPhoneCode(db: Db, { userId, phone, codeHash, now, expiresAt, resendBefore }: NewCode) {
  const sent = { phone, code_hash: codeHash, tries: 0, sent_at: now.toISOString(), expires_at: expiresAt.toISOString() }
  const written = await db
    .insertInto('phone_codes')
    .values({ user_id: userId, ...sent })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(sent)
        .where((eb) =>
          eb.or([eb('phone_codes.sent_at', '<=', resendBefore.toISOString()), eb('phone_codes.phone', '!=', phone)]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  return written !== undefined
}

export const findCodeTime = (db: Db, userId: string) =>
  db.selectFrom('phone_codes').select('sent_at as sentAt').where('user_id', '=', userId).executeTakeFirst()

/** Whether there is a code at all, good or not. */
export const hasCode = async (db: Db, userId: string): Promise<boolean> =>
  (await findCodeTime(db, userId)) !== undefined

/** Whether a code that is still valid was sent to this phone. */
export const isCodeSentTo = async (db: Db, of: { userId: string; phone: string; now: Date }): Promise<boolean> =>
  (await db
    .selectFrom('phone_codes')
    .select('phone')
    .where('user_id', '=', of.userId)
    .where('phone', '=', of.phone)
    .where('expires_at', '>', of.now.toISOString())
    .executeTakeFirst()) !== undefined

/** Consumes one try; undefined if there is no code or no try left. */
export const takeCodeTry = (db: Db, userId: string, { tries, now }: { tries: number; now: Date }) =>
  db
    .updateTable('phone_codes')
    .set({ tries: sql`tries + 1` })
    .where('user_id', '=', userId)
    .where('tries', '<', tries)
    .where('expires_at', '>', now.toISOString())
    .returning(['phone', 'code_hash as codeHash'])
    .executeTakeFirst()

/** Consumes the code; of two concurrent requests one gets true. */
export async function deleteCode(db: Db, userId: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('phone_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Networks from which an account signed in, from its stored sessions. Once the address is proved, revoked sessions from
 * before the proof do not count.
 */
export async function listNetworks(db: Db, email: string): Promise<string[]> {
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.ip')
    .distinct()
    .where('u.email', '=', email)
    .where((eb) =>
      eb.or([
        eb('s.revoked_at', 'is', null),
        eb('u.email_verified_at', 'is', null),
        eb('s.created_at', '>=', eb.ref('u.email_verified_at')),
      ]),
    )
    .execute()
  return found.flatMap(({ ip }) => ip ?? [])
}

export const insertReset = (db: Db, reset: { tokenHash: Buffer; userId: string; expiresAt: Date }) =>
  db
    .insertInto('password_resets')
    .values({ token_hash: reset.tokenHash, user_id: reset.userId, expires_at: reset.expiresAt.toISOString() })
    .execute()

/** A valid reset with its account. */
export const findReset = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('password_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.id as userId', 'u.email', 'u.is_demo as isDemo'])
    .where('r.token_hash', '=', tokenHash)
    .where('r.used_at', 'is', null)
    .where('r.expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Consumes the link; of two concurrent requests one gets true. */
export async function deleteReset(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the account's reset links and reviews. */
export const deleteResets = (db: Db, userId: string) =>
  db.deleteFrom('password_resets').where('user_id', '=', userId).execute()

type Review = { tokenHash: Buffer; userId: string; now: Date; expiresAt: Date }
/** A review is a row that is already used: it sets no password, but allows removing ways to sign in. */
export const insertReview = (db: Db, { tokenHash, userId, now, expiresAt }: Review) =>
  db
    .insertInto('password_resets')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      used_at: now.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    .execute()

export const findReview = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('password_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.id as userId', 'u.is_demo as isDemo'])
    .where('r.token_hash', '=', tokenHash)
    .where('r.used_at', 'is not', null)
    .where('r.expires_at', '>', now.toISOString())
    .executeTakeFirst()

export const listSessionsOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(
    db,
    sql`select created_at as "createdAt", rotated_at as "lastSeenAt", expires_at as "expiresAt", revoked_at as "endedAt", ip,
      user_agent as "browser" from sessions where user_id = ${userId} order by created_at`,
  )
