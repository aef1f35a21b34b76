import { EMAIL_CHANGE_HOURS, type EmailChange, type PendingEmail } from '#contract/profile.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emitOfAccount, type Origin } from '../../platform/events/emit.ts'
import type { Person } from '../../platform/http/caller.ts'
import { type Client, originOfClient } from '../../platform/http/client.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { counterOf, type Limit, limitTo, networkOf } from '../../platform/http/rate-limits.ts'
import { verifyAccessToken } from '../access/access-tokens.ts'
import { confirmIdentity } from '../auth/identity.ts'
import { holdsSession, lockAccount, lockPerson } from '../auth/recovery/proof.ts'
import { endResetLinks } from '../auth/recovery/recovery.ts'
import { hashOf, isHashOf, newSecret } from '../auth/tokens.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { requireUser } from '../users/users.service.ts'
import { confirmNewMail, confirmOldMail, emailChangedMail, emailInUseMail } from './messages.ts'
import * as queries from './profile.queries.ts'

const HOUR_MS = 3_600_000
/** PostgreSQL's error code. Here it means that another account took the address in the meantime. */
const UNIQUE_VIOLATION = '23505'
const limits = {
  /** Limited, because the new address may be a stranger's. */
  emailChange: { max: 5, seconds: 3_600 },
  emailChangeTo: { max: 5, seconds: 3_600 },
  emailConfirm: { max: 50, seconds: 3_600 },
} as const satisfies Record<string, Limit>

type Row = NonNullable<Awaited<ReturnType<typeof queries.findEmailChange>>>
const toPending = ({ email, expiresAt, oldConfirmedAt, newConfirmedAt }: Row): PendingEmail => ({
  email,
  expiresAt,
  isOldConfirmed: oldConfirmedAt !== null,
  isNewConfirmed: newConfirmedAt !== null,
})

export async function findPendingEmail({ tenants, now }: Deps, userId: string): Promise<PendingEmail | null> {
  const change = await queries.findEmailChange(tenants.pool, userId, now())
  return change ? toPending(change) : null
}

/**
 * Sends a link to the old and the new address; the address changes when both are confirmed. If the new address has an
 * account, it gets a notice without a link. The reply is the same in both cases, so it does not reveal accounts.
 */
export async function requestEmailChange(
  deps: Deps,
  { userId, sessionId, from }: Pick<Person, 'userId' | 'sessionId' | 'from'>,
  { email, ...typed }: EmailChange,
): Promise<PendingEmail> {
  const { env, tenants, now } = deps
  const account = await confirmIdentity(deps, { userId, from }, typed)
  if (account.email === email) throw invalidInput('email', 'email_same')
  await limitTo(tenants.pool, counterOf('emailChange', userId), limits.emailChange, now())
  await limitTo(tenants.pool, counterOf('emailChangeTo', email), limits.emailChangeTo, now())
  const { userLanguage: language } = await requireUser(tenants.pool, userId)
  const [toOld, toNew] = [newSecret(), newSecret()]
  const linkOf = (secret: string) => `${env.publicUrl}/auth/confirm-email?token=${secret}`
  const expiresAt = new Date(now().getTime() + EMAIL_CHANGE_HOURS * HOUR_MS)
  return tenants.pool.transaction().execute(async (tx) => {
    // Read under the lock, because a concurrent request may have changed the address.
    const { email: oldEmail } = await lockPerson(tx, { userId, sessionId })
    const isTaken = await queries.hasAccount(tx, email)
    const change = { userId, email, oldHash: hashOf(toOld), newHash: hashOf(toNew), expiresAt }
    const row = await queries.upsertEmailChange(tx, change)
    const addresses = { oldEmail, newEmail: email }
    await queueMessages(tx, [
      confirmOldMail(language, { ...addresses, url: linkOf(toOld) }),
      isTaken ? emailInUseMail(language, addresses) : confirmNewMail(language, { ...addresses, url: linkOf(toNew) }),
    ])
    return toPending(row)
  })
}

export const cancelEmailChange = ({ tenants }: Deps, userId: string) => queries.deleteEmailChange(tenants.pool, userId)

type Confirming = { token: string; client: Client; bearer: string | undefined }
/**
 * Confirms one of the two addresses; the second confirmation changes the address. Idempotent. The new address must be
 * confirmed while signed in to the account. Otherwise a person who clicks the link could have their address joined to a
 * stranger's account.
 */
export async function confirmEmail(deps: Deps, { token, client, bearer }: Confirming): Promise<'waiting' | 'changed'> {
  const { env, tenants, now } = deps
  const claims = bearer ? await verifyAccessToken(env.secretKey, bearer, now()) : null
  await limitTo(tenants.pool, counterOf('emailConfirm', networkOf(client.ip)), limits.emailConfirm, now())
  return tenants.pool.transaction().execute(async (tx) => {
    const owner = await queries.findEmailChangeOf(tx, hashOf(token), now())
    // Locks the account first, in the same order as a recovery, which deletes the pending change.
    if (owner) await lockAccount(tx, owner.userId)
    const change = owner && (await queries.lockEmailChange(tx, hashOf(token), now()))
    if (!change) throw new AppError('link_expired')
    const { userId, oldHash, oldConfirmedAt, newConfirmedAt } = change
    const which = isHashOf(oldHash, token) ? 'old' : 'new'
    if (which === 'new' && !(await holdsSession(tx, userId, claims))) throw new AppError('sign_in_to_confirm')
    if ((which === 'old' ? newConfirmedAt : oldConfirmedAt) === null) {
      await queries.confirmAddress(tx, userId, { which, now: now() })
      return 'waiting'
    }
    await changeEmail(tx, { userId, from: originOfClient(client) }, { email: change.email, now: now() })
    return 'changed'
  })
}

/** Changes the address, notifies the old one and invalidates the reset links sent to it. */
async function changeEmail(
  tx: Db,
  { userId, from }: { userId: string; from: Origin },
  { email, now }: { email: string; now: Date },
) {
  const { email: oldEmail, userLanguage } = await requireUser(tx, userId)
  await queries.updateEmail(tx, userId, { email, now }).catch((error: { code?: string }) => {
    throw error.code === UNIQUE_VIOLATION ? new AppError('email_taken') : error
  })
  await queries.deleteEmailChange(tx, userId)
  await endResetLinks(tx, userId)
  const personal = { changes: { email: [oldEmail, email] } }
  await emitOfAccount(tx, { userId, from }, 'account.changed', { personal })
  await queueMessages(tx, [emailChangedMail(userLanguage, { oldEmail, newEmail: email })])
}
