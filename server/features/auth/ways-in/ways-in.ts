import { REVIEW_MINUTES, type WaysIn } from '#contract/auth/ways-in.ts'
import type { Db } from '../../../platform/db/db.ts'
import { insertReview } from '../auth.queries.ts'
import { hashOf, newSecret } from '../tokens.ts'
import { findAccountPhone, findGoogleLink, findTwoFactorStart, listOwnPasskeys } from './ways-in.queries.ts'

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
