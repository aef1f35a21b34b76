import type { Language } from '#contract/constants.ts'
import type { FormField } from '#contract/forms.ts'
import { LEAD_FIELD_KIND, leadFieldKeyOf } from '#contract/forms.ts'
import { valueShape } from '#contract/lead-fields/field-values.ts'
import {
  FIELD_LONG_TEXT_MAX,
  FIELD_TEXT_MAX,
  type FieldValue,
  isFieldOf,
  type OwnField,
  type OwnFieldType,
  YES_NO_KEYS,
} from '#contract/lead-fields/own-fields.ts'
import { LINK_URL_MAX } from '#contract/values/links.ts'
import type { Issue } from '../../platform/http/errors.ts'
import { translate } from '../../platform/texts.ts'
import { type FieldDefinitions, shownFields } from '../lead-fields/values.rules.ts'

/** A field of a form with the own field that it fills. */
export type PageField = FormField & { own?: OwnField }
type Values = Record<string, string>

const ownFieldOf = (own: FieldDefinitions, { name }: FormField, campaignId: string | undefined) =>
  shownFields(own).find(
    (field) => field.key === leadFieldKeyOf(name) && (campaignId === undefined || isFieldOf(field, campaignId)),
  )

/** The fields that a form's page asks for. A field that the campaign's leads no longer have is left out. */
export const pageFields = (fields: readonly FormField[], own: FieldDefinitions, campaignId?: string): PageField[] =>
  fields.flatMap((field): PageField[] => {
    if (field.kind !== LEAD_FIELD_KIND) return [field]
    const of = ownFieldOf(own, field, campaignId)
    return of ? [{ ...field, own: of }] : []
  })

/** Fields of a form that the campaign's leads do not have. */
export const unknownFields = (fields: readonly FormField[], own: FieldDefinitions, campaignId: string): Issue[] =>
  fields.flatMap((field, i) =>
    field.kind === LEAD_FIELD_KIND && !ownFieldOf(own, field, campaignId)
      ? [{ path: `fields.${i}.name`, message: 'unknown_field' }]
      : [],
  )

/** The name of the checkbox of one of several choices. */
export const nameOfChoice = (name: string, option: string) => `${name}.${option}`

export type Offered = { value: string; text: string }
/** The options that a visitor chooses from; undefined for fields that are typed. */
export function offeredBy({ type, options }: OwnField, language: Language): Offered[] | undefined {
  if (type === 'yes_no') return YES_NO_KEYS.map((value) => ({ value, text: translate(language, 'form-page', value) }))
  if (type !== 'choice' && type !== 'choices') return undefined
  return options
    .filter(({ replacedBy }) => replacedBy === undefined)
    .map(({ key, nameHe, nameEn }) => ({ value: key, text: language === 'he' ? nameHe : nameEn }))
}

const number = 'type="text" dir="ltr" inputmode="decimal" autocomplete="off" maxlength="20"'
/** HTML attributes of the input of each type; empty for types that are rendered as a select or as checkboxes. */
export const looksOfTypes: Record<OwnFieldType, string> = {
  text: `type="text" dir="auto" autocomplete="off" maxlength="${FIELD_TEXT_MAX}"`,
  long_text: `dir="auto" rows="4" maxlength="${FIELD_LONG_TEXT_MAX}"`,
  number,
  money: number,
  date: 'type="date"',
  choice: '',
  choices: '',
  yes_no: '',
  link: `type="text" dir="ltr" inputmode="url" autocomplete="off" maxlength="${LINK_URL_MAX}"`,
}

/** Whether a visitor left the field empty. */
export const isUnanswered = ({ name, own }: PageField, values: Values) =>
  own?.type === 'choices'
    ? !own.options.some(({ key }) => values[nameOfChoice(name, key)])
    : !(values[name] ?? '').trim()

const NUMBER = /^-?\d{1,13}(\.\d{1,10})?$/
const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/
const wholeAgorot = (typed: string) => {
  const [shekels = '0', rest = ''] = typed.split('.')
  return Number(shekels) * 100 + Number(rest.padEnd(2, '0'))
}

/**
 * Converts what a visitor entered to a value of the field. A text that cannot be converted stays a text, which
 * validation refuses.
 */
function enteredIn({ name, own }: PageField & { own: OwnField }, values: Values): FieldValue {
  const typed = (values[name] ?? '').trim()
  const digits = typed.replaceAll(',', '').replace(/^₪\s*|\s*₪$/g, '')
  if (own.type === 'choices') return own.options.map(({ key }) => key).filter((key) => values[nameOfChoice(name, key)])
  if (own.type === 'yes_no') return typed === 'yes' || (typed === 'no' ? false : typed)
  if (own.type === 'number' && NUMBER.test(digits)) return Number(digits)
  if (own.type === 'money' && AMOUNT.test(digits)) return wholeAgorot(digits)
  return typed
}

type Answered = { value: FieldValue } | { issue: { key: string; limit?: number } }
/** The answer to a lead field that is not empty, checked as any value of the field is. */
export function readOwnAnswer(field: PageField & { own: OwnField }, values: Values): Answered {
  const { data, error } = valueShape(field.own).safeParse(enteredIn(field, values))
  if (!error) return { value: data }
  const [issue] = error.issues
  const key = issue && /^[a-z_]+$/.test(issue.message) ? issue.message : 'invalid_value'
  const limit = issue && 'maximum' in issue ? Number(issue.maximum) : undefined
  // Visitors do not know about types of fields, so they get a general message.
  return { issue: { key: key === 'wrong_type' ? 'invalid_value' : key, ...(limit !== undefined && { limit }) } }
}
