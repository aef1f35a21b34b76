import { z } from 'zod'
import { line, text } from '../common.ts'
import { languages } from '../constants.ts'
import { invitationTemplates } from '../team/invitation-templates.ts'
import { waitingListTemplates } from '../team/waiting-list-templates.ts'
import { leadTemplates } from './lead-templates.ts'

export type TemplateChannel = 'mail' | 'sms'
/** A message sent in the name of a business, which may change its text. */
type TemplateEntry = {
  /** The file of locales that holds the default texts, below `templates.<name>`. */
  texts: string
  /** Placeholders of an email, which has a button in place of the link. */
  mail: readonly string[]
  /** Placeholders of an SMS; undefined: the message is not sent as an SMS. */
  sms?: readonly string[]
  /** Placeholders that an SMS must contain. */
  neededInSms?: readonly string[]
}
const entries = { ...leadTemplates, ...invitationTemplates, ...waitingListTemplates }
export type TemplateName = keyof typeof entries
export const templateNames = Object.keys(entries) as [TemplateName, ...TemplateName[]]
export const templateOf: Record<TemplateName, TemplateEntry> = entries

export const TEMPLATE_SUBJECT_MAX = 150
export const TEMPLATE_TEXT_MAX = { mail: 2_000, sms: 480 } as const

export type TemplateContent = { subject: string | null; text: string }

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g
/** Replaces placeholders in one pass, so that braces in a value are kept literally. */
export const fillTemplate = (template: string, values: Record<string, string>) =>
  template.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '')

export type TemplateProblem = 'unknown_placeholder' | 'broken_placeholder' | 'placeholder_needed' | 'required'
type TemplateInput = { name: TemplateName; channel: TemplateChannel; content: TemplateContent }
/** Validates a template; returns an error code for each invalid field. */
export function problemsOf({
  name,
  channel,
  content,
}: TemplateInput): Partial<Record<'subject' | 'text', TemplateProblem>> {
  const { neededInSms = [], [channel]: allowed = [] } = templateOf[name]
  const inside = (part: string): TemplateProblem | undefined => {
    if ([...part.matchAll(PLACEHOLDER)].some(([, found]) => !allowed.includes(found ?? '')))
      return 'unknown_placeholder'
    return /\{\{|\}\}/.test(part.replace(PLACEHOLDER, '')) ? 'broken_placeholder' : undefined
  }
  const { subject, text: body } = content
  const ofSubject = channel === 'mail' ? (subject?.trim() ? inside(subject) : 'required') : undefined
  const isMissing = neededInSms.some((needed) => ![...body.matchAll(PLACEHOLDER)].some(([, found]) => found === needed))
  const ofSms = !body.trim() ? 'required' : isMissing ? 'placeholder_needed' : undefined
  const ofText = inside(body) ?? (channel === 'sms' ? ofSms : undefined)
  return { ...(ofSubject && { subject: ofSubject }), ...(ofText && { text: ofText }) }
}

const which = {
  name: z.enum(templateNames),
  channel: z.enum(['mail', 'sms']),
  language: z.enum(languages),
} as const
const Words = z.object({ subject: z.string().nullable(), text: z.string() })
/** The fixed text around the body of an email, with example values. */
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
  /** The text around the body; null for an SMS. */
  frame: MailFrame.nullable(),
})
export type Template = z.output<typeof Template>

/** Changes a template; without `content`, restores the default text. */
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
