import { sql } from 'kysely'

export type Account = {
  userId: string
  email: string
  phone: string | null
  emailVerifiedAt: string | null
  phoneVerifiedAt: string | null
}

/**
 * Phone and e-mail of an account, once proved by a code, a link or Google; null: not proved. Unproved ones may belong
 * to another person.
 */
export const provedOf = ({ email, phone, emailVerifiedAt, phoneVerifiedAt }: Account) => ({
  email: emailVerifiedAt === null ? null : email,
  phone: phoneVerifiedAt === null ? null : phone,
})

/** Businesses know a member by the address of the account, proved or not. */
const theirBusinesses = (userId: string) => sql`(select business_id from memberships where user_id = ${userId})`

/** Rows of `messages` sent to the person. Messages of the installation itself are about the account. */
export function messagesTo(account: Account) {
  const { email, phone } = provedOf(account)
  return sql`(recipient = ${email} or recipient = ${phone} or (recipient = ${account.email}
    and (business_id is null or business_id in ${theirBusinesses(account.userId)})))`
}

/** Rows of `invitations` of the person: accepted by them, or to an address of theirs. */
export function invitationsOf(account: Account) {
  const { email, phone } = provedOf(account)
  return sql`(accepted_by = ${account.userId} or email = ${email} or phone = ${phone}
    or (email = ${account.email} and business_id in ${theirBusinesses(account.userId)}))`
}
