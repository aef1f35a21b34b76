import type { Confirmation } from '#contract/auth/confirmation.ts'
import { REVIEW_MINUTES, type WaysIn } from '#contract/auth/ways-in.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Origin } from '../../../platform/events/emit.ts'
import type { Person } from '../../../platform/http/caller.ts'
import { insertReview } from '../auth.queries.ts'
import { hashOf, newSecret } from '../tokens.ts'
import { findAccountPhone, findGoogleLink, findTwoFactorStart, listOwnPasskeys } from './ways-in.queries.ts'

export type Own = { userId: string; from: Origin | undefined }
/**
 * Registered checks of identity, and removals of ways to sign in. A removal runs in a transaction that has locked the
 * account.
 */
export type IdentityHandlers = {
  /** Password and, where two-factor is on, a code. */
  confirm: (deps: Deps, person: Pick<Person, 'userId' | 'from'>, typed: Confirmation) => Promise<unknown>
  /** Whether an invitation's link proves the address. */
  isMailedTo: (deps: Deps, invitation: { id: string; token: string; email: string }) => Promise<boolean>
  requireCode: (deps: Deps, typed: { userId: string; code: string; ip: string }) => Promise<void>
  dropTwoFactor: (tx: Db, own: Own) => Promise<void>
  dropPasskey: (tx: Db, own: Own, passkeyId: string) => Promise<void>
  dropLink: (tx: Db, own: Own) => Promise<void>
}

/** Whether sign-in requires a code. */
export const hasTwoFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await findTwoFactorStart(db, userId)) !== undefined

/** The ways to sign in other than the password. */
export const findWaysIn = async (db: Db, userId: string): Promise<WaysIn> => ({
  passkeys: await listOwnPasskeys(db, userId),
  twoFactor: (await findTwoFactorStart(db, userId)) ?? null,
  google: (await findGoogleLink(db, userId)) ?? null,
  phone: (await findAccountPhone(db, userId))?.phone ?? null,
})

/** The secret that allows removing ways in after a recovery, until the password changes again. */
export async function openReview(tx: Db, userId: string, now: Date): Promise<string> {
  const review = newSecret()
  const expiresAt = new Date(now.getTime() + REVIEW_MINUTES * 60_000)
  await insertReview(tx, { tokenHash: hashOf(review), userId, now, expiresAt })
  return review
}
