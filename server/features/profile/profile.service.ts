import type { Session } from '#contract/profile.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Person } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { counterOf, forgetHits, type Limit, limitTo } from '../../platform/http/limits.ts'
import { isPassword } from '../auth/auth.passwords.ts'
import { endSessions } from '../auth/auth.sessions.ts'
import { deviceOf } from './profile.devices.ts'
import { findAccount, listSessions } from './profile.queries.ts'

/** Wrong passwords of somebody who is signed in already: an open screen is no licence to guess. */
const PASSWORD_LIMIT: Limit = { max: 5, seconds: 15 * 60, renews: true }

/** The account of a person who proves by their password that the screen is theirs. */
export async function requirePassword(
  { tenants, now }: Deps,
  userId: string,
  typed: { password: string; path: string },
) {
  const counter = counterOf('ownPassword', userId)
  await limitTo(tenants.pool, counter, PASSWORD_LIMIT, now())
  const account = await findAccount(tenants.pool, userId)
  if (!account || !(await isPassword(account.passwordHash, typed.password)))
    throw invalidInput(typed.path, 'password_wrong')
  await forgetHits(tenants.pool, counter)
  return account
}

/** Whoever came by Google has none until they set one. */
export const hasPassword = async (db: Db, userId: string): Promise<boolean> =>
  Boolean((await findAccount(db, userId))?.passwordHash)

export async function findSessions(
  { tenants, now }: Deps,
  { userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>,
): Promise<Session[]> {
  const sessions = await listSessions(tenants.pool, userId, now())
  return sessions.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceOf(userAgent),
    isCurrent: session._id === sessionId,
  }))
}

/** Ends one of the person's own sessions: its token is refused and its streams close at once. */
export async function endSession(
  { tenants, access, now }: Deps,
  { userId, from }: Pick<Person, 'userId' | 'from'>,
  sessionId: string,
) {
  const own = await listSessions(tenants.pool, userId, now())
  if (!own.some(({ _id }) => _id === sessionId)) throw new AppError('session_not_found')
  await tenants.pool
    .transaction()
    .execute((tx) => endSessions(tx, { sessionId }, { now: now(), reason: 'revoked', from }))
  access.forget()
}

export async function endOtherSessions(
  { tenants, access, now }: Deps,
  { userId, sessionId, from }: Pick<Person, 'userId' | 'sessionId' | 'from'>,
) {
  await tenants.pool
    .transaction()
    .execute((tx) => endSessions(tx, { userId, except: sessionId }, { now: now(), reason: 'revoked', from }))
  access.forget()
}
