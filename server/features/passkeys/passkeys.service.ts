import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Confirmation } from '#contract/auth/confirmation.ts'
import { type NewCredential, PASSKEY_MINUTES, PASSKEYS_MAX } from '#contract/auth/passkeys.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emitOfAccount, type Origin } from '../../platform/events/emit.ts'
import type { Person } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { confirmIdentity } from '../auth/identity.ts'
import { lockPerson } from '../auth/recovery/proof.ts'
import { dropSecondFactor, hasGivenSecondFactor, recordSecondFactor } from '../auth/sessions.ts'
import { hasTwoFactor } from '../auth/ways-in/ways-in.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { requireUser } from '../users/users.service.ts'
import { consumeChallenge } from './challenges.ts'
import { addedMail, removedMail } from './messages.ts'
import { deletePasskey, insertPasskey, listPasskeys } from './passkeys.queries.ts'
import { handleOf, newChallenge, siteOf } from './passkeys.rules.ts'

type Own = Pick<Person, 'userId' | 'sessionId' | 'from'>

export const findPasskeys = ({ tenants }: Deps, userId: string) => listPasskeys(tenants.pool, userId)

/**
 * If the account has a passkey but no two-factor, requires a session with a second factor for adding or removing one
 * (decision 32). If the password alone were enough, the second factor would be worth no more than the password. If
 * two-factor is on, its code is enough.
 */
export async function requireMoreThanPassword(db: Db, { userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>) {
  if ((await hasGivenSecondFactor(db, sessionId)) || (await hasTwoFactor(db, userId))) return
  if ((await listPasskeys(db, userId)).length > 0) throw new AppError('passkey_first')
}

/** Requires the password. Otherwise a passkey that a stranger adds on an unlocked screen would give lasting access. */
export async function startPasskey(deps: Deps, { userId, sessionId, from }: Own, typed: Confirmation) {
  const { env, tenants, now } = deps
  const { rpId, isPossible } = siteOf(env.publicUrl)
  if (!isPossible) throw new AppError('passkey_impossible')
  await requireMoreThanPassword(tenants.pool, { userId, sessionId })
  await confirmIdentity(deps, { userId, from }, typed)
  const [{ email, name }, known] = await Promise.all([
    requireUser(tenants.pool, userId),
    listPasskeys(tenants.pool, userId),
  ])
  requireRoom(known)
  return generateRegistrationOptions({
    rpName: 'Leadline',
    rpID: rpId,
    userID: handleOf(userId),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(newChallenge(env.secretKey, userId, now())),
    timeout: PASSKEY_MINUTES * 60_000,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
}

function requireRoom(known: readonly unknown[]) {
  if (known.length >= PASSKEYS_MAX) throw new AppError('too_many_passkeys')
}

/** Stores a verified new passkey. Creating it verified the user, so this session counts as two-factor from now on. */
export async function addPasskey(
  deps: Deps,
  { userId, sessionId, from }: Person,
  { name, credential }: { name: string; credential: NewCredential },
) {
  const { tenants, now } = deps
  const { publicKey, id, counter } = await verifyNew(deps, userId, credential)
  const transports = credential.response.transports ?? []
  return tenants.pool.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    await requireMoreThanPassword(tx, { userId, sessionId })
    requireRoom(await listPasskeys(tx, userId))
    const own = { id: newId(), userId, credentialId: id, publicKey: Buffer.from(publicKey), counter, transports, name }
    const added = await insertPasskey(tx, { ...own, now: now() })
    if (!added) throw new AppError('passkey_known')
    await recordSecondFactor(tx, sessionId, 'passkey')
    const { email, userLanguage } = await requireUser(tx, userId)
    await queueMessage(tx, addedMail(userLanguage, { email, name }))
    await emitOfAccount(tx, { userId, from }, 'account.passkey_added', { personal: { name } })
    return added
  })
}

async function verifyNew(deps: Deps, userId: string, credential: NewCredential) {
  const { rpId, origin } = siteOf(deps.env.publicUrl)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, authenticatorAttachment: undefined, clientExtensionResults: {} } as never,
    expectedChallenge: (challenge) => consumeChallenge(deps, userId, challenge),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw new AppError('passkey_refused')
  return registrationInfo.credential
}

export async function removePasskey(
  deps: Deps,
  { userId, sessionId, from }: Own,
  { passkeyId, ...typed }: { passkeyId: string } & Confirmation,
) {
  const { tenants } = deps
  if (!(await listPasskeys(tenants.pool, userId)).some(({ _id }) => _id === passkeyId))
    throw new AppError('passkey_not_found')
  await requireMoreThanPassword(tenants.pool, { userId, sessionId })
  await confirmIdentity(deps, { userId, from }, typed)
  await tenants.pool.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    await dropPasskey(tx, { userId, from }, passkeyId)
  })
}

type Of = { userId: string; from: Origin | undefined; byThem?: boolean }
/**
 * Removes a passkey. The caller must have locked the account in its transaction. When the last passkey is removed,
 * sessions that were opened with a passkey no longer count as two-factor.
 */
export async function dropPasskey(tx: Db, of: Of, passkeyId: string) {
  const { userId } = of
  const removed = (await listPasskeys(tx, userId)).find(({ _id }) => _id === passkeyId)
  if (!removed || !(await deletePasskey(tx, userId, passkeyId))) throw new AppError('passkey_not_found')
  if ((await listPasskeys(tx, userId)).length === 0) await dropSecondFactor(tx, userId, 'passkey')
  const { email, userLanguage } = await requireUser(tx, userId)
  await queueMessage(tx, removedMail(userLanguage, { email, name: removed.name }))
  const personal = { name: removed.name }
  await emitOfAccount(tx, of, 'account.passkey_removed', { personal })
}

/** Removes all passkeys; returns false if there was none. */
export async function dropPasskeys(tx: Db, of: Of): Promise<boolean> {
  const known = await listPasskeys(tx, of.userId)
  for (const { _id } of known) await dropPasskey(tx, of, _id)
  return known.length > 0
}
