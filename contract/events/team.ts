import { z } from 'zod'
import { id } from '../common.ts'
import { campaignRoles, roles } from '../roles.ts'
import { Changes, type EventEntries, OfBusiness, OfPerson } from './events.ts'

const role = z.enum(roles)
/** Roles in campaigns by their ids, as a member has them. */
const campaigns = z.record(id, z.enum(campaignRoles))
/** A role and roles in campaigns, as they were chosen. */
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

export const teamEvents = {
  /** Whom: in `personal` (email or phone), with the message. */
  'member.invited': {
    ...ofInvitation,
    topic: 'member',
    payload: ofInvitation.payload.extend(Chosen),
    facts: ['role', 'campaigns', 'phone', 'message'],
  },
  'invitation.resent': ofInvitation,
  /** A link was made to be handed over. */
  'invitation.linked': ofInvitation,
  'invitation.revoked': ofInvitation,
  /** The invited person asked for a new link in place of one that had expired. */
  'invitation.asked': { ...ofInvitation, facts: ['phone'], notification: 'invitation_asked' },
  'invitation.accepted': {
    ...ofInvitation,
    payload: ofInvitation.payload.extend({ userId: id, ...Chosen }),
    facts: ['role', 'campaigns', 'name', 'phone'],
    notification: 'invitation_accepted',
  },
  /** Came in: invited, let in from the waiting list, or by the operator. */
  'member.joined': { ...ofMember, payload: OfPerson.extend({ role, campaigns }), facts: ['role', 'campaigns'] },
  /** `changes` of role, of roles in campaigns and of grants. */
  'member.changed': { ...ofMember, payload: OfPerson.extend({ changes: Changes }) },
  'member.suspended': ofMember,
  'member.resumed': ofMember,
  /** Reached the daily limit of joining other members' leads; further entries create leads of their own. Their name: in `personal`. */
  'member.limited': { ...ofMember, facts: ['name'], notification: 'member_limited' },
  /** With what they had, who takes over their open leads and how many these are. */
  'member.removed': {
    ...ofMember,
    payload: MemberGone.extend({ takeOver: id.nullable() }),
    facts: ['role', 'campaigns', 'openLeads', 'takeOver'],
  },
  /** The member left; their open leads become unassigned. */
  'member.left': { ...ofMember, payload: MemberGone, facts: ['role', 'campaigns', 'openLeads'] },
  /** Who asks, and their note: in `personal`. */
  'join.asked': {
    ...ofRequest,
    payload: OfRequest.extend({ source: z.string() }),
    facts: ['source', 'email', 'phone', 'note'],
    notification: 'join_asked',
  },
  'join.approved': { ...ofRequest, payload: OfRequest.extend(Chosen), facts: ['role', 'campaigns', 'email', 'phone'] },
  /** Put off, or taken up again. */
  'join.changed': {
    ...ofRequest,
    payload: OfRequest.extend({ state: z.tuple([z.string(), z.string()]) }),
    facts: ['state'],
  },
  /** The reason: in `personal`. */
  'join.declined': { ...ofRequest, facts: ['email', 'phone', 'reason'] },
  'join.withdrawn': ofRequest,
  /** The public link was switched on or off, or a new one made. */
  'join_link.changed': {
    ...ofTeam,
    payload: OfBusiness.extend({ isEnabled: z.boolean(), isNew: z.boolean() }),
    facts: ['isEnabled', 'isNew'],
  },
} as const satisfies EventEntries
