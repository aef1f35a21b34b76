import { z } from 'zod'
import { byId, Done, id, line, text, time, title } from '../../common.ts'
import { languages } from '../../constants.ts'
import { route } from '../../route.ts'
import { genders } from './gender.ts'
import { problemsInTemplate } from './template-text.ts'
import { type TemplateValues, templateVariableNames } from './template-variables.ts'

/** Channels of messages to leads. */
export const messageChannels = ['sms', 'email', 'whatsapp'] as const
export type MessageChannel = (typeof messageChannels)[number]
/** Templates of WhatsApp are read from the business's account, so none are written here. */
export const templateChannels = ['sms', 'email'] as const satisfies readonly MessageChannel[]
export type TemplateChannel = (typeof templateChannels)[number]
/** A service message answers an enquiry; an advertisement needs consent and bears the word for it. */
export const messagePurposes = ['service', 'advertising'] as const
export type MessagePurpose = (typeof messagePurposes)[number]

export const MESSAGE_TEMPLATES_MAX = 200
/** Templates of a WhatsApp account that are shown. */
export const ACCOUNT_TEMPLATES_MAX = 100
/** What is put in place of a placeholder of WhatsApp. */
export const ACCOUNT_VALUE_MAX = 200
export const MESSAGE_SUBJECT_MAX = 150
export const MESSAGE_TEXT_MAX = { sms: 1_000, email: 10_000 } as const satisfies Record<TemplateChannel, number>

/** `subject`: of an email; null for a text message. */
export const TemplateContent = z.object({ subject: z.string().nullable(), text: z.string() })
export type TemplateContent = z.output<typeof TemplateContent>

const contents = <T extends z.ZodType>(content: T) => z.object({ he: content.nullable(), en: content.nullable() })

/** States of a template at WhatsApp; only an approved one is sent. */
export const accountStates = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const
/**
 * Why a template of WhatsApp cannot be sent from here: its state, values that are not chosen, a picture or a link that it
 * would need, or advertising without its mark and a way out.
 */
export const accountObstacles = ['state', 'values', 'media', 'unlawful'] as const
export const AccountText = z.object({
  /** The language's code at WhatsApp. */
  code: z.string(),
  state: z.enum(accountStates),
  /** Why WhatsApp refused it, in its words. */
  reason: z.string().nullable(),
  /** With the placeholders of WhatsApp, such as `{{1}}`. */
  text: z.string(),
  /** What stands for each placeholder: a text with variables; empty: nothing was chosen. */
  values: z.array(z.object({ name: z.string(), value: z.string() })),
  obstacle: z.enum(accountObstacles).nullable(),
})
export type AccountText = z.output<typeof AccountText>

export const MessageTemplate = z.object({
  _id: id,
  nameHe: z.string(),
  nameEn: z.string(),
  channel: z.enum(messageChannels),
  purpose: z.enum(messagePurposes),
  /** The text by language; null: none in this language, or one of WhatsApp that cannot be sent. */
  contents: contents(TemplateContent),
  /** Of a template of WhatsApp: what the account has. */
  account: contents(AccountText).nullable(),
  /** Raised by each change; sent back with a change. */
  revision: z.number().int(),
  updatedAt: time,
})
export type MessageTemplate = z.output<typeof MessageTemplate>

const SentContent = z.object({
  subject: line(MESSAGE_SUBJECT_MAX).nullable().default(null),
  text: text(MESSAGE_TEXT_MAX.email, 1),
})
type Sent = { channel: TemplateChannel; contents: Record<'he' | 'en', z.output<typeof SentContent> | null> }

type Refuse = (field: 'subject' | 'text', message: string) => void
/** A text has what its channel needs, and every placeholder can be read. */
function checkContent(channel: TemplateChannel, { subject, text }: z.output<typeof SentContent>, refuse: Refuse) {
  if (channel === 'email' && !subject) refuse('subject', 'required')
  if (channel === 'sms' && subject) refuse('subject', 'invalid_value')
  if (text.length > MESSAGE_TEXT_MAX[channel]) refuse('text', 'too_long')
  for (const [field, words] of [['subject', subject ?? ''] as const, ['text', text] as const]) {
    const [problem] = problemsInTemplate(words)
    if (problem) refuse(field, problem.kind === 'unknown_variable' ? 'unknown_placeholder' : 'broken_placeholder')
  }
}

function checkContents({ channel, contents }: Sent, context: z.RefinementCtx) {
  const refuse = (path: string[], message: string) =>
    context.addIssue({ code: 'custom', path: ['contents', ...path], message })
  if (languages.every((language) => !contents[language])) refuse([], 'required')
  for (const language of languages) {
    const content = contents[language]
    if (content) checkContent(channel, content, (field, message) => refuse([language, field], message))
  }
}

const fields = {
  nameHe: title,
  nameEn: title,
  purpose: z.enum(messagePurposes),
  contents: contents(SentContent),
}
/** A whole template. The form of the web checks the same. */
export const NewMessageTemplate = z.object({ ...fields, channel: z.enum(templateChannels) }).superRefine(checkContents)
export type NewMessageTemplate = z.output<typeof NewMessageTemplate>

/** `expected`: the revision that was read. With another one stored, the answer is `changed_meanwhile`. */
export const MessageTemplateChanges = z
  .object({ ...fields, channel: z.enum(templateChannels), expected: z.number().int().min(0) })
  .superRefine(checkContents)
export type MessageTemplateChanges = z.output<typeof MessageTemplateChanges>

/** The values of a template of WhatsApp in one language, in the order of its placeholders. */
export const AccountValues = z
  .object({ language: z.enum(languages), values: z.array(line(ACCOUNT_VALUE_MAX, 1)).max(30) })
  .superRefine(({ values }, context) => {
    for (const [at, value] of values.entries()) {
      const [problem] = problemsInTemplate(value)
      const message = problem?.kind === 'unknown_variable' ? 'unknown_placeholder' : 'broken_placeholder'
      if (problem) context.addIssue({ code: 'custom', path: ['values', at], message })
    }
  })

const One = z.object({ success: z.literal(true), template: MessageTemplate })
const use = { access: 'None', can: 'message_templates.use' } as const
const change = { access: 'Owner', can: 'business.settings' } as const

export const messageTemplateRoutes = {
  list: route({
    method: 'GET',
    path: '/message-templates',
    ...use,
    summary: `The business's templates of messages to leads, by name, at most ${MESSAGE_TEMPLATES_MAX}`,
    reply: z.object({ success: z.literal(true), templates: z.array(MessageTemplate) }),
  }),
  create: route({
    method: 'POST',
    path: '/message-templates',
    ...change,
    summary: 'Make a template, with a text in Hebrew, in English or in both',
    body: NewMessageTemplate,
    reply: One,
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/message-templates/:id',
    ...change,
    summary: 'Change a template, whole',
    params: byId,
    body: MessageTemplateChanges,
    reply: One,
  }),
  setValues: route({
    method: 'PUT',
    path: '/message-templates/:id/values',
    ...change,
    summary: 'Choose what stands for the placeholders of a WhatsApp template in one language',
    params: byId,
    body: AccountValues,
    reply: One,
  }),
  remove: route({
    method: 'DELETE',
    path: '/message-templates/:id',
    ...change,
    summary: 'Delete a template; it can be restored for 30 days',
    params: byId,
    reply: Done,
  }),
  restore: route({
    method: 'POST',
    path: '/message-templates/:id/restore',
    ...change,
    summary: 'Restore a deleted template',
    params: byId,
    reply: One,
  }),
  values: route({
    method: 'GET',
    path: '/lead/:id/template-values',
    ...use,
    summary: 'What the variables of templates stand for in a message from the caller to this lead, and its gender',
    params: byId,
    reply: z.object({
      success: z.literal(true),
      gender: z.enum(genders),
      /** Contacts are masked for readers from whom the business hides them. */
      values: z.partialRecord(z.enum(templateVariableNames), z.string()) satisfies z.ZodType<TemplateValues>,
    }),
  }),
}
