import { z } from 'zod'
import { line, text } from '../common.ts'
import { languages } from '../constants.ts'

/** Messages sent in the name of a business, which may change their texts. */
export const templateNames = [
  'receiving_a_lead',
  'repeat_enquiry',
  'missed_call',
  'invitation',
  'join_approved',
  'join_declined',
] as const
export type TemplateName = (typeof templateNames)[number]
export type TemplateChannel = 'mail' | 'sms'

export const TEMPLATE_SUBJECT_MAX = 150
export const TEMPLATE_TEXT_MAX = { mail: 2_000, sms: 480 } as const

const ofLead = ['title', 'name', 'phone', 'email', 'campaign', 'business', 'source'] as const
const ofInvitation = ['inviter', 'business', 'day'] as const
const link = ['link'] as const
/** Placeholders of each template, by channel; a mail has a button in place of the link. */
export const placeholdersOf: Record<TemplateName, { mail: readonly string[]; sms?: readonly string[] }> = {
  receiving_a_lead: { mail: ofLead, sms: [...ofLead, ...link] },
  repeat_enquiry: { mail: ofLead, sms: [...ofLead, ...link] },
  missed_call: { mail: [...ofLead, 'status'], sms: [...ofLead, 'status', ...link] },
  invitation: { mail: ofInvitation, sms: [...ofInvitation, ...link] },
  join_approved: { mail: ['business'] },
  join_declined: { mail: ['business'] },
}
/** Placeholders that a text must contain: an invitation by SMS is useless without its link. */
export const neededIn = (name: TemplateName, channel: TemplateChannel): readonly string[] =>
  name === 'invitation' && channel === 'sms' ? link : []

export type TemplateContent = { subject: string | null; text: string }

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g
/** Replaces placeholders in one pass: braces in a value are kept literally. */
export const fillTemplate = (template: string, values: Record<string, string>) =>
  template.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '')

export type TemplateProblem = 'unknown_placeholder' | 'broken_placeholder' | 'placeholder_needed' | 'required'
type TemplateInput = { name: TemplateName; channel: TemplateChannel; content: TemplateContent }
/** Error codes by field. */
export function problemsOf({
  name,
  channel,
  content,
}: TemplateInput): Partial<Record<'subject' | 'text', TemplateProblem>> {
  const allowed = placeholdersOf[name][channel] ?? []
  const inside = (part: string): TemplateProblem | undefined => {
    if ([...part.matchAll(PLACEHOLDER)].some(([, found]) => !allowed.includes(found ?? '')))
      return 'unknown_placeholder'
    return /\{\{|\}\}/.test(part.replace(PLACEHOLDER, '')) ? 'broken_placeholder' : undefined
  }
  const { subject, text: body } = content
  const ofSubject = channel === 'mail' ? (subject?.trim() ? inside(subject) : 'required') : undefined
  const isMissing = neededIn(name, channel).some(
    (needed) => ![...body.matchAll(PLACEHOLDER)].some(([, found]) => found === needed),
  )
  const ofText =
    inside(body) ?? (channel === 'sms' && !body.trim() ? 'required' : isMissing ? 'placeholder_needed' : undefined)
  return { ...(ofSubject && { subject: ofSubject }), ...(ofText && { text: ofText }) }
}

const which = {
  name: z.enum(templateNames),
  channel: z.enum(['mail', 'sms']),
  language: z.enum(languages),
} as const
const Words = z.object({ subject: z.string().nullable(), text: z.string() })
/** The fixed text around a mail's body, with example values. */
const MailFrame = z.object({
  heading: z.string().nullable(),
  facts: z.array(z.object({ label: z.string(), value: z.string(), isLtr: z.boolean() })),
  action: z.string().nullable(),
  note: z.string(),
})
export const Template = z.object({
  ...which,
  isOwn: z.boolean(),
  content: Words,
  /** The product's default text. */
  standard: Words,
  /** Example values by placeholder, for the preview. */
  examples: z.record(z.string(), z.string()),
  /** Mails only. */
  frame: MailFrame.nullable(),
})
export type Template = z.output<typeof Template>

/** Without content: restores the default text. */
export const TemplateChange = z.object({
  ...which,
  content: z
    .object({
      subject: line(TEMPLATE_SUBJECT_MAX).nullable().default(null),
      text: text(TEMPLATE_TEXT_MAX.mail),
    })
    .nullable(),
})
export type TemplateChange = z.output<typeof TemplateChange>
