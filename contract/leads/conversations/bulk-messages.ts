import { z } from 'zod'
import { byId, id, line, Pagination, Paging, sentTime, text, time } from '../../common.ts'
import { languages } from '../../constants.ts'
import { route } from '../../route.ts'
import { problemsInTemplate } from '../messages/template-text.ts'
import { LeadChoice, leftReasons, Operation } from '../operations.ts'
import { MAIL_SUBJECT_MAX, MAIL_TEXT_MAX, SMS_TEXT_MAX } from './conversations.ts'
import { messagePurposes } from './lists.ts'
import { failReasons, messageStates, waitReasons } from './message-shapes.ts'

/** Channels on which many are written to. WhatsApp is not one: each lead would need an approved template of its own. */
export const bulkChannels = ['sms', 'email'] as const
export type BulkChannel = (typeof bulkChannels)[number]
/** Leads that are written to at once. */
export const BULK_MESSAGES_MAX = 10_000
/** Leads for which the preview shows the message. */
export const BULK_SAMPLES = 3

/** One message to many leads. Its purpose has no default. A text may hold the placeholders of templates. */
export const BulkMessage = z.object({
  channel: z.enum(bulkChannels),
  purpose: z.enum(messagePurposes),
  /** Required without a template. */
  text: text(MAIL_TEXT_MAX, 1).optional(),
  subject: line(MAIL_SUBJECT_MAX).optional(),
  template: z.object({ _id: id, language: z.enum(languages) }).optional(),
  /** Absent: as soon as each may be sent. */
  sendAt: sentTime.optional(),
})
export type BulkMessage = z.output<typeof BulkMessage>

function check({ channel, text, subject, template }: BulkMessage, context: z.core.$RefinementCtx) {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: ['message', path], message, input: undefined })
  if (template) {
    if (text !== undefined) refuse('text', 'invalid_value')
    if (subject !== undefined) refuse('subject', 'invalid_value')
    return
  }
  if (text === undefined) return refuse('text', 'required')
  if (channel === 'sms' && text.length > SMS_TEXT_MAX) refuse('text', 'too_long')
  if (channel === 'email' && !subject) refuse('subject', 'required')
  for (const [field, words] of [['subject', subject ?? ''] as const, ['text', text] as const]) {
    const [problem] = problemsInTemplate(words)
    if (problem) refuse(field, problem.kind === 'unknown_variable' ? 'unknown_placeholder' : 'broken_placeholder')
  }
}
const Body = z
  .object({ message: BulkMessage, choice: LeadChoice })
  .superRefine(({ message }, context) => check(message, context))

/** What would happen now; the gate decides again for each message when it leaves. */
export const BulkPreview = z.object({
  total: z.number().int(),
  /** Leads that get the message: at once, or when quiet is over or the chosen time has come. */
  sends: z.number().int(),
  waits: z.number().int(),
  waitsUntil: time.nullable(),
  waitsFor: z.enum(waitReasons).nullable(),
  /** Leads that do not get it, by reason, the most frequent first. */
  left: z.array(z.object({ reason: z.enum(leftReasons), count: z.number().int() })),
  /** The message as leads that get it would see it. `missing`: variables that the lead has no value for. */
  samples: z.array(
    z.object({
      lead: z.object({ _id: id, name: z.string() }),
      subject: z.string().nullable(),
      text: z.string(),
      missing: z.array(z.string()),
      segments: z.number().int().nullable(),
    }),
  ),
})
export type BulkPreview = z.output<typeof BulkPreview>

const bulk = { access: 'None', can: 'messages.advertise' } as const
export const bulkMessageRoutes = {
  preview: route({
    method: 'POST',
    path: '/bulk-messages/preview',
    ...bulk,
    heavy: true,
    summary: 'Who of the chosen leads would get a message, who would not and why, and how it would read',
    body: Body,
    reply: z.object({ success: z.literal(true), preview: BulkPreview }),
  }),
  send: route({
    method: 'POST',
    path: '/bulk-messages',
    ...bulk,
    idempotent: true,
    summary: `Write one message to up to ${BULK_MESSAGES_MAX} leads in the background; each passes the gate by itself`,
    body: Body,
    reply: z.object({ success: z.literal(true), operation: Operation }),
    status: () => 201,
  }),
  fates: route({
    method: 'GET',
    path: '/bulk-messages/:id',
    ...bulk,
    params: byId,
    summary: 'What became of the messages of an operation, by state and one by one',
    query: Paging,
    reply: z.object({
      success: z.literal(true),
      counts: z.array(
        z.object({ state: z.enum(messageStates), reason: z.enum(failReasons).nullable(), count: z.number().int() }),
      ),
      messages: z.array(
        z.object({
          /** Empty name: a lead that the caller may not read. */
          lead: z.object({ _id: id, name: z.string() }),
          state: z.enum(messageStates),
          reason: z.enum(failReasons).nullable(),
          waitsUntil: time.nullable(),
          at: time,
        }),
      ),
      pagination: Pagination,
    }),
  }),
}
