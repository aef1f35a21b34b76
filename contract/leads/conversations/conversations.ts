import { z } from 'zod'
import { byId, Done, id, line, Pagination, Paging, sentTime, text, time } from '../../common.ts'
import { languages } from '../../constants.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { messageChannels, messagePurposes } from './lists.ts'
import { LeadMessage, type SendingChannel, sendingChannels, waitReasons } from './message-shapes.ts'

export const SMS_TEXT_MAX = 1_000
export const MAIL_TEXT_MAX = 20_000
export const WHATSAPP_TEXT_MAX = 4_096
/** Words beside a file at WhatsApp. */
export const WHATSAPP_CAPTION_MAX = 1_024
/** Files of a mail, and all of their bytes: what most mail servers take. WhatsApp takes one file a message. */
export const MAIL_FILES_MAX = 10
export const MAIL_FILES_BYTES = 15 * 1024 * 1024
export const MAIL_SUBJECT_MAX = 200
/** Days ahead for which a message may be scheduled; the delivery queue keeps rows for 30 days. */
export const SEND_AT_DAYS_MAX = 25
export const THREAD_PAGE = 30
/** The inbox shows this many conversations at most; older ones are found by their leads. */
export const INBOX_MAX = 10_000

/** The longest text of a message. */
export function textMax(channel: SendingChannel, hasFile = false): number {
  if (channel === 'email') return MAIL_TEXT_MAX
  if (channel === 'sms') return SMS_TEXT_MAX
  return hasFile ? WHATSAPP_CAPTION_MAX : WHATSAPP_TEXT_MAX
}

export const NewLeadMessage = z
  .object({
    channel: z.enum(sendingChannels),
    purpose: z.enum(messagePurposes),
    /** Required without a template, except beside a file at WhatsApp. */
    text: text(MAIL_TEXT_MAX, 1).optional(),
    subject: line(MAIL_SUBJECT_MAX).optional(),
    /** The text is that of a template, with the values of this lead; members who see masked contacts send no other. */
    template: z.object({ _id: id, language: z.enum(languages) }).optional(),
    /** Files of the lead that are sent along, in an e-mail or by WhatsApp. */
    files: z.array(id).max(MAIL_FILES_MAX).optional(),
    /** Absent: as soon as it may be sent. */
    sendAt: sentTime.optional(),
  })
  .superRefine(({ channel, text, subject, template, files = [] }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (files.length && channel === 'sms') refuse('files', 'invalid_value')
    if (channel === 'whatsapp' && files.length > (template ? 0 : 1)) refuse('files', 'invalid_value')
    if (new Set(files).size < files.length) refuse('files', 'invalid_value')
    if (template) {
      if (text !== undefined) refuse('text', 'invalid_value')
      if (subject !== undefined) refuse('subject', 'invalid_value')
      return
    }
    if (text === undefined) return channel === 'whatsapp' && files.length ? undefined : refuse('text', 'required')
    if (text.length > textMax(channel, files.length > 0)) refuse('text', 'too_long')
    if (channel === 'email' && !subject) refuse('subject', 'required')
  })
export type NewLeadMessage = z.output<typeof NewLeadMessage>

/** What the gate would do with a message now. */
const Outlook = z.object({
  /** Null: it would be sent at once. */
  waitsUntil: time.nullable(),
  waitsFor: z.enum(waitReasons).nullable(),
  /** Why it cannot be sent at all. */
  refusal: z.enum(['no_consent', 'withdrawn', 'service_closed', 'opted_out']).nullable(),
})
/** A channel by which the lead can be written to. */
export const ChannelOutlook = z.object({
  channel: z.enum(sendingChannels),
  /** The lead's phone or e-mail, masked where contacts are. */
  address: z.string(),
  /** What the lead sees as the sender; null: that of the installation. */
  sender: z.string().nullable(),
  /** Whether an answer of the lead arrives here. `repliesTo`: the e-mail address to which answers go instead. */
  receivesReplies: z.boolean(),
  repliesTo: z.string().nullable(),
  /** Until when WhatsApp takes words of one's own, after the lead wrote; null: templates alone. Other channels: null. */
  windowUntil: time.nullable(),
  service: Outlook,
  /** Null: the caller may not send advertising. */
  advertising: Outlook.nullable(),
  /** What the server adds to advertising, for the count of segments: the whole text is this around the person's. */
  frame: z.object({ before: z.string(), after: z.string() }),
})
export type ChannelOutlook = z.output<typeof ChannelOutlook>

export const Conversation = z.object({
  lead: z.object({ _id: id, name: z.string(), campaignId: id, campaignName: z.string() }),
  assignedTo: User.nullable(),
  last: z.object({
    _id: id,
    direction: z.enum(['in', 'out']),
    channel: z.enum(messageChannels),
    text: z.string(),
    at: time,
    state: LeadMessage.shape.state,
  }),
  /** Since when the lead waits for an answer. */
  waitsSince: time.nullable(),
  isUnread: z.boolean(),
})
export type Conversation = z.output<typeof Conversation>

const ofLead = { access: 'None', params: byId } as const
const ofMessage = { access: 'None', can: 'messages.send', params: z.object({ id, messageId: id }) } as const
const One = z.object({ success: z.literal(true), message: LeadMessage })

export const conversationRoutes = {
  list: route({
    method: 'GET',
    path: '/conversations',
    access: 'None',
    summary: 'Conversations with leads, the newest first: those that wait for an answer, or all; mine, or everybody’s',
    query: Paging.extend({
      show: z.enum(['waiting', 'all']).default('waiting'),
      of: z.enum(['me', 'everybody']).default('everybody'),
    }),
    reply: z.object({ success: z.literal(true), conversations: z.array(Conversation), pagination: Pagination }),
  }),
  messages: route({
    ...ofLead,
    scope: 'messages:read',
    method: 'GET',
    path: '/lead/:id/messages',
    summary: `The messages of a lead, ${THREAD_PAGE} at a time, the newest last, and by which channels it can be written to`,
    query: z.object({ before: id.optional() }),
    reply: z.object({
      success: z.literal(true),
      messages: z.array(LeadMessage),
      hasOlder: z.boolean(),
      channels: z.array(ChannelOutlook),
      /** Until when the messages were read by a member. */
      readAt: time.nullable(),
      /** Whether the caller may write. */
      maySend: z.boolean(),
      /** The caller writes by templates only, because contacts are hidden from them. */
      templatesOnly: z.boolean(),
    }),
  }),
  send: route({
    ...ofLead,
    can: 'messages.send',
    method: 'POST',
    path: '/lead/:id/messages',
    idempotent: true,
    summary: 'Write to a lead; what may not be sent now waits, and the reply says until when and for what',
    body: NewLeadMessage,
    reply: One,
    status: () => 201,
  }),
  read: route({
    ...ofLead,
    whileClosing: true,
    method: 'POST',
    path: '/lead/:id/messages/read',
    summary: 'Mark the messages of a lead as read, up to this one',
    body: z.object({ messageId: id }),
    reply: Done,
  }),
  handled: route({
    ...ofLead,
    can: 'messages.send',
    method: 'POST',
    path: '/lead/:id/messages/handled',
    summary: 'Say that what a lead wrote, up to this message, needs no answer',
    body: z.object({ messageId: id }),
    reply: Done,
  }),
  cancel: route({
    ...ofMessage,
    method: 'POST',
    path: '/lead/:id/messages/:messageId/cancel',
    summary: 'Do not send a message that waits',
    reply: One,
  }),
  page: route({
    ...ofLead,
    method: 'GET',
    path: '/lead/:id/messages/:messageId/page',
    summary: 'A signed address of a received mail as its sender formatted it, without scripts',
    params: z.object({ id, messageId: id }),
    query: z.object({ images: z.enum(['0', '1']).default('0') }),
    reply: z.object({ success: z.literal(true), url: z.string(), hasRemoteImages: z.boolean(), expiresAt: time }),
  }),
  retry: route({
    ...ofMessage,
    method: 'POST',
    path: '/lead/:id/messages/:messageId/retry',
    summary: 'Send a message again that failed, or that may not have been sent',
    reply: One,
  }),
}
