import type { Db } from '../../../platform/db/db.ts'
import { emitOfAccount, type Origin } from '../../../platform/events/emit.ts'
import { AppError } from '../../../platform/http/errors.ts'
import {
  deleteUnfinishedChanges,
  deleteWaysIn,
  findLockedAccount,
  isOnlySession,
  isSessionOpen,
  updateEmailVerified,
  updateFirstProof,
} from '../accounts.queries.ts'
import { clearSecondFactors, deleteResets } from '../auth.queries.ts'
import { endSessions } from '../sessions.ts'

/** Locks the ways to sign in of this person until the transaction ends. */
export async function lockAccount(tx: Db, userId: string) {
  const account = await findLockedAccount(tx, userId)
  if (!account) throw new AppError('user_not_found')
  return account
}

export type LockedAccount = Awaited<ReturnType<typeof lockAccount>>

/** Whether a session is this person's and open, with the person locked. */
export async function holdsSession(tx: Db, userId: string, claims: { userId: string; sessionId: string } | null) {
  await lockAccount(tx, userId)
  return claims?.userId === userId && isSessionOpen(tx, claims)
}

/**
 * Locks the person of a session until the transaction ends. A recovery takes the same lock, so a request that was
 * admitted before the recovery and runs after it finds here that its session has ended.
 */
export async function lockPerson(tx: Db, { userId, sessionId }: { userId: string; sessionId: string }) {
  const account = await lockAccount(tx, userId)
  if (!(await isSessionOpen(tx, { userId, sessionId }))) throw new AppError('unauthenticated')
  return account
}

type Proof = {
  userId: string
  now: Date
  from: Origin | undefined
  /** The session in which the address was proved, which stays open; without one all sessions end. */
  except?: string
}

/**
 * Marks the address as proved by mail. Before the first proof a stranger may have made the account, so it removes every
 * way in beside the password, everything begun, every other session and the phone (decision 31), unless this session is
 * the only one the account ever had. Returns whether it was the first proof.
 */
export async function proveAddress(tx: Db, { userId, now, from, except }: Proof): Promise<boolean> {
  const account = await lockAccount(tx, userId)
  if (account.emailVerifiedAt) return false
  if (except && (await isOnlySession(tx, { userId, sessionId: except }))) {
    await updateEmailVerified(tx, userId, now)
    return true
  }
  await deleteWaysIn(tx, userId)
  await deleteUnfinishedChanges(tx, userId)
  await deleteResets(tx, userId)
  await clearSecondFactors(tx, userId)
  await updateFirstProof(tx, userId, now)
  await endSessions(tx, { userId, except }, { now, reason: 'address_proved', from })
  await emitOfAccount(tx, { userId, from }, 'account.address_proved', {})
  return true
}
