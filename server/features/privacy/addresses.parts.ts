import { sql } from 'kysely'

export type Account = {
  userId: string
  email: string
  phone: string | null
  emailVerifiedAt: string | null
  phoneVerifiedAt: string | null
}

/**
 * Anybody can register with anybody's phone and e-mail address. They are the person's own once a code or a link that went
 * there came back, or Google vouched; null: not shown yet.
 */
export const provedOf = ({ email, phone, emailVerifiedAt, phoneVerifiedAt }: Account) => ({
  email: emailVerifiedAt === null ? null : email,
  phone: phoneVerifiedAt === null ? null : phone,
})

/** Businesses that let them in know them by the address of their account, proved or not. */
const theirBusinesses = (userId: string) => sql`(select business_id from memberships where user_id = ${userId})`

/** Rows of `messages` that went to the person. What the installation itself writes to an address is about its account. */
export function messagesTo(account: Account) {
  const { email, phone } = provedOf(account)
  return sql`(recipient = ${email} or recipient = ${phone} or (recipient = ${account.email}
    and (business_id is null or business_id in ${theirBusinesses(account.userId)})))`
}

/** Rows of `invitations` that are the person's: accepted by them, or for an address that is theirs. */
export function invitationsOf(account: Account) {
  const { email, phone } = provedOf(account)
  return sql`(accepted_by = ${account.userId} or email = ${email} or phone = ${phone}
    or (email = ${account.email} and business_id in ${theirBusinesses(account.userId)}))`
}
