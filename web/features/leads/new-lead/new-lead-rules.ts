import type { FormErrors } from '@mantine/form'
import { NAME_MAX, NAME_MIN } from '#contract/common.ts'
import { isFieldOf, type OwnField, type SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import { NewLead } from '#contract/leads/leads.ts'
import { issueText, rulesOf } from '../../../lib/http/form-errors.ts'
import { problemOf, sentValue } from '../../../shared/own-fields/own-problems.ts'
import { phoneRule } from '../../../ui/forms/phone-rule.ts'

export type NewLeadValues = {
  name: string
  phone: string
  email: string
  campaignId: string | null
  source: string
  statusId: string | null
  message: string
  /** Values of own fields by key, as their inputs hold them; a field that was not touched has none. */
  fields: Record<string, unknown>
}

export const emptyLead = (campaignId: string | null): NewLeadValues => ({
  name: '',
  phone: '',
  email: '',
  campaignId,
  source: 'manual',
  statusId: null,
  message: '',
  fields: {},
})

/** The request body, without empty fields. */
export const bodyOf = ({ name, phone, email, campaignId, source, statusId, message }: NewLeadValues) => ({
  name: name.trim(),
  source,
  ...(phone.trim() && { phone: phone.trim() }),
  ...(email.trim() && { email: email.trim() }),
  ...(campaignId && { campaignId }),
  ...(statusId && { statusId }),
  ...(message.trim() && { message: message.trim() }),
})

const contractRules = rulesOf<ReturnType<typeof bodyOf>>(NewLead)

/** The contract's rules; by hand, name, phone and campaign are required, too. */
export function newLeadRules(values: NewLeadValues): FormErrors {
  const length = values.name.trim().length
  const nameIssue =
    length === 0
      ? { message: 'required_field' }
      : length < NAME_MIN
        ? { message: 'too_short', minimum: NAME_MIN }
        : length > NAME_MAX && { message: 'too_long', maximum: NAME_MAX }
  return {
    ...contractRules(bodyOf(values)),
    ...phoneRule('phone', values.phone),
    ...(nameIssue && { name: issueText({ path: [], ...nameIssue }) }),
    ...(!values.phone.trim() && { phone: issueText({ path: [], message: 'required_field' }) }),
    ...(!values.campaignId && { campaignId: issueText({ path: [], message: 'campaign_required' }) }),
  }
}

/** Whether a lead that gets the status must have a value. */
export const isAskedAt = ({ isRequired, requiredAt }: OwnField, statusId: string | undefined) =>
  isRequired || (statusId !== undefined && requiredAt.includes(statusId))

/** Own fields of the campaign: the rules of their types, and those that the status requires. */
export const ownFieldRules = (values: NewLeadValues, fields: readonly OwnField[], statusId: string | undefined) =>
  Object.fromEntries(
    fieldsOf(values, fields).flatMap((field) => {
      const problem = problemOf(field, valueIn(values, field), isAskedAt(field, statusId))
      return problem ? [[`fields.${field.key}`, problem]] : []
    }),
  )

/** The values to send: without those of other campaigns, empty ones and untouched ones. */
export function ownValuesOf(values: NewLeadValues, fields: readonly OwnField[]): { fields?: SentFieldValues } {
  const touched = fieldsOf(values, fields).flatMap((field): [string, SentFieldValues[string]][] => {
    const value = values.fields[field.key]
    if (value === undefined) return []
    const sent = sentValue(field, value) ?? null
    // An emptied default is sent as null; any other empty field need not be.
    return sent === null && field.default === null ? [] : [[field.key, sent]]
  })
  return touched.length > 0 ? { fields: Object.fromEntries(touched) } : {}
}

export const fieldsOf = ({ campaignId }: NewLeadValues, fields: readonly OwnField[]) =>
  campaignId ? fields.filter((field) => isFieldOf(field, campaignId)) : []

/** What the input shows: what was entered, or the default until then. */
export const valueIn = ({ fields }: Pick<NewLeadValues, 'fields'>, { key, default: standard }: OwnField) =>
  fields[key] === undefined ? standard : fields[key]
