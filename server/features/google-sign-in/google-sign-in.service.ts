import { z } from 'zod'
import type { Confirmation } from '#contract/auth/confirmation.ts'
import { type Arrival, GOOGLE_MINUTES, type NewByGoogle } from '#contract/auth/google-sign-in.ts'
import type { Language } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emitOfAccount } from '../../platform/events/emit.ts'
import type { Person } from '../../platform/http/caller.ts'
import { type Client, originOfClient } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, type Limit, limitTo, networkOf } from '../../platform/http/rate-limits.ts'
import { openRedirects } from '../../platform/oauth/redirects.ts'
import { findAccountId, provePassword, registerByProvider } from '../auth/auth.service.ts'
import { confirmIdentity } from '../auth/identity.ts'
import { lockAccount, lockPerson, proveAddress } from '../auth/recovery/proof.ts'
import type { PendingSecondStep, SignedIn } from '../auth/sessions.ts'
import { hashOf, newSecret } from '../auth/tokens.ts'
import { completeFirstFactor } from '../auth/ways-in/second-step.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { hasPassword } from '../profile/profile.service.ts'
import { requireUser } from '../users/users.service.ts'
import {
  deleteLink,
  deletePendingIdentity,
  findLink,
  findLinkedUser,
  findPendingIdentity,
  insertLink,
  insertPendingIdentity,
} from './google-sign-in.queries.ts'
import { linkedMail, unlinkedMail } from './messages.ts'

const PLACE_LIMIT: Limit = { max: 100, seconds: 15 * 60 }

function requireGoogle(deps: Deps) {
  if (!deps.google) throw new AppError('not_found')
  return openRedirects(deps, deps.google, {
    // The name used in the first version. It cannot change, because pending redirects are encrypted with it.
    purpose: 'google trip',
    minutes: GOOGLE_MINUTES,
    kept: z.object({ isRemembered: z.boolean() }),
    failures: { start: 'google_url_failed', finish: 'google_failed' },
  })
}

/** The address of Google's sign-in page, and a ticket that binds the redirect to this browser. */
export async function startRedirect(deps: Deps, isRemembered: boolean, client: Client) {
  const { tenants, now } = deps
  const google = requireGoogle(deps)
  await limitTo(tenants.pool, counterOf('googlePlace', networkOf(client.ip)), PLACE_LIMIT, now())
  return google.start({ isRemembered })
}

type Back = { ticket: string; query: string }
/** Accepts the return of the same browser, once. */
export async function finishRedirect(deps: Deps, back: Back, client: Client) {
  const { tenants, now } = deps
  const { answer: identity, kept } = await requireGoogle(deps).finish(back)
  const { isRemembered } = kept
  if (!identity.isEmailVerified) throw new AppError('google_email_unverified')
  const linked = await findLinkedUser(tenants.pool, identity)
  if (linked?.isDemo && !client.mayBeDemo) throw new AppError('google_failed')
  const holds = async (tx: Db) => (await findLinkedUser(tx, identity))?.id === linked?.id
  if (linked) return completeFirstFactor(deps, { userId: linked.id, isRemembered, client, way: 'google', holds })
  const token = newSecret()
  const { name, email, issuer, subject } = identity
  const who = { issuer, subject, email, name, isRemembered }
  await insertPendingIdentity(tenants.pool, {
    tokenHash: hashOf(token),
    ...who,
    expiresAt: new Date(now().getTime() + GOOGLE_MINUTES * 60_000),
  })
  const kind = (await findAccountId(tenants.pool, email)) ? 'link' : 'register'
  return { arrival: { token, kind, email, name } satisfies Arrival }
}

async function requirePendingIdentity({ tenants, now }: Deps, token: string) {
  const pending = await findPendingIdentity(tenants.pool, hashOf(token), now())
  if (!pending) throw new AppError('google_expired')
  return pending
}

/** Links Google to an existing account, proved by its password. The second factor still applies. */
export async function linkAccount(
  deps: Deps,
  { token, password }: { token: string; password: string },
  client: Client,
): Promise<SignedIn | PendingSecondStep> {
  const { tenants, now } = deps
  const { issuer, subject, email, isRemembered } = await requirePendingIdentity(deps, token)
  const { userId, holds } = await provePassword(deps, { email, password }, client)
  await tenants.pool.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, userId)
    // The e-mail may have changed since the password was proved.
    if (account.email !== email || !holds(tx, account)) throw new AppError('wrong_credentials')
    if (!(await deletePendingIdentity(tx, hashOf(token)))) throw new AppError('google_expired')
    await proveAddress(tx, { userId, now: now(), from: originOfClient(client) })
    if (!(await insertLink(tx, { issuer, subject, email, userId, now: now() }))) throw new AppError('google_linked')
    const { userLanguage } = await requireUser(tx, userId)
    await queueMessage(tx, linkedMail(userLanguage, { email }))
    await emitOfAccount(tx, { userId, from: originOfClient(client) }, 'account.google_linked', {})
  })
  return completeFirstFactor(deps, { userId, isRemembered, client, way: 'google', holds })
}

export async function findOwn({ tenants }: Deps, userId: string) {
  const [account, hasOne] = await Promise.all([findLink(tenants.pool, userId), hasPassword(tenants.pool, userId)])
  return { account: account ?? null, hasPassword: hasOne }
}

/** Requires the password, which confirms the person's identity and ensures that another way to sign in remains. */
export async function unlinkAccount(
  deps: Deps,
  { userId, sessionId, from }: Pick<Person, 'userId' | 'sessionId' | 'from'>,
  typed: Confirmation,
) {
  await confirmIdentity(deps, { userId, from }, typed)
  await deps.tenants.pool.transaction().execute(async (tx) => {
    await lockPerson(tx, { userId, sessionId })
    await dropLink(tx, { userId, from })
  })
}

/**
 * Removes the link to Google. The caller must have locked the account in its transaction and checked that a password is
 * set.
 */
export async function dropLink(tx: Db, { userId, from }: Pick<Person, 'userId' | 'from'>) {
  const unlinked = await deleteLink(tx, userId)
  if (!unlinked) return
  const { email, userLanguage } = await requireUser(tx, userId)
  await queueMessage(tx, unlinkedMail(userLanguage, { email, google: unlinked.email }))
  await emitOfAccount(tx, { userId, from }, 'account.google_unlinked', {})
}

/** Creates an account without a password; the phone is confirmed by a code as usual. */
export async function registerByGoogle(
  deps: Deps,
  { token, ...given }: z.output<typeof NewByGoogle>,
  from: { client: Client; language: Language },
): Promise<SignedIn> {
  const { issuer, subject, email, isRemembered } = await requirePendingIdentity(deps, token)
  return registerByProvider(deps, { ...given, email, isRemembered }, from, async (tx, userId) => {
    if (!(await deletePendingIdentity(tx, hashOf(token)))) throw new AppError('google_expired')
    if (!(await insertLink(tx, { issuer, subject, email, userId, now: deps.now() })))
      throw new AppError('google_linked')
  })
}
