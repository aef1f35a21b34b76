import { INTAKE_NAME_MAX } from '#contract/common.ts'
import type { Language } from '#contract/constants.ts'
import type { FormField } from '#contract/forms.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { clickIdFields, utmFields } from '#contract/leads/attribution.ts'
import { MESSAGE_MAX, NewLead } from '#contract/leads/leads.ts'
import { parsePhone } from '../../platform/phones.ts'
import { CONSENT, type PageForm } from './hosted-page.ts'
import { isUnanswered, type PageField, readOwnAnswer } from './lead-field-inputs.ts'

const ANSWER_MAX = 500
const ADDRESS_MAX = 2_000

type Values = Record<string, string>
export type Issue = { key: string; limit?: number }
export type Answers = {
  /** Fields of the lead. */
  lead: NewLead
  /** Answers to the form’s own questions, in the language of the page. */
  answers: { label: string; value: string }[]
  /** The consent text that the visitor accepted. */
  consent: string | null
}

/** The answers, or the issues by field: keys of locales/<language>/errors.json. */
export function readAnswers(
  { fields, texts }: PageForm,
  language: Language,
  values: Values,
): { issues: Record<string, Issue> } | { read: Answers } {
  const issues: Record<string, Issue> = {}
  for (const field of fields) {
    const issue = field.own
      ? ownIssueOf(field as OwnPageField, values)
      : issueOf(field, language, (values[field.name] ?? '').trim())
    if (issue) issues[field.name] = issue
  }
  const consent = texts.consent[language] || null
  if (consent && !values[CONSENT]) issues[CONSENT] = { key: 'required_field' }
  const contacts = fields.filter(({ kind }) => kind === 'phone' || kind === 'email')
  const [contact] = contacts
  if (contact && contacts.every(({ name }) => !(values[name] ?? '').trim()))
    issues[contact.name] ??= { key: contacts.length > 1 ? 'phone_or_email_required' : 'required_field' }
  if (Object.keys(issues).length) return { issues }

  const filled = fields.filter(({ name }) => (values[name] ?? '').trim())
  const own = filled.filter(({ name }) => name.startsWith('answer_'))
  const ofLead = filled.filter((field) => !own.includes(field) && !field.own)
  const { data, error } = NewLead.safeParse({
    ...Object.fromEntries(ofLead.map(({ name }) => [name, values[name]])),
    fields: ownValuesIn(fields, values),
    ...carriedIn(values),
  })
  if (error) return { issues: { [String(error.issues[0]?.path[0])]: { key: 'invalid_value' } } }
  const answers = own.map(({ name, label }) => ({
    label: label[language],
    value: clean(values[name] ?? '', ANSWER_MAX),
  }))
  return { read: { lead: data, answers, consent } }
}

function issueOf({ kind, required, options }: FormField, language: Language, value: string): Issue | undefined {
  if (!value) return required ? { key: 'required_field' } : undefined
  if (kind === 'phone' && !parsePhone(value)) return { key: 'invalid_phone' }
  if (kind === 'email' && !NewLead.shape.email.safeParse(value).success) return { key: 'invalid_email' }
  const max = maxima[kind] ?? ANSWER_MAX
  if (value.length > max) return { key: 'too_long', limit: max }
  if (kind === 'select' && !options.some((option) => option[language] === value)) return { key: 'invalid_value' }
  return NewLead.shape.message.safeParse(value).success ? undefined : { key: 'invalid_characters' }
}
type OwnPageField = PageField & { own: OwnField }
function ownIssueOf(field: OwnPageField, values: Values): Issue | undefined {
  if (isUnanswered(field, values)) return field.required ? { key: 'required_field' } : undefined
  const answer = readOwnAnswer(field, values)
  return 'issue' in answer ? answer.issue : undefined
}
const ownValuesIn = (fields: readonly PageField[], values: Values) =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (!field.own || isUnanswered(field, values)) return []
      const answer = readOwnAnswer(field as OwnPageField, values)
      return 'value' in answer ? [[field.own.key, answer.value]] : []
    }),
  )
const maxima: Partial<Record<FormField['kind'], number>> = { name: INTAKE_NAME_MAX, message: MESSAGE_MAX }

/** Text that PostgreSQL can store, cut to this length. */
const clean = (value: string, max: number) => value.trim().slice(0, max).replaceAll('\0', '').toWellFormed()

const carriedNames = [...utmFields.map((name) => `utm_${name}`), ...clickIdFields]
/** Attribution of a visitor from the address and hidden fields; empty values are dropped. */
export const carriedIn = (values: Values): Values => {
  const long = ['landingPage', 'referrer'].map((name) => [name, clean(values[name] ?? '', ADDRESS_MAX)])
  return { ...linkValuesIn(values), ...Object.fromEntries(long.filter(([, value]) => value)) }
}
/** UTM values and click ids alone, which a link to another page carries on. */
export const linkValuesIn = (values: Readonly<Record<string, string | undefined>>): Values =>
  Object.fromEntries(
    carriedNames.flatMap((name) => {
      const value = clean(values[name] ?? '', ANSWER_MAX)
      return value ? [[name, value]] : []
    }),
  )
