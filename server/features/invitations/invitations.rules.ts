import { email as emailShape } from '#contract/common.ts'
import type { Invitation, InvitationState, OpenedInvitation } from '#contract/invitations.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { Issue } from '../../platform/http/errors.ts'
import { parsePhone } from '../../platform/http/phones.ts'
import type { findOpened, InvitationRow } from './invitations.queries.ts'

export type Recipient = { email: string; phone: null } | { email: null; phone: string }

/** As it is stored; undefined where it is neither an address nor a number that could be dialled. */
function readRecipient(typed: string): Recipient | undefined {
  if (typed.includes('@')) {
    const { data } = emailShape.safeParse(typed)
    return data === undefined ? undefined : { email: data, phone: null }
  }
  const phone = parsePhone(typed)
  return phone === undefined ? undefined : { email: null, phone }
}

export const addressOf = ({ email, phone }: { email: string | null; phone: string | null }) => email ?? phone ?? ''

type PhoneIssue = (phone: string, path: string) => Issue | undefined
/** Each once, in the order typed; what cannot be read, and phones that are not written to, as issues. */
export function readRecipients(
  typed: readonly string[],
  phoneIssue: PhoneIssue,
): { recipients: Recipient[]; issues: Issue[] } {
  const read = typed.map(readRecipient)
  const issues = typed.flatMap((text, i): Issue[] => {
    const [one, path] = [read[i], `recipients.${i}`]
    if (!one) return [{ path, message: text.includes('@') ? 'invalid_email' : 'invalid_phone' }]
    const issue = one.phone === null ? undefined : phoneIssue(one.phone, path)
    return issue ? [issue] : []
  })
  const known = read.filter((recipient) => recipient !== undefined)
  return { recipients: [...new Map(known.map((one) => [addressOf(one), one])).values()], issues }
}

/** An invitation is its addressee's alone: forwarded to somebody else it says whom it is for. */
export const isFor = ({ email, phone }: InvitationRow, user: Pick<CurrentUser, 'email' | 'phone'>) =>
  email === null ? phone === user.phone : email === user.email

export const asListed = ({ invitedById, inviterName, inviterImage, ...row }: InvitationRow): Invitation => ({
  ...row,
  invitedBy: { _id: invitedById, name: inviterName, image: inviterImage },
})

type Opened = NonNullable<Awaited<ReturnType<typeof findOpened>>>
/** What whoever holds a link sees: of one that is over only whose it was. */
export function asOpened(row: Opened, businessId: string): OpenedInvitation {
  const { state, inviterName, email, phone, role, campaigns, message, expiresAt, askedAt } = row
  const isOpen = state === 'Pending'
  return {
    state,
    business: { _id: businessId, name: row.businessName, image: row.businessImage },
    inviter: inviterName,
    role: isOpen ? role : null,
    campaigns: isOpen ? campaigns.map((campaign) => ({ name: campaign.name, role: campaign.role })) : [],
    message: isOpen ? message : '',
    email: isOpen ? email : null,
    phone: isOpen ? phone : null,
    expiresAt,
    isAsked: askedAt !== null,
  }
}

/** Why one that is over is refused. */
export const refusalOf = {
  Accepted: 'invitation_used',
  Expired: 'invitation_expired',
  Revoked: 'invitation_revoked',
} as const satisfies Partial<Record<InvitationState, string>>
