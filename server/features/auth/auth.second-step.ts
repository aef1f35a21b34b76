import { SECOND_STEP_MINUTES, SECOND_STEP_TRIES } from '#contract/two-factor.ts'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hasTwoFactor, requireCode } from '../two-factor/two-factor.codes.ts'
import { requireUser } from '../users/users.service.ts'
import { deleteSecondStep, type FirstWay, insertSecondStep, takeSecondStepTry } from './auth.queries.ts'
import { noteRefusal } from './auth.refusals.ts'
import { type Owed, openSession, type SignedIn } from './auth.sessions.ts'
import { hashOf, newSecret } from './auth.tokens.ts'

type Entering = { userId: string; isRemembered: boolean; client: Client; way: FirstWay }

/** After the first factor, whichever it was: in, or one step away for whoever has a second one. */
export async function enter(deps: Deps, { userId, isRemembered, client, way }: Entering): Promise<SignedIn | Owed> {
  const { pool } = deps.tenants
  const now = deps.now()
  const user = await requireUser(pool, userId)
  if (!(await hasTwoFactor(pool, userId)))
    return { user, session: await openSession(pool, { userId, isRemembered, client, now, way }) }
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + SECOND_STEP_MINUTES * 60_000)
  await insertSecondStep(pool, { tokenHash: hashOf(token), userId, isRemembered, way, expiresAt })
  return { token, expiresAt: expiresAt.toISOString() }
}

/** The second step: a right code opens the session, once. Each try counts before its code is looked at. */
export async function takeSecondStep(
  deps: Deps,
  { token, code }: { token: string; code: string },
  client: Client,
): Promise<SignedIn> {
  const { pool } = deps.tenants
  const tokenHash = hashOf(token)
  const step = await takeSecondStepTry(pool, tokenHash, { tries: SECOND_STEP_TRIES, now: deps.now() })
  if (!step || (step.isDemo && !client.isLocal)) throw new AppError('second_step_expired')
  const { userId, isRemembered, way } = step
  await requireCode(deps, { userId, code }).catch(async (error: unknown) => {
    await noteWrongCode(deps, { userId, client }, error)
    throw error
  })
  if (!(await deleteSecondStep(pool, tokenHash))) throw new AppError('second_step_expired')
  const wanted = { userId, isRemembered, client, now: deps.now(), way, secondFactor: 'code' } as const
  return { user: await requireUser(pool, userId), session: await openSession(pool, wanted) }
}

async function noteWrongCode(deps: Deps, { userId, client }: { userId: string; client: Client }, error: unknown) {
  if (!(error instanceof AppError)) return
  const { code } = error
  const { retryAfter } = error.details
  const refused = { who: { userId }, reason: 'wrong_code', client } as const
  if (code === 'code_wrong') await noteRefusal(deps, refused)
  if (code === 'too_many_requests' && retryAfter) await noteRefusal(deps, { ...refused, lockedFor: retryAfter })
}
