import type { z } from 'zod'
import type { PasswordReset } from '#contract/auth/auth.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emitOfAccount, type Origin } from '../../../platform/events/emit.ts'
import { type Client, originOfClient } from '../../../platform/http/client.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { counterOf, forgetHits, hit, limitTo, networkOf } from '../../../platform/http/rate-limits.ts'
import { newId } from '../../../platform/ids.ts'
import { addJobs, specOf } from '../../../platform/jobs/job.ts'
import { queueMessage } from '../../messages/messages.service.ts'
import { requireUser } from '../../users/users.service.ts'
import { deleteUnfinishedChanges, updatePassword } from '../accounts.queries.ts'
import { sendResetLink } from '../auth.jobs.ts'
import { deleteReset, deleteResets, findReset } from '../auth.queries.ts'
import { limits, placeCounter } from '../limits.ts'
import { passwordMail } from '../messages.ts'
import { hashPassword, requireStrong } from '../passwords.ts'
import { endSessions } from '../sessions.ts'
import { hashOf } from '../tokens.ts'
import { allTriesOf } from '../tries.ts'
import { findWaysIn, openReview } from '../ways-in/ways-in.ts'
import { lockAccount, proveAddress } from './proof.ts'

/** Runs in a job, so that neither the reply nor its time reveals whether the address has an account. */
export async function requestReset({ tenants, workerDb, now }: Deps, email: string, client: Client) {
  const at = now()
  await limitTo(tenants.pool, placeCounter('recoveryPlace', client.ip), limits.recoveryPlace, at)
  await limitTo(tenants.pool, counterOf('recovery', email, networkOf(client.ip)), limits.recovery, at)
  // Above this limit, requests are accepted but send no link, except one every ten minutes: the mailbox already has
  // recent links.
  const isFlooded = await hit(tenants.pool, counterOf('recoveryEverywhere', email), limits.recoveryEverywhere, at)
  if (isFlooded && (await hit(tenants.pool, counterOf('recoveryBeyond', email), limits.recoveryBeyond, at))) return
  await addJobs(workerDb, [specOf(sendResetLink, { requestId: newId(), email, mayBeDemo: client.mayBeDemo })])
}

const requireReset = async ({ tenants, now }: Deps, token: string, client: Client) => {
  const reset = await findReset(tenants.pool, hashOf(token), now())
  if (!reset || (reset.isDemo && !client.mayBeDemo)) throw new AppError('link_expired')
  return reset
}

/** Throws `link_expired` for a link that cannot be used any more. */
export async function checkReset(deps: Deps, token: string, client: Client) {
  await requireReset(deps, token, client)
}

/**
 * Sets the password, consumes the link and ends every session of the account. The link was mailed, so it proves the
 * address: a first proof removes the other ways in (decision 31). Later recoveries keep them, and the reply lists them.
 */
export async function resetPassword(deps: Deps, { token, password }: z.output<typeof PasswordReset>, client: Client) {
  const { tenants, now } = deps
  const { userId, email } = await requireReset(deps, token, client)
  requireStrong(password, await requireUser(tenants.pool, userId))
  const passwordHash = await hashPassword(password)
  return tenants.pool.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    if (!(await deleteReset(tx, hashOf(token), now()))) throw new AppError('link_expired')
    const from = originOfClient(client)
    await proveAddress(tx, { userId, now: now(), from })
    await setPassword(tx, { userId, passwordHash, now: now(), way: 'recovery', from })
    // Clears the lockout of this network.
    for (const counter of allTriesOf({ email, ip: client.ip })) await forgetHits(tx, counter)
    return { review: await openReview(tx, userId, now()), waysIn: await findWaysIn(tx, userId) }
  })
}

type NewPassword = {
  userId: string
  passwordHash: string
  now: Date
  /** Whether the password was set with the old one or through a mailed link. */
  way: 'known' | 'recovery'
  from: Origin | undefined
  /** The session that stays open; without one all end. */
  except?: string
}

/**
 * Sets the password, ends sessions and everything begun in them, and notifies the person by mail, with the other ways to
 * sign in.
 */
export async function setPassword(tx: Db, { userId, passwordHash, now, way, from, except }: NewPassword) {
  await updatePassword(tx, userId, passwordHash)
  await endResetLinks(tx, userId)
  await deleteUnfinishedChanges(tx, userId)
  await emitOfAccount(tx, { userId, from }, 'account.password_changed', { way })
  await endSessions(tx, { userId, except }, { now, reason: 'password', from })
  const { email, userLanguage } = await requireUser(tx, userId)
  await queueMessage(tx, passwordMail(userLanguage, { email, waysIn: await findWaysIn(tx, userId) }))
}

/** Invalidates links to set a password and reviews after a recovery. */
export const endResetLinks = (tx: Db, userId: string) => deleteResets(tx, userId)
