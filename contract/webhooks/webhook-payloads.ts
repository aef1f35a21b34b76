import { z } from 'zod'
import { Call } from '../calls/calls.ts'
import { id, time } from '../common.ts'
import { Changes } from '../events/events.ts'
import { LeadMessage } from '../leads/conversations/message-shapes.ts'
import { Enquiry } from '../leads/history/lead-history.ts'
import { Lead } from '../leads/leads.ts'
import { Meeting } from '../leads/meetings/meeting-shapes.ts'
import type { DeliveryType } from './webhook-types.ts'

/** What is sent to webhooks, by type. The API reference shows it; the web app does not load it. */

const AboutLead = z.object({ lead: Lead })
const SentEnquiry = Enquiry.omit({ raw: true, contentType: true })
const AboutEnquiry = AboutLead.extend({ enquiry: SentEnquiry.nullable() })
/** `leadIds`: the leads that were merged into `lead`, or are separate again. */
const AboutMerge = AboutLead.extend({ leadIds: z.array(id) })
const AboutCall = z.object({ call: Call })
const AboutMessage = z.object({ leadId: id, campaignId: id, message: LeadMessage })
export const SentMeeting = Meeting.omit({ canEdit: true, notices: true, version: true })
const AboutMeeting = z.object({ meeting: SentMeeting })

export const webhookPayloads = {
  'lead.created': AboutEnquiry,
  'lead.repeated': AboutEnquiry,
  /** [before, after] of each changed field; own fields are `fields.<key>`. */
  'lead.updated': AboutLead.extend({ changes: Changes }),
  'lead.deleted': AboutLead,
  'lead.restored': AboutLead,
  'lead.merged': AboutMerge,
  'lead.unmerged': AboutMerge,
  'call.completed': AboutCall,
  'message.received': AboutMessage,
  'message.sent': AboutMessage,
  'message.updated': AboutMessage,
  'meeting.created': AboutMeeting,
  'meeting.updated': AboutMeeting,
  'meeting.cancelled': AboutMeeting,
  'webhook.test': z.object({ webhook: z.object({ _id: id, name: z.string() }) }),
} as const satisfies Record<DeliveryType, z.ZodObject>

/** The body of a delivery. `timestamp`: when it happened. */
export const bodyOf = <T extends DeliveryType>(type: T) =>
  z.object({ type: z.literal(type), timestamp: time, businessId: id, data: webhookPayloads[type] })
export type WebhookData<T extends DeliveryType> = z.output<(typeof webhookPayloads)[T]>
