import { email as emailShape } from '#contract/common.ts'
import type { Invitation, InvitationState, OpenedInvitation } from '#contract/team/invitations.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import type { Issue } from '../../platform/http/errors.ts'
import { parsePhone } from '../../platform/phones.ts'
import type { findOpened, InvitationRow } from './invitations.queries.ts'

export type Recipient = { email: string; phone: null } | { email: null; phone: string }

/** Normalised address or phone; undefined if it is neither. */
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
/** Without duplicates, in the order typed; invalid entries and phones that get no SMS are issues. */
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

/** Only the addressee may accept; for other accounts the page says whom it is for. */
export const isFor = ({ email, phone }: InvitationRow, user: Pick<CurrentUser, 'email' | 'phone'>) =>
  email === null ? phone === user.phone : email === user.email

export const asListed = ({ invitedById, inviterName, inviterImage, ...row }: InvitationRow): Invitation => ({
  ...row,
  invitedBy: { _id: invitedById, name: inviterName, image: inviterImage },
})

type Opened = NonNullable<Awaited<ReturnType<typeof findOpened>>>
/** Preview of an invitation for the holder of its link; one that is over shows only the business. */
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

/** Error code of an invitation that is over. */
export const refusalOf = {
  Accepted: 'invitation_used',
  Expired: 'invitation_expired',
  Revoked: 'invitation_revoked',
} as const satisfies Partial<Record<InvitationState, string>>
