import { sql } from 'kysely'
import { type Account, provedOf } from '../personal-data.ts'

/** Invitations that were accepted, revoked or expired before this moment. */
export const isClosedBefore = (before: string) =>
  sql<boolean>`coalesce(accepted_at, revoked_at, expires_at) < ${before}::timestamptz`

/**
 * Rows of the person: accepted by them, or to an address of theirs. Businesses know a member by the address of the
 * account, proved or not.
 */
export function invitationsOf(account: Account) {
  const { email, phone } = provedOf(account)
  return sql`(accepted_by = ${account.userId} or email = ${email} or phone = ${phone} or (email = ${account.email}
    and business_id in (select business_id from memberships where user_id = ${account.userId})))`
}
