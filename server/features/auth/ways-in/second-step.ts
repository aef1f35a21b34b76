import { SECOND_STEP_MINUTES, SECOND_STEP_TRIES } from '#contract/auth/two-factor.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Client } from '../../../platform/http/client.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { requireUser } from '../../users/users.service.ts'
import { deleteSecondStep, type FirstWay, insertSecondStep, takeSecondStepTry } from '../auth.queries.ts'
import { type LockedAccount, lockAccount } from '../recovery/proof.ts'
import { noteRefusal } from '../refused-sign-ins.ts'
import { openSession, type PendingSecondStep, type SignedIn } from '../sessions.ts'
import { hashOf, newSecret } from '../tokens.ts'
import { hasTwoFactor } from './ways-in.ts'

type FirstFactor = {
  userId: string
  isRemembered: boolean
  client: Client
  way: FirstWay
  /** Checks the first factor again with the account locked, because a recovery may have happened meanwhile. */
  holds: (tx: Db, account: LockedAccount) => boolean | Promise<boolean>
}

/** After any first factor: opens a session, or starts the second step if two-factor is on. */
export function completeFirstFactor(
  deps: Deps,
  { userId, isRemembered, client, way, holds }: FirstFactor,
): Promise<SignedIn | PendingSecondStep> {
  const now = deps.now()
  return deps.tenants.pool.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!(await holds(tx, account))) throw new AppError('wrong_credentials')
    const user = await requireUser(tx, userId)
    if (!(await hasTwoFactor(tx, userId)))
      return { user, session: await openSession(tx, { userId, isRemembered, client, now, way }) }
    const token = newSecret()
    const expiresAt = new Date(now.getTime() + SECOND_STEP_MINUTES * 60_000)
    await insertSecondStep(tx, { tokenHash: hashOf(token), userId, isRemembered, way, expiresAt })
    return { token, expiresAt: expiresAt.toISOString() }
  })
}

/** The second step: a right code opens the session, once. Each try counts before its code is checked. */
export async function completeSecondStep(
  deps: Deps,
  { token, code }: { token: string; code: string },
  client: Client,
): Promise<SignedIn> {
  const { pool } = deps.tenants
  const tokenHash = hashOf(token)
  const step = await takeSecondStepTry(pool, tokenHash, { tries: SECOND_STEP_TRIES, now: deps.now() })
  if (!step || (step.isDemo && !client.mayBeDemo)) throw new AppError('second_step_expired')
  const { userId, isRemembered, way } = step
  await deps.identity.requireCode(deps, { userId, code, ip: client.ip }).catch(async (error: unknown) => {
    await noteWrongCode(deps, { userId, client }, error)
    throw error
  })
  const wanted = { userId, isRemembered, client, now: deps.now(), way, secondFactor: 'code' } as const
  return pool.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    if (!(await deleteSecondStep(tx, tokenHash))) throw new AppError('second_step_expired')
    return { user: await requireUser(tx, userId), session: await openSession(tx, wanted) }
  })
}

async function noteWrongCode(deps: Deps, { userId, client }: { userId: string; client: Client }, error: unknown) {
  if (!(error instanceof AppError)) return
  const { code } = error
  const { retryAfter } = error.details
  const refused = { who: { userId }, reason: 'wrong_code', client } as const
  if (code === 'code_wrong') await noteRefusal(deps, refused)
  if (code === 'too_many_requests' && retryAfter) await noteRefusal(deps, { ...refused, lockedFor: retryAfter })
}
