import type { Session } from '#contract/profile.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Person } from '../../platform/http/caller.ts'
import { deviceOf } from '../../platform/http/content/devices.ts'
import { AppError } from '../../platform/http/errors.ts'
import { endSessions } from '../auth/sessions.ts'
import { findAccount, listSessions } from './profile.queries.ts'

/** Whether the account has a password. Accounts created with Google have none until one is set. */
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

/** Ends a session of the person. Its token is refused and its streams close at once. */
export async function endSession(
  { tenants, now }: Deps,
  { userId, from }: Pick<Person, 'userId' | 'from'>,
  sessionId: string,
) {
  const own = await listSessions(tenants.pool, userId, now())
  if (!own.some(({ _id }) => _id === sessionId)) throw new AppError('session_not_found')
  await tenants.pool
    .transaction()
    .execute((tx) => endSessions(tx, { sessionId }, { now: now(), reason: 'revoked', from }))
}

export async function endOtherSessions(
  { tenants, now }: Deps,
  { userId, sessionId, from }: Pick<Person, 'userId' | 'sessionId' | 'from'>,
) {
  await tenants.pool
    .transaction()
    .execute((tx) => endSessions(tx, { userId, except: sessionId }, { now: now(), reason: 'revoked', from }))
}
