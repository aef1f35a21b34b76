import { z } from 'zod'
import { MaybeConfirmation, maybeConfirmation } from '../auth/confirmation.ts'
import { byId, Done, id, jsonQuery, Pagination, Paging, SEARCH_MAX, text, time } from '../common.ts'
import { campaignRoles, roles, selectableRoles } from '../roles.ts'
import { heavyGet, route } from '../route.ts'
import { User, userStatuses } from './users.ts'

/** Members of a business, as its Owners see and change them (decision 19). */

/** Maximum number of campaigns in which a member has a role. */
export const CAMPAIGNS_OF_MEMBER_MAX = 1_000

/** Rights in a campaign: the role, hearing calls, exporting them, and exporting leads. */
const CampaignRights = z.object({
  role: z.enum(campaignRoles),
  hearsCalls: z.boolean(),
  exportsCalls: z.boolean().default(false),
  /** Only Affiliates and Leads can have this grant. */
  exportsLeads: z.boolean().default(false),
})
export const ListedUser = User.extend({
  status: z.enum(userStatuses),
  phone: z.string().nullable(),
  email: z.string(),
  role: z.enum(roles),
  campaigns: z.array(CampaignRights.extend({ _id: id, name: z.string() })),
  /**
   * Whether the member was granted to hear the calls of all campaigns. Only Admins can have this grant; Owners need
   * none.
   */
  hearsCalls: z.boolean(),
  joinedAt: time,
  /** Last activity in this business, accurate to some minutes; null: none yet. */
  lastSeenAt: time.nullable(),
  suspendedAt: time.nullable(),
  /** Whether the member has a second factor: an authenticator app or a passkey. */
  hasTwoFactor: z.boolean(),
})
export type ListedUser = z.output<typeof ListedUser>

/** Filters of the member list. A row must match one value of each given list. */
export const UserFilters = z
  .strictObject({
    role: z.array(z.enum(roles)).min(1),
    status: z.array(z.enum(userStatuses)).min(1),
    /** Members with a role in any of these campaigns, or with a role that covers all campaigns. */
    campaign: z.array(id).min(1).max(100),
    suspended: z.boolean(),
  })
  .partial()
export type UserFilters = z.output<typeof UserFilters>

/** Omitted fields stay unchanged; `campaigns` is the complete set. */
export const MemberChanges = z
  .object({
    role: z.enum(selectableRoles),
    campaigns: z.array(CampaignRights.extend({ campaignId: id })).max(CAMPAIGNS_OF_MEMBER_MAX),
    /** Only for an Admin: whether the member may hear the calls of all campaigns. */
    hearsCalls: z.boolean(),
  })
  .partial()
export type MemberChanges = z.output<typeof MemberChanges>
const ConfirmedChanges = MemberChanges.extend(maybeConfirmation).refine(
  ({ password: _, code: __, ...changes }) => Object.keys(changes).length > 0,
  'required',
)

/** A number of an active campaign that only this member's phones answer. Without them, its calls go unanswered. */
const SilencedNumber = z.object({ _id: id, phone: z.string(), label: z.string() })
export type SilencedNumber = z.output<typeof SilencedNumber>

const One = z.object({ success: z.literal(true), user: ListedUser })
const managed = { access: 'Owner', can: 'users.manage' } as const

export const teamRoutes = {
  list: route({
    ...managed,
    ...heavyGet,
    path: '/auth/users',
    summary: "The business's people",
    query: Paging.extend({ search: text(SEARCH_MAX).optional(), filters: jsonQuery(UserFilters).optional() }),
    reply: z.object({ success: z.literal(true), users: z.array(ListedUser), pagination: Pagination }),
  }),
  change: route({
    ...managed,
    method: 'PATCH',
    path: '/auth/users/:id',
    confirms: 'sometimes',
    summary:
      "Change a member's role, campaigns or grants, never your own. Making or lowering an Owner requires confirming your identity",
    params: byId,
    body: ConfirmedChanges,
    reply: One,
  }),
  suspend: route({
    ...managed,
    method: 'POST',
    path: '/auth/users/:id/suspend',
    confirms: 'sometimes',
    summary: 'Suspend a member at once; for an Owner, confirm your identity',
    params: byId,
    body: MaybeConfirmation.default({}),
    reply: One,
  }),
  resume: route({
    ...managed,
    method: 'POST',
    path: '/auth/users/:id/resume',
    confirms: 'sometimes',
    summary: 'Let a suspended person in again, with what they had; for an Owner, confirm your identity',
    params: byId,
    body: MaybeConfirmation.default({}),
    reply: One,
  }),
  assignees: route({
    ...managed,
    method: 'GET',
    path: '/auth/users/:id/heirs',
    summary:
      "A member's open leads, the members who can take them over, and the numbers that would have no phone to ring without them",
    params: byId,
    reply: z.object({
      success: z.literal(true),
      openLeads: z.number().int(),
      people: z.array(User),
      silencedNumbers: z.array(SilencedNumber),
    }),
  }),
  remove: route({
    ...managed,
    method: 'POST',
    path: '/auth/users/:id/remove',
    confirms: 'sometimes',
    summary:
      'Remove a member; their open leads are reassigned or become unassigned. For an Owner, confirm your identity',
    params: byId,
    body: z.object({ takeOver: id.nullable(), ...maybeConfirmation }),
    /** `operationId` is the operation that reassigns the leads; null if the member has no open leads. */
    reply: z.object({ success: z.literal(true), openLeads: z.number().int(), operationId: id.nullable() }),
  }),
  leaving: route({
    method: 'GET',
    path: '/user/leaving',
    access: 'user',
    summary: 'What keeps your account, and the numbers of your businesses that would have no phone to ring without you',
    reply: z.object({
      success: z.literal(true),
      /** Businesses whose only Owner is the caller, which prevents deleting the account. */
      soleOwnerOf: z.array(z.object({ _id: id, name: z.string() })),
      silencedNumbers: z.array(SilencedNumber.extend({ business: z.object({ _id: id, name: z.string() }) })),
    }),
  }),
  leave: route({
    method: 'POST',
    path: '/user/leave',
    access: 'None',
    whileClosing: true,
    confirms: 'sometimes',
    summary: 'Leave the business; your open leads become unassigned. An Owner confirms their identity',
    body: MaybeConfirmation.default({}),
    reply: Done,
  }),
}
