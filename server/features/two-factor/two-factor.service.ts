import type { Confirmation } from '#contract/auth/confirmation.ts'
import type { PasswordAndCode } from '#contract/auth/two-factor.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit, emitOfAccount } from '../../platform/events/emit.ts'
import type { Member, Person } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { confirmIdentity } from '../auth/identity.ts'
import { lockPerson } from '../auth/recovery/proof.ts'
import { dropSecondFactor, endSessions, recordSecondFactor } from '../auth/sessions.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { requireMoreThanPassword } from '../passkeys/passkeys.service.ts'
import { hasPassword } from '../profile/profile.service.ts'
import { requireUser } from '../users/users.service.ts'
import { requireAppCode, sealSecret } from './codes.ts'
import { turnedOffMail, turnedOnMail } from './messages.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  updateTwoFactorRequirement,
  upsertWaitingSecret,
} from './two-factor.queries.ts'
import { appUri, hashRecoveryCode, newAppSecret, newRecoveryCodes, readRecoveryCode } from './two-factor.rules.ts'

type Own = Pick<Person, 'userId' | 'sessionId' | 'from'>

export async function findState({ tenants: { pool } }: Deps, userId: string) {
  const [own, recoveryCodesLeft, isPasswordSet] = await Promise.all([
    findTwoFactor(pool, userId),
    countRecoveryCodes(pool, userId),
    hasPassword(pool, userId),
  ])
  return { since: own?.confirmedAt ?? null, recoveryCodesLeft, hasPassword: isPasswordSet }
}

/**
 * Creates a secret for the authenticator app. Requires the password. Two-factor stays off until the first code is
 * entered.
 */
export async function startTwoFactor(deps: Deps, { userId, sessionId, from }: Person, typed: Confirmation) {
  if ((await findTwoFactor(deps.tenants.pool, userId))?.confirmedAt) throw new AppError('changed_meanwhile')
  await requireMoreThanPassword(deps.tenants.pool, { userId, sessionId })
  const { email } = await confirmIdentity(deps, { userId, from }, typed)
  const secret = newAppSecret()
  const isWaiting = await deps.tenants.pool.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    return upsertWaitingSecret(tx, userId, sealSecret(deps, userId, secret))
  })
  if (!isWaiting) throw new AppError('changed_meanwhile')
  return { secret, uri: appUri(secret, email) }
}

/**
 * Turns two-factor on and ends all other sessions of the person. The current session counts as two-factor, because it
 * has passed both factors.
 */
export async function confirmTwoFactor(deps: Deps, { userId, sessionId, from }: Person, code: string) {
  const { tenants, now } = deps
  const waiting = await requireAppCode(deps, { userId, code, ip: from?.ip ?? '' })
  if (waiting.confirmedAt) throw new AppError('changed_meanwhile')
  return tenants.pool.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    await requireMoreThanPassword(tx, { userId, sessionId })
    if (!(await confirmSecret(tx, userId, { secret: waiting.secret, now: now() })))
      throw new AppError('changed_meanwhile')
    await emitOfAccount(tx, { userId, from }, 'account.two_factor_on', {})
    await endSessions(tx, { userId, except: sessionId }, { now: now(), reason: 'two_factor', from })
    await recordSecondFactor(tx, sessionId, 'code')
    const { email, userLanguage } = await requireUser(tx, userId)
    await queueMessage(tx, turnedOnMail(userLanguage, { email }))
    return makeRecoveryCodes(tx, deps, userId)
  })
}

async function makeRecoveryCodes(tx: Db, { env }: Deps, userId: string) {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(env.secretKey, userId, readRecoveryCode(code) ?? ''))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

async function requireBoth(deps: Deps, { userId, from }: Pick<Person, 'userId' | 'from'>, typed: PasswordAndCode) {
  if (!(await findTwoFactor(deps.tenants.pool, userId))?.confirmedAt) throw new AppError('changed_meanwhile')
  await confirmIdentity(deps, { userId, from }, typed)
}

export async function turnOffTwoFactor(deps: Deps, { userId, sessionId, from }: Own, given: PasswordAndCode) {
  await requireBoth(deps, { userId, from }, given)
  await deps.tenants.pool.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    await dropTwoFactor(tx, { userId, from })
  })
}

/** Turns two-factor off. The caller must have locked the account in its transaction and checked a code before. */
export async function dropTwoFactor(tx: Db, { userId, from }: Pick<Person, 'userId' | 'from'>) {
  await deleteTwoFactor(tx, userId)
  await dropSecondFactor(tx, userId, 'code')
  await emitOfAccount(tx, { userId, from }, 'account.two_factor_off', {})
  const { email, userLanguage } = await requireUser(tx, userId)
  await queueMessage(tx, turnedOffMail(userLanguage, { email }))
}

export async function renewRecoveryCodes(deps: Deps, { userId, sessionId, from }: Own, given: PasswordAndCode) {
  await requireBoth(deps, { userId, from }, given)
  return deps.tenants.pool.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    await emitOfAccount(tx, { userId, from }, 'account.recovery_codes_renewed', {})
    return makeRecoveryCodes(tx, deps, userId)
  })
}

type Demand = { isRequired: boolean } & Confirmation
/**
 * Sets or removes the business's requirement of two-factor. The Owner who sets it must have passed two-factor in this
 * session, because they would be locked out otherwise. Removing it lowers security, so the Owner must confirm their
 * identity.
 */
export async function setTwoFactorRequirement(
  deps: Deps,
  { db, caller }: { db: Db; caller: Member },
  { isRequired, ...typed }: Demand,
) {
  if (isRequired && !caller.hasSecondFactor) throw new AppError('two_factor_first')
  if (!isRequired) await confirmIdentity(deps, caller, typed)
  await db.transaction().execute(async (tx) => {
    if (!(await updateTwoFactorRequirement(tx, caller.businessId, isRequired))) return
    const changes = { requiresTwoFactor: [!isRequired, isRequired] as [unknown, unknown] }
    await emit(tx, caller, 'business.changed', { campaignId: ALL_CAMPAIGNS, changes })
  })
}
