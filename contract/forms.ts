import { z } from 'zod'
import { byId, Done, id, line, Pagination, Paging, text, time, title } from './common.ts'
import { type Language, languages } from './constants.ts'
import { SOURCE_MAX } from './leads/attribution.ts'
import { PayloadsReply } from './leads/payloads.ts'
import { route } from './route.ts'
import { isWebPage, webAddress } from './values/links.ts'

/** Minimum number of seconds from opening to submission. A faster submission is treated as spam. */
export const FORM_MIN_SECONDS = 3
/** Hours within which an opened form can be submitted. */
export const FORM_TOKEN_HOURS = 24
/** Maximum size of a submission, in bytes. */
export const FORM_BODY_BYTES = 65_536
/** Maximum number of submissions, and of page views, per minute from one IP address. Each process counts its own. */
export const FORM_POSTS_PER_MINUTE = 30
export const FORM_VIEWS_PER_MINUTE = 300
export const FORMS_MAX = 50
export const FORM_FIELDS_MAX = 20
export const FORM_OPTIONS_MAX = 30
export const FORM_ORIGINS_MAX = 20
export const FORM_LABEL_MAX = 120
export const FORM_TEXT_MAX = 1_000

/** Honeypot: a hidden field that only bots fill in. */
export const HONEYPOT = 'homepage'

/** Kinds that fill a field of the lead; a form has at most one of each. The other kinds are custom questions. */
export const leadFieldKinds = ['name', 'phone', 'email', 'message'] as const
export const ownFieldKinds = ['text', 'select', 'checkbox'] as const
/** Kind of a field that fills one of the business's own lead fields; its type and options are those of that field. */
export const LEAD_FIELD_KIND = 'lead_field'
export const formFieldKinds = [...leadFieldKinds, ...ownFieldKinds, LEAD_FIELD_KIND] as const
export type FormFieldKind = (typeof formFieldKinds)[number]
export const isOwnField = (kind: FormFieldKind) => (ownFieldKinds as readonly string[]).includes(kind)
/** Converts between the key of a lead field and the name of its input. */
export const nameOfLeadField = (key: string) => `field_${key}`
export const leadFieldKeyOf = (name: string) => name.slice('field_'.length)

/** A text in each language of the form. */
const Texts = (max: number) => z.object({ he: line(max).default(''), en: line(max).default('') })
const LongTexts = z.object({ he: text(FORM_TEXT_MAX).default(''), en: text(FORM_TEXT_MAX).default('') })

export const FormField = z.object({
  /** Name of the input: the kind itself, `answer_…` for a custom question, or `field_<key>` for a lead field. */
  name: z
    .string()
    .regex(/^(name|phone|email|message|answer_[a-z0-9]{1,16}|field_[a-z][a-z0-9_]{0,29})$/, 'invalid_value'),
  kind: z.enum(formFieldKinds),
  label: Texts(FORM_LABEL_MAX),
  required: z.boolean(),
  /** Options of a select. */
  options: z.array(Texts(FORM_LABEL_MAX)).max(FORM_OPTIONS_MAX).default([]),
})
export type FormField = z.output<typeof FormField>

export const FormTexts = z.object({
  title: Texts(FORM_LABEL_MAX),
  intro: LongTexts,
  button: Texts(FORM_LABEL_MAX),
  thanks: Texts(FORM_LABEL_MAX),
  thanksText: LongTexts,
  /** Text of the consent checkbox; empty: the form has none. */
  consent: LongTexts,
})
export type FormTexts = z.output<typeof FormTexts>

/** Origin of a site as in the header `Origin`: `https://example.com`. */
const webOrigin = z
  .string()
  .trim()
  .max(255, 'too_long')
  .transform((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url && isWebPage(value)) return url.origin
    context.addIssue({ code: 'custom', message: 'invalid_site' })
    return z.NEVER
  })

const FormShape = z.object({
  name: title,
  /** Languages of the form; the first is the default. */
  languages: z.array(z.enum(languages)).min(1, 'required').max(languages.length),
  fields: z.array(FormField).min(1, 'required').max(FORM_FIELDS_MAX),
  texts: FormTexts,
  /** Origins that may embed the form or submit to it from their own pages. */
  allowedOrigins: z.array(webOrigin).max(FORM_ORIGINS_MAX),
  /** Address to which the browser is redirected after submission; null: the thank-you page is shown. */
  redirectUrl: webAddress.nullable(),
  /** The booking page to which the thank-you page leads. */
  bookingPageId: id.nullable().optional(),
  /** Source of the form's leads, unless the link that they followed gives one. */
  source: line(SOURCE_MAX, 1),
  isEnabled: z.boolean(),
})
type Checked = z.output<typeof FormShape>
type Checks = z.core.$RefinementCtx

function isNamedAs(kind: FormFieldKind, name: string) {
  if (kind === LEAD_FIELD_KIND) return name.startsWith(nameOfLeadField(''))
  return isOwnField(kind) ? name.startsWith('answer_') : name === kind
}

/** Validates rules that involve several fields of the form. */
function checkForm({ fields, languages: spoken, texts }: Partial<Checked>, context: Checks) {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message, input: undefined })
  const spokenOnes: readonly Language[] = spoken ?? []
  if (spoken && new Set(spoken).size < spoken.length) refuse(['languages'], 'invalid_value')
  for (const language of texts ? spokenOnes : [])
    for (const name of ['title', 'button', 'thanks'] as const)
      if (!texts?.[name][language]) refuse(['texts', name, language], 'required_field')
  if (!fields) return
  if (!fields.some(({ kind }) => kind === 'phone' || kind === 'email')) refuse(['fields'], 'phone_or_email_required')
  fields.forEach(({ name, kind, label, options }, i) => {
    if (!isNamedAs(kind, name) || fields.findIndex((other) => other.name === name) < i)
      refuse(['fields', i, 'name'], 'invalid_value')
    if (kind === 'select' && options.length === 0) refuse(['fields', i, 'options'], 'required_field')
    for (const language of spokenOnes) {
      if (!label[language]) refuse(['fields', i, 'label', language], 'required_field')
      if (kind === 'select' && options.some((option) => !option[language]))
        refuse(['fields', i, 'options'], 'required_field')
    }
  })
}

export const NewForm = FormShape.superRefine(checkForm)
export type NewForm = z.output<typeof NewForm>

/** Texts of a form that need no change: keys below `defaults.<language>` in `locales/<language>/forms.json`. */
export type DefaultText = 'title' | 'intro' | 'button' | 'thanks' | 'thanksText' | (typeof leadFieldKinds)[number]
/**
 * The form that is created with a campaign: complete, in one language. Texts of the other language are filled in, too,
 * for the case that it is added later.
 */
export function firstForm(name: string, language: Language, textOf: (text: DefaultText, language: Language) => string) {
  const inEach = (text: DefaultText) => ({ he: textOf(text, 'he'), en: textOf(text, 'en') })
  return {
    name,
    languages: [language],
    fields: leadFieldKinds.map((kind) => ({
      ...{ name: kind, kind, label: inEach(kind), required: kind === 'name' || kind === 'phone', options: [] },
    })),
    texts: {
      title: inEach('title'),
      intro: inEach('intro'),
      button: inEach('button'),
      thanks: inEach('thanks'),
      thanksText: inEach('thanksText'),
      consent: { he: '', en: '' },
    },
    allowedOrigins: [],
    redirectUrl: null,
    source: 'website',
    isEnabled: true,
  } satisfies NewForm
}

/** Languages, fields and texts depend on each other: send all three or none. */
export const FormChanges = FormShape.partial().superRefine((changes, context) => {
  checkForm(changes, context)
  const together = ['languages', 'fields', 'texts'] as const
  if (together.some((name) => changes[name]) && !together.every((name) => changes[name]))
    context.addIssue({ code: 'custom', path: ['languages'], message: 'required', input: undefined })
})
export type FormChanges = z.output<typeof FormChanges>

export const Form = FormShape.extend({
  _id: id,
  bookingPageId: id.nullable(),
  campaignId: id,
  /** Last part of the form's address: `/f/<key>`. */
  key: z.string(),
  createdAt: time,
  createdBy: z.string().nullable(),
})
export type Form = z.output<typeof Form>

/**
 * Outcomes of the posts to a form. Posts by bots (honeypot, too fast, a site that is not allowed) count only as `spam`.
 */
const FormSubmissions = z.object({
  /** Enquiries: `newLeads` and `repeats`. */
  total: z.number().int(),
  newLeads: z.number().int(),
  repeats: z.number().int(),
  spam: z.number().int(),
  lastAt: time.nullable(),
  lastLeadAt: time.nullable(),
})
export type FormSubmissions = z.output<typeof FormSubmissions>
/** `submissions`: null for members who see only their own leads. */
export const ListedForm = Form.extend({ submissions: FormSubmissions.nullable() })
export type ListedForm = z.output<typeof ListedForm>

/** A form in the list of all campaigns. */
export const FormOfBusiness = z.object({
  _id: id,
  name: z.string(),
  campaign: z.object({ _id: id, name: z.string() }),
  isEnabled: z.boolean(),
  submissions: FormSubmissions.nullable(),
})
export type FormOfBusiness = z.output<typeof FormOfBusiness>

const OneForm = z.object({ success: z.literal(true), form: Form })

export const formRoutes = {
  list: route({
    method: 'GET',
    path: '/user/campaign/forms',
    access: 'None',
    can: 'forms.read',
    summary: "A campaign's forms with what came of them, newest first",
    query: z.object({ campaignId: id }),
    reply: z.object({ success: z.literal(true), forms: z.array(ListedForm) }),
  }),
  listAll: route({
    method: 'GET',
    path: '/user/forms',
    access: 'None',
    can: 'forms.read',
    summary: "The forms of all campaigns that the caller reads, by the campaign's name and their own",
    query: Paging,
    reply: z.object({ success: z.literal(true), forms: z.array(FormOfBusiness), pagination: Pagination }),
  }),
  create: route({
    method: 'POST',
    path: '/user/campaign/forms',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'Create a form whose leads come into a campaign',
    idempotent: true,
    body: FormShape.extend({ campaignId: id }).superRefine(checkForm),
    reply: OneForm,
    status: () => 201,
  }),
  preview: route({
    method: 'POST',
    path: '/user/campaign/forms/preview',
    whileClosing: true,
    access: 'None',
    can: 'campaigns.edit',
    summary: 'The page of a form that need not be stored yet, as visitors would see it',
    body: z.object({
      language: z.enum(languages),
      languages: FormShape.shape.languages,
      fields: FormShape.shape.fields,
      texts: FormTexts,
      page: z.enum(['form', 'thanks']).default('form'),
    }),
    reply: z.object({ success: z.literal(true), html: z.string() }),
  }),
  get: route({
    method: 'GET',
    path: '/user/campaign/forms/:id',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'One form',
    params: byId,
    reply: OneForm,
  }),
  change: route({
    method: 'PATCH',
    path: '/user/campaign/forms/:id',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'Change a form, open or close it',
    params: byId,
    body: FormChanges,
    reply: OneForm,
  }),
  remove: route({
    method: 'DELETE',
    path: '/user/campaign/forms/:id',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'Delete a form; its leads stay',
    params: byId,
    reply: Done,
  }),
  payloads: route({
    method: 'GET',
    path: '/user/campaign/forms/:id/payloads',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'The last 20 posts to a form, accepted and refused',
    params: byId,
    reply: PayloadsReply,
  }),
}
