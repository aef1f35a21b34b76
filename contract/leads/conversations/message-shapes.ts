import { z } from 'zod'
import { id, time } from '../../common.ts'
import { User } from '../../team/users.ts'
import { messageChannels, messagePurposes } from './lists.ts'

export type MessageChannel = (typeof messageChannels)[number]
export const sendingChannels = ['sms', 'email', 'whatsapp'] as const
export type SendingChannel = (typeof sendingChannels)[number]
export type MessagePurpose = (typeof messagePurposes)[number]

/**
 * States of a message. `waiting`: the gate holds it; `queued`, `sending`: it is being sent; `sent`: the provider took it;
 * `unknown`: the provider did not answer, so that it may have been sent; `received`: the lead wrote it.
 */
export const messageStates = [
  'waiting',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'canceled',
  'received',
] as const
export type MessageState = (typeof messageStates)[number]

/** What a message waits for. `later`: the person chose a later time. */
export const waitReasons = ['night', 'shabbat', 'holiday', 'memorial', 'later'] as const
export type WaitReason = (typeof waitReasons)[number]

/** Why a message was not sent or did not arrive. */
export const failReasons = [
  'no_consent',
  'withdrawn',
  'service_closed',
  'opted_out',
  'cap_reached',
  'business_suspended',
  'usage_capped',
  'closing',
  'lead_gone',
  'address_changed',
  'no_provider',
  'limit_reached',
  'phone_not_allowed',
  'refused',
  'unreachable',
  'undelivered',
  'window_closed',
  'template_refused',
  'file_gone',
] as const
export type FailReason = (typeof failReasons)[number]

export const messageOrigins = ['lead', 'person', 'automation', 'system'] as const

/** Why a file that a lead sent was not kept. `unavailable`: WhatsApp did not hand it out. */
export const attachmentRefusals = ['type', 'too_large', 'lead_full', 'business_full', 'unavailable'] as const
export const MessageAttachment = z.object({
  /** The file of the lead; null: it was not kept. */
  fileId: id.nullable(),
  name: z.string(),
  bytes: z.number().int(),
  refusal: z.enum(attachmentRefusals).nullable(),
})
export type MessageAttachment = z.output<typeof MessageAttachment>

export const LeadMessage = z.object({
  _id: id,
  direction: z.enum(['in', 'out']),
  channel: z.enum(messageChannels),
  purpose: z.enum(messagePurposes).nullable(),
  origin: z.enum(messageOrigins),
  /** The member who wrote it. */
  author: User.nullable(),
  /** The phone or e-mail of the lead; masked for readers from whom the business hides contacts; empty: erased. */
  address: z.string(),
  subject: z.string().nullable(),
  /** As it is sent. */
  text: z.string(),
  at: time,
  state: z.enum(messageStates),
  stateAt: time,
  /** Why it failed, with the provider's code. */
  reason: z.enum(failReasons).nullable(),
  errorCode: z.number().int().nullable(),
  segments: z.number().int().nullable(),
  /** Files that came or were sent with it; they are in the lead's files. */
  attachments: z.array(MessageAttachment),
  /** A mail whose own formatting, or the mail that it quotes, can be opened. */
  hasPage: z.boolean(),
  /** Until when it waits, and for what. */
  waitsUntil: time.optional(),
  waitsFor: z.enum(waitReasons).optional(),
})
export type LeadMessage = z.output<typeof LeadMessage>
