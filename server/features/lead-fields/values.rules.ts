import { isEmptyValue, valueShape } from '#contract/lead-fields/field-values.ts'
import {
  type FieldValue,
  type FieldValues,
  hasOptions,
  isFieldOf,
  MASKED_VALUE,
  type OwnField,
  ownFieldName,
  type SentFieldValues,
} from '#contract/lead-fields/own-fields.ts'
import type { Issue } from '../../platform/http/errors.ts'
import { issuesOf } from '../../platform/http/parsing.ts'

/** A field with the properties that clients do not get. */
export type FieldDefinition = OwnField & { hasValues: boolean; deletedAt: string | null; purgedAt: string | null }
export type FieldDefinitions = readonly FieldDefinition[]

/** Values as leads store them: a choice is a list of one option, so that it can become several choices. */
export type StoredValue = string | number | boolean | readonly string[]
export type StoredValues = Readonly<Record<string, StoredValue>>
/** Changes of stored values; null clears one. */
export type StoredChanges = Readonly<Record<string, StoredValue | null>>

/** Fields that can be sent, filtered and sorted by. Those that were deleted do not exist for clients. */
export const knownFields = (fields: FieldDefinitions) => fields.filter(({ deletedAt }) => deletedAt === null)
/** Fields whose values are shown. */
export const shownFields = (fields: FieldDefinitions) => knownFields(fields).filter(({ isArchived }) => !isArchived)
export const fieldWithKey = (fields: FieldDefinitions, key: string) =>
  knownFields(fields).find((field) => field.key === key)

const toStored = ({ type }: OwnField, value: FieldValue): StoredValue => (type === 'choice' ? [String(value)] : value)

/** A stored value on the wire; undefined if it does not fit the field's type, as after an erased option. */
export function toWire({ type, options }: Pick<OwnField, 'type' | 'options'>, stored: unknown): FieldValue | undefined {
  if (stored === undefined || stored === null) return undefined
  if (!hasOptions(type)) return stored as FieldValue
  const chosen = Array.isArray(stored) ? options.map(({ key }) => key).filter((key) => stored.includes(key)) : []
  return type === 'choice' ? chosen[0] : chosen.length ? chosen : undefined
}

type Read = { values: StoredChanges; issues: Issue[] }
/**
 * The only check of values: what a client sent, compared with the fields of the lead's campaign. Each refusal has the
 * path of its value.
 */
export function readValues(fields: FieldDefinitions, sent: SentFieldValues, campaignId: string | undefined): Read {
  const values: Record<string, StoredValue | null> = {}
  const issues: Issue[] = []
  for (const [key, value] of Object.entries(sent)) {
    const field = fieldWithKey(fields, key)
    const path = ownFieldName(key)
    if (!field) issues.push({ path, message: 'unknown_field' })
    else if (campaignId !== undefined && !isFieldOf(field, campaignId)) issues.push({ path, message: 'field_hidden' })
    else if (isEmptyValue(value)) values[key] = null
    else {
      const { data, error } = valueShape(field).safeParse(value)
      if (error)
        issues.push(
          ...issuesOf(error)
            .slice(0, 1)
            .map((issue) => ({ ...issue, path })),
        )
      else values[key] = toStored(field, data)
    }
  }
  return { values, issues }
}

const NUMBER = /^-?\d+(?:\.\d+)?$/
const ofText: Partial<Record<OwnField['type'], (text: string) => FieldValue>> = {
  number: (text) => (NUMBER.test(text) ? Number(text) : text),
  money: (text) => (NUMBER.test(text) ? Number(text) : text),
  yes_no: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  choices: (text) => [text],
}

/**
 * Converts the texts of a web form to the values that the API takes: numbers and amounts in digits, yes or no as `true`
 * or `false`, several choices as one key or more. A text that cannot be converted is passed on, and validation refuses
 * it.
 */
export const fromTexts = (fields: FieldDefinitions, sent: SentFieldValues): SentFieldValues =>
  Object.fromEntries(
    Object.entries(sent).map(([key, value]) => {
      const read = ofText[fieldWithKey(fields, key)?.type ?? 'text']
      return [key, read && typeof value === 'string' && value.trim() !== '' ? read(value.trim()) : value]
    }),
  )

/** The stored values after changes. */
export const withValues = (stored: StoredValues, changes: StoredChanges): StoredValues =>
  Object.fromEntries(
    Object.entries({ ...stored, ...changes }).filter((entry): entry is [string, StoredValue] => entry[1] !== null),
  )

/** Values of a new lead: those that were sent, and the defaults of its campaign's other fields. */
export const withDefaults = (fields: FieldDefinitions, sent: StoredChanges, campaignId: string): StoredValues => ({
  ...Object.fromEntries(
    shownFields(fields).flatMap((field) =>
      field.default !== null && isFieldOf(field, campaignId) && !(field.key in sent)
        ? [[field.key, toStored(field, field.default)]]
        : [],
    ),
  ),
  ...withValues({}, sent),
})

/** Keys of the fields that leads of this campaign have, archived ones too. */
export const keysOfCampaign = (fields: FieldDefinitions, campaignId: string) =>
  knownFields(fields)
    .filter((field) => isFieldOf(field, campaignId))
    .map(({ key }) => key)

/** What a reader sees of a lead's values. */
export const shownValues = (fields: FieldDefinitions, stored: StoredValues, isMasked: boolean): FieldValues =>
  Object.fromEntries(
    shownFields(fields).flatMap((field) => {
      const value = toWire(field, stored[field.key])
      if (value === undefined) return []
      return [[field.key, isMasked && field.isPersonal ? MASKED_VALUE : value]]
    }),
  )

type Asked = { campaignId: string; values: StoredValues }
const missing = (
  fields: FieldDefinitions,
  { campaignId, values }: Asked,
  isAsked: (field: OwnField) => boolean,
): Issue[] =>
  shownFields(fields)
    .filter((field) => isFieldOf(field, campaignId) && isAsked(field) && values[field.key] === undefined)
    .map(({ key }) => ({ path: ownFieldName(key), message: 'required_field' }))

/** Required fields that a person left empty when entering a lead by hand in this status. */
export const missingInNew = (fields: FieldDefinitions, { statusId, ...asked }: Asked & { statusId: string | null }) =>
  missing(
    fields,
    asked,
    ({ isRequired, requiredAt }) => isRequired || (statusId !== null && requiredAt.includes(statusId)),
  )

/** Required fields that a person emptied (`cleared`), and those that the new status asks for. */
export const missingInChanged = (
  fields: FieldDefinitions,
  { cleared, statusId, ...asked }: Asked & { cleared: readonly string[]; statusId: string | undefined },
) =>
  missing(
    fields,
    asked,
    ({ key, isRequired, requiredAt }) =>
      (isRequired && cleared.includes(key)) || (statusId !== undefined && requiredAt.includes(statusId)),
  )
