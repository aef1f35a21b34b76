import { z } from 'zod'
import { callDirections, callStatuses } from '../calls/call-statuses.ts'
import { day, id, time } from '../common.ts'
import { campaignRoles, roles } from '../roles.ts'
import type { AuditEventName, AuditPayloads } from './audit-events.ts'

/** What a lead weighs in the maintained counters: `total` is +1 or −1, `sales` the agorot of a won lead with the same sign. */
export const CounterDelta = z.object({
  campaignId: id,
  statusId: id,
  source: z.string(),
  /** The day of the lead's creation in Asia/Jerusalem. */
  day,
  /** How long the first answer took (contract/responses.ts); left out until there is one. */
  response: z.string().optional(),
  total: z.number().int(),
  sales: z.number().int(),
})
export type CounterDelta = z.output<typeof CounterDelta>

/** What a call weighs in counters: `total` is +1, or −1 where a late report takes an earlier status back. */
export const CallDelta = z.object({
  campaignId: id,
  numberId: id.nullable(),
  direction: z.enum(callDirections),
  status: z.enum(callStatuses),
  /** Who answered. */
  userId: id.nullable(),
  /** Whose phones rang without their answer, each once; not where a colleague's answer ended the ringing. */
  missedBy: z.array(id),
  /** The day of its start in Asia/Jerusalem. */
  day,
  total: z.number().int(),
  /** Seconds of ringing and of talk, with the same sign; 0 for unanswered calls. */
  wait: z.number().int(),
  talk: z.number().int(),
})
export type CallDelta = z.output<typeof CallDelta>

/** Stands where a campaign would, in what concerns the whole business and all its members. */
export const ALL_CAMPAIGNS = '00000000-0000-0000-0000-000000000000' as const
export const OfAllCampaigns = z.literal(ALL_CAMPAIGNS)

export const Changes = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
const AboutLead = z.object({ leadId: id, campaignId: id })
export const AboutCall = z.object({ callId: id, campaignId: id, leadId: id.optional() })
const AboutMember = z.object({ campaignId: OfAllCampaigns, userId: id })
const MemberGone = AboutMember.extend({
  role: z.enum(roles),
  campaigns: z.record(id, z.enum(campaignRoles)),
  openLeads: z.number().int(),
})
const Counted = AboutLead.extend({ counts: z.array(CounterDelta) })
const OfRequest = z.object({ campaignId: OfAllCampaigns, requestId: id, userId: id })
/** A member's role in one campaign. */
const CampaignRoleOf = z.object({ campaignId: id, role: z.enum(campaignRoles) })
/** By the names that it had then, or has from then on. */
const AboutStatus = z.object({ campaignId: OfAllCampaigns, statusId: id, nameHe: z.string(), nameEn: z.string() })
const OfInvitation = z.object({ campaignId: OfAllCampaigns, invitationId: id })
/** As one of many leads that an operation changed. */
const InOperation = Counted.extend({ operationId: id.optional() })

/**
 * Each event's name with the shape of its payload. Its campaign says who may see it; `changes` holds [before, after] of
 * each field; `personal` (names, phones, comments) is kept apart, so that it can be erased without touching the event.
 */
export const eventPayloads = {
  'lead.created': Counted.extend({ source: z.string(), enquiryId: id }),
  'lead.repeated': AboutLead.extend({ source: z.string(), enquiryId: id }),
  'lead.changed': InOperation.extend({ changes: Changes }),
  /** Counted where the comment is the first answer. */
  'lead.commented': Counted.extend({ commentId: id }),
  'lead.deleted': InOperation,
  'lead.restored': InOperation,
  /** The person behind it is gone; what happened, and when, stays. */
  'lead.erased': AboutLead,
  /** Everything that is held of the person was handed out as a file. */
  'lead.exported': AboutLead,
  /** It rings; `leadId` as soon as there is a lead. */
  'call.started': AboutCall,
  /** The call was answered, another phone rings, or the recording arrived. */
  'call.changed': AboutCall,
  /** It has its status, or by a late report another one. */
  'call.ended': AboutCall.extend({
    status: z.enum(callStatuses),
    calls: z.array(CallDelta),
    /** Answered, then cut off on our side and not taken over by another phone. */
    isCutOff: z.literal(true).optional(),
  }),
  'campaign.created': z.object({ campaignId: id }),
  'campaign.changed': z.object({ campaignId: id, changes: Changes }),
  /** `to`: where its leads went, if not to the trash. */
  'campaign.deleted': z.object({ campaignId: id, to: id.optional() }),
  'status.created': AboutStatus.extend({ changes: Changes }),
  'status.changed': AboutStatus.extend({ changes: Changes }),
  /** `changes` of its position, counted from 0. */
  'status.ordered': AboutStatus.extend({ changes: Changes }),
  /** `to`: the status that its leads are moved to, and how many these are. */
  'status.deleted': AboutStatus.extend({ to: id.nullable(), leads: z.number().int(), changes: Changes }),
  'business.closed': z.object({ campaignId: OfAllCampaigns, closesAt: time }),
  'business.reopened': z.object({ campaignId: OfAllCampaigns }),
  /** Whom: in `personal` (email or phone), with the message. */
  'member.invited': OfInvitation.extend({ role: z.enum(roles), campaigns: z.array(CampaignRoleOf) }),
  'invitation.resent': OfInvitation,
  /** A link was made to be handed over. */
  'invitation.linked': OfInvitation,
  'invitation.revoked': OfInvitation,
  /** The invited person asked for a new link in place of one that had expired. */
  'invitation.asked': OfInvitation,
  'invitation.accepted': OfInvitation.extend({
    userId: id,
    role: z.enum(roles),
    campaigns: z.array(CampaignRoleOf),
  }),
  /** Came in: invited, let in from the waiting list, or by the operator. */
  'member.joined': AboutMember.extend({ role: z.enum(roles), campaigns: z.record(id, z.enum(campaignRoles)) }),
  /** `changes` of role, of roles in campaigns and of grants. */
  'member.changed': AboutMember.extend({ changes: Changes }),
  'member.suspended': AboutMember,
  'member.resumed': AboutMember,
  /** Reached the daily limit of joining other members' leads; further entries create leads of their own. Their name: in `personal`. */
  'member.limited': AboutMember,
  /** A number of an active campaign has no phone left to ring. Its phone: in `personal`. */
  'number.silenced': z.object({ campaignId: id, numberId: id }),
  /** With what they had, who takes over their open leads and how many these are. */
  'member.removed': MemberGone.extend({ takeOver: id.nullable() }),
  /** The member left; their open leads become unassigned. */
  'member.left': MemberGone,
  /** Who asks, and their note: in `personal`. */
  'join.asked': OfRequest.extend({ source: z.string() }),
  'join.approved': OfRequest.extend({ role: z.enum(roles), campaigns: z.array(CampaignRoleOf) }),
  /** Put off, or taken up again. */
  'join.changed': OfRequest.extend({ state: z.tuple([z.string(), z.string()]) }),
  /** The reason: in `personal`. */
  'join.declined': OfRequest,
  'join.withdrawn': OfRequest,
  /** How long something is kept. */
  'retention.changed': z.object({ campaignId: OfAllCampaigns, changes: Changes }),
  /** The public link was switched on or off, or a new one made. */
  'join_link.changed': z.object({ campaignId: OfAllCampaigns, isEnabled: z.boolean(), isNew: z.boolean() }),
  /** With `userId` a member's own settings, else the business's. Texts of templates: in `personal`. */
  'notification_settings.changed': z.object({ campaignId: OfAllCampaigns, userId: id.optional(), changes: Changes }),
  /** A test notification in the app. */
  'notification.tested': AboutMember.extend({ isSilent: z.boolean() }),
} as const
/** Broadcast events and audit-only events. */
export type EventName = keyof typeof eventPayloads | AuditEventName
export type LiveName = keyof typeof eventPayloads
export const eventNames = Object.keys(eventPayloads) as [LiveName, ...LiveName[]]
export type EventPayload<N extends EventName> = z.output<(typeof eventPayloads & AuditPayloads)[N]>

/** Who did it: a person, an API key, a form that was filled in, or the system itself (a job, the operator). */
export const Actor = z.union([
  z.object({ userId: id }),
  z.object({ keyId: id }),
  z.object({ formId: id }),
  z.object({ system: z.literal(true) }),
])
export type Actor = z.output<typeof Actor>

/** Something that happened in a business that the reader may see; nothing personal travels in it, only ids. */
export const LiveEvent = z.object({
  /** Where in the order of events: what a client sends as `after` when it comes back. */
  position: z.string(),
  name: z.enum(eventNames),
  businessId: id,
  campaignId: id,
  leadId: id.optional(),
  callId: id.optional(),
  actor: Actor,
  at: time,
})
export type LiveEvent = z.output<typeof LiveEvent>

/**
 * GET /api/events (access: user, query `after`): server-sent events over fetch. First `event: ready` with the position,
 * then `event: change` with a LiveEvent and `event: notification` with a Notification, each with `id: <position>`;
 * a comment line every HEARTBEAT_MS; `event: end` with a reason before the server closes (expired, revoked, stopping).
 * `event: missed` where `after` is too old to catch up: the client then refetches everything.
 */
export const STREAM_PATH = '/events'
export const HEARTBEAT_MS = 25_000
