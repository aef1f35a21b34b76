import { z } from 'zod'
import { id } from '../common.ts'
import { campaignRoles, roles } from '../roles.ts'
import { Changes, type EventEntries, OfBusiness, OfPerson } from './events.ts'

const role = z.enum(roles)
/** Campaign roles of a member, by campaign id. */
const campaigns = z.record(id, z.enum(campaignRoles))
/** The role and campaign roles that were chosen. */
const Chosen = { role, campaigns: z.array(z.object({ campaignId: id, role: z.enum(campaignRoles) })) }
const MemberGone = OfPerson.extend({ role, campaigns, openLeads: z.number().int() })
const OfRequest = OfPerson.extend({ requestId: id })

const ofTeam = { audience: 'broadcast', kind: 'team' } as const
const ofMember = { ...ofTeam, payload: OfPerson, topic: 'member', subject: { kind: 'person', id: 'userId' } } as const
const ofInvitation = {
  ...ofTeam,
  payload: OfBusiness.extend({ invitationId: id }),
  subject: { kind: 'invitation', id: 'invitationId', names: ['email', 'phone'], isPagePermanent: true },
} as const
const ofRequest = {
  ...ofTeam,
  payload: OfRequest,
  subject: { kind: 'request', id: 'userId', names: ['name'], isPagePermanent: true },
} as const

/** Notifications to Owners about the team, with their channels. */
export const teamNotifications = {
  invitation_accepted: ['app', 'popup', 'push'],
  invitation_asked: ['app', 'popup', 'push', 'mail'],
  join_asked: ['app', 'popup', 'push', 'mail'],
  member_limited: ['app', 'popup', 'push'],
} as const

export const teamEvents = {
  /** The invited e-mail or phone is in `personal`, with the message. */
  'member.invited': {
    ...ofInvitation,
    topic: 'member',
    payload: ofInvitation.payload.extend(Chosen),
    facts: ['role', 'campaigns', 'phone', 'message'],
  },
  'invitation.resent': ofInvitation,
  /** An invitation link was created, to be passed on by hand. */
  'invitation.linked': ofInvitation,
  'invitation.revoked': ofInvitation,
  /** The invited person asked for a new link after the old one expired. */
  'invitation.asked': { ...ofInvitation, facts: ['phone'], notification: 'invitation_asked' },
  'invitation.accepted': {
    ...ofInvitation,
    payload: ofInvitation.payload.extend({ userId: id, ...Chosen }),
    facts: ['role', 'campaigns', 'name', 'phone'],
    notification: 'invitation_accepted',
  },
  /** The member joined through an invitation or from the waiting list, or was added by the operator. */
  'member.joined': { ...ofMember, payload: OfPerson.extend({ role, campaigns }), facts: ['role', 'campaigns'] },
  /** `changes` holds the role, the campaign roles and the grants. */
  'member.changed': { ...ofMember, payload: OfPerson.extend({ changes: Changes }) },
  'member.suspended': ofMember,
  'member.resumed': ofMember,
  /**
   * The member reached the daily limit of joining other members' leads; further entries create new leads. The name is
   * in `personal`.
   */
  'member.limited': { ...ofMember, facts: ['name'], notification: 'member_limited' },
  /**
   * The payload holds the removed rights, the new assignee of the member's open leads, and the number of these leads.
   */
  'member.removed': {
    ...ofMember,
    payload: MemberGone.extend({ takeOver: id.nullable() }),
    facts: ['role', 'campaigns', 'openLeads', 'takeOver'],
  },
  /** The member left; their open leads become unassigned. */
  'member.left': { ...ofMember, payload: MemberGone, facts: ['role', 'campaigns', 'openLeads'] },
  /** The applicant's identity and note are in `personal`. */
  'join.asked': {
    ...ofRequest,
    payload: OfRequest.extend({ source: z.string() }),
    facts: ['source', 'email', 'phone', 'note'],
    notification: 'join_asked',
  },
  'join.approved': { ...ofRequest, payload: OfRequest.extend(Chosen), facts: ['role', 'campaigns', 'email', 'phone'] },
  /** The request was put on hold or reopened. */
  'join.changed': {
    ...ofRequest,
    payload: OfRequest.extend({ state: z.tuple([z.string(), z.string()]) }),
    facts: ['state'],
  },
  /** The reason is in `personal`. */
  'join.declined': { ...ofRequest, facts: ['email', 'phone', 'reason'] },
  'join.withdrawn': ofRequest,
  /** The public link was enabled, disabled or replaced. */
  'join_link.changed': {
    ...ofTeam,
    payload: OfBusiness.extend({ isEnabled: z.boolean(), isNew: z.boolean() }),
    facts: ['isEnabled', 'isNew'],
  },
} as const satisfies EventEntries
