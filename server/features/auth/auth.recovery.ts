import type { z } from 'zod'
import type { PasswordReset } from '#contract/auth.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emitOfAccount, type Origin } from '../../platform/events/emit.ts'
import { type Client, originOfClient } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, forgetHits, limitTo } from '../../platform/http/limits.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { requireUser } from '../users/users.service.ts'
import { updatePassword } from './accounts.queries.ts'
import { sendResetLink } from './auth.jobs.ts'
import { limits, placeCounter, signInCounter } from './auth.limits.ts'
import { passwordMail } from './auth.messages.ts'
import { hashPassword, requireUncommon } from './auth.passwords.ts'
import { deleteSecondSteps, deleteUnusedResets, findReset, updateResetUsed } from './auth.queries.ts'
import { endSessions } from './auth.sessions.ts'
import { hashOf } from './auth.tokens.ts'

/** Leaves everything to a job, so that neither the answer nor its time tells whether the address has an account. */
export async function askForReset({ tenants, workerDb, now }: Deps, email: string, client: Client) {
  const at = now()
  await limitTo(tenants.pool, placeCounter('recoveryPlace', client.ip), limits.recoveryPlace, at)
  await limitTo(tenants.pool, counterOf('recovery', email), limits.recovery, at)
  await addJobs(workerDb, [specOf(sendResetLink, { requestId: newId(), email, isLocal: client.isLocal })])
}

const requireReset = async ({ tenants, now }: Deps, token: string, client: Client) => {
  const reset = await findReset(tenants.pool, hashOf(token), now())
  if (!reset || (reset.isDemo && !client.isLocal)) throw new AppError('link_expired')
  return reset
}

/** Throws `link_expired` for a link that cannot be used any more. */
export async function checkReset(deps: Deps, token: string, client: Client) {
  await requireReset(deps, token, client)
}

/** Sets the password, uses the link up and ends every session of the account. */
export async function resetPassword(deps: Deps, { token, password }: z.output<typeof PasswordReset>, client: Client) {
  const { tenants, access, now } = deps
  const { userId, email } = await requireReset(deps, token, client)
  requireUncommon(password)
  const passwordHash = await hashPassword(password)
  await tenants.pool.transaction().execute(async (tx) => {
    if (!(await updateResetUsed(tx, hashOf(token), now()))) throw new AppError('link_expired')
    await setPassword(tx, { userId, passwordHash, now: now(), way: 'recovery', from: originOfClient(client) })
    // Whoever was locked out for guessing may now sign in from here.
    await forgetHits(tx, signInCounter(email, client.ip))
  })
  access.forget()
}

type NewPassword = {
  userId: string
  passwordHash: string
  now: Date
  /** Whether the old one was known, or a link from a mail was followed. */
  way: 'known' | 'recovery'
  from: Origin | undefined
  /** The session that goes on; without one all end. */
  except?: string
}

/** Whoever knew the old password is out: sessions and links to set another one end, and the person is told by mail. */
export async function setPassword(tx: Db, { userId, passwordHash, now, way, from, except }: NewPassword) {
  await updatePassword(tx, userId, passwordHash)
  await endResetLinks(tx, userId)
  await deleteSecondSteps(tx, userId)
  await emitOfAccount(tx, { userId, from }, 'account.password_changed', { way })
  await endSessions(tx, { userId, except }, { now, reason: 'password', from })
  const { email, userLanguage } = await requireUser(tx, userId)
  await queueMessage(tx, passwordMail(userLanguage, { email }))
}

/** Of links to set a password none works any more. */
export const endResetLinks = (tx: Db, userId: string) => deleteUnusedResets(tx, userId)
