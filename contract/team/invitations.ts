import { z } from 'zod'
import { MaybeConfirmation, maybeConfirmation } from '../auth/confirmation.ts'
import { CampaignName } from '../campaigns.ts'
import { byId, Done, id, jsonQuery, line, Pagination, Paging, SEARCH_MAX, text, time } from '../common.ts'
import { languages } from '../constants.ts'
import { campaignRoles, roles, selectableRoles } from '../roles.ts'
import { route } from '../route.ts'
import { User } from './users.ts'

/** Lifetime of an invitation link, in days (decision 20). */
export const INVITATION_DAYS = 7
/** Maximum number of people invited in one request, and by one business in a day. */
export const RECIPIENTS_AT_ONCE = 50
export const INVITATIONS_A_DAY = 200
/** Daily limits per invitation: messages sent again, and links created. */
export const RESENDS_A_DAY = 3
export const LINKS_A_DAY = 20
export const INVITATION_MESSAGE_MAX = 500
export const INVITATION_PATH = '/invitation'
/** Short path for SMS, which is billed by length: GET /i/:token redirects to INVITATION_PATH/:id/:token. */
export const SHORT_INVITATION_PATH = '/i'
export const INVITATION_TOKEN = /^[\w-]{43}$/

export const invitationStates = ['Pending', 'Accepted', 'Expired', 'Revoked'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Intended rights of a person in a business: the role, and the role in each campaign. */
export const MemberAccess = z.object({
  role: z.enum(selectableRoles),
  campaigns: z
    .array(z.object({ campaignId: id, role: z.enum(campaignRoles) }))
    .max(100)
    .refine((list) => new Set(list.map(({ campaignId }) => campaignId)).size === list.length, 'invalid_value')
    .default([]),
})
export type MemberAccess = z.output<typeof MemberAccess>

export const CampaignAccess = CampaignName.pick({ _id: true, name: true }).extend({ role: z.enum(campaignRoles) })

export const Invitation = z.object({
  _id: id,
  /** Either the e-mail or the phone is set. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  state: z.enum(invitationStates),
  role: z.enum(roles),
  campaigns: z.array(CampaignAccess),
  message: z.string(),
  language: z.enum(languages),
  invitedBy: User.nullable(),
  createdAt: time,
  /**
   * When the invitation was last sent; null if the installation cannot send through this channel, so that the link is
   * passed on by hand.
   */
  sentAt: time.nullable(),
  /** When the last of the invitation's links expires. */
  expiresAt: time,
  acceptedAt: time.nullable(),
  /** When the invited person asked for a new link. */
  askedAt: time.nullable(),
})
export type Invitation = z.output<typeof Invitation>

export const NewInvitations = MemberAccess.extend({
  /** E-mail addresses and phones, in any formatting. */
  recipients: z.array(line(254, 1)).min(1, 'required').max(RECIPIENTS_AT_ONCE, 'too_many_recipients'),
  message: text(INVITATION_MESSAGE_MAX).default(''),
  /** Language of the message. */
  language: z.enum(languages),
})
export type NewInvitations = z.output<typeof NewInvitations>

/** Why a recipient was skipped: a member, suspended, or already invited. */
export const skipReasons = ['member', 'suspended', 'pending'] as const
export type SkipReason = (typeof skipReasons)[number]

/** Filters by state and role. A row must match one value of each given list. */
export const InvitationFilters = z
  .strictObject({ state: z.array(z.enum(invitationStates)).min(1), role: z.array(z.enum(roles)).min(1) })
  .partial()
export type InvitationFilters = z.output<typeof InvitationFilters>

/** What the holder of a link may see; an unusable link shows only the business's name. */
export const OpenedInvitation = z.object({
  state: z.enum(invitationStates),
  business: z.object({ _id: id, name: z.string(), image: z.string().nullable() }),
  inviter: z.string(),
  role: z.enum(roles).nullable(),
  campaigns: z.array(CampaignAccess.pick({ name: true, role: true })),
  message: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  expiresAt: time,
  /** Whether the invited person has asked for a new link. */
  isAsked: z.boolean(),
})
export type OpenedInvitation = z.output<typeof OpenedInvitation>

const Link = z.object({ id, token: z.string().regex(INVITATION_TOKEN, 'invalid_value') })
const OneInvitation = z.object({ success: z.literal(true), invitation: Invitation })

export const invitationRoutes = {
  list: route({
    method: 'GET',
    path: '/business/invitations',
    access: 'Owner',
    can: 'users.manage',
    summary: 'Who was invited, newest first',
    query: Paging.extend({ search: text(SEARCH_MAX).optional(), filters: jsonQuery(InvitationFilters).optional() }),
    reply: z.object({ success: z.literal(true), invitations: z.array(Invitation), pagination: Pagination }),
  }),
  create: route({
    method: 'POST',
    path: '/business/invitations',
    access: 'Owner',
    can: 'users.manage',
    confirms: 'sometimes',
    summary: `Invite up to ${RECIPIENTS_AT_ONCE} people by e-mail or phone; a link is sent to each. Who invites as Owner confirms their identity`,
    body: NewInvitations.extend(maybeConfirmation),
    reply: z.object({
      success: z.literal(true),
      invitations: z.array(Invitation),
      skipped: z.array(z.object({ recipient: z.string(), reason: z.enum(skipReasons) })),
    }),
    status: () => 201,
  }),
  resend: route({
    method: 'POST',
    path: '/business/invitations/:id/resend',
    access: 'Owner',
    can: 'users.manage',
    confirms: 'sometimes',
    summary: `Send a new link; at most ${RESENDS_A_DAY} times a day. For an invitation as Owner, confirm your identity`,
    params: byId,
    body: MaybeConfirmation.default({}),
    reply: OneInvitation,
  }),
  link: route({
    method: 'POST',
    path: '/business/invitations/:id/link',
    access: 'Owner',
    can: 'users.manage',
    confirms: 'sometimes',
    summary:
      'Make a new link, to be handed over in person; those that were sent go on working. For an invitation as Owner, confirm your identity',
    params: byId,
    body: MaybeConfirmation.default({}),
    reply: OneInvitation.extend({ url: z.string() }),
  }),
  revoke: route({
    method: 'POST',
    path: '/business/invitations/:id/revoke',
    access: 'Owner',
    can: 'users.manage',
    summary: 'Take an invitation back: none of its links works any more',
    params: byId,
    reply: OneInvitation,
  }),
  open: route({
    method: 'GET',
    path: '/invitation/:id/:token',
    access: 'public',
    summary: 'What a link invites to, and whether it can still be used',
    params: Link,
    reply: z.object({ success: z.literal(true), invitation: OpenedInvitation }),
  }),
  ask: route({
    method: 'POST',
    path: '/invitation/:id/:token/ask',
    access: 'public',
    summary: 'Ask for a new link in place of one that has expired',
    params: Link,
    reply: Done,
  }),
  accept: route({
    method: 'POST',
    path: '/invitation/:id/:token/accept',
    access: 'user',
    summary: 'Join the business; only for the account with the invited address or phone',
    params: Link,
    reply: z.object({ success: z.literal(true), businessId: id }),
  }),
}
