import type { UseFormReturnType } from '@mantine/form'
import { NAME_MAX, TITLE_MIN } from '#contract/common.ts'
import {
  FIELD_GROUP_MAX,
  FIELD_HELP_MAX,
  FIELD_UNIT_MAX,
  hasOptions,
  OPTION_NAME_MAX,
  type OwnField,
  typesAfter,
} from '#contract/lead-fields/own-fields.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { problemOf, sentValue } from '../../shared/own-fields/own-problems.ts'
import { changedFields } from '../../ui/forms/use-edit-form.ts'
import type { FieldChangesInput, NewFieldInput } from './lead-fields.api.ts'

/** `id` is the React key; an option without a key is new. */
export type OptionValues = { id: string; key?: string; nameHe: string; nameEn: string }
export type FieldForm = Pick<OwnField, 'nameHe' | 'nameEn' | 'helpText' | 'type' | 'isDecimal' | 'isRequired'> &
  Pick<OwnField, 'requiredAt' | 'campaignIds' | 'isPersonal'> & {
    options: OptionValues[]
    unit: string
    default: unknown
    groupHe: string
    groupEn: string
    /**
     * Replacements of removed options: the key of a removed option, and the key of the option that its leads get, or
     * null for none.
     */
    replacements: Record<string, string | null>
  }

export type FieldFormState = UseFormReturnType<FieldForm>

let lastId = 0
export const newOption = (): OptionValues => {
  lastId += 1
  return { id: `option-${lastId}`, nameHe: '', nameEn: '' }
}

export const emptyField = (): FieldForm => ({
  ...{ nameHe: '', nameEn: '', helpText: '', type: 'text', options: [], unit: '', isDecimal: false },
  ...{ isRequired: false, requiredAt: [], default: null, campaignIds: null, groupHe: '', groupEn: '' },
  ...{ isPersonal: false, replacements: {} },
})

export const valuesOf = (field: OwnField): FieldForm => ({
  nameHe: field.nameHe,
  nameEn: field.nameEn,
  helpText: field.helpText,
  type: field.type,
  options: field.options
    .filter(({ replacedBy }) => replacedBy === undefined)
    .map(({ key, nameHe, nameEn }) => ({ id: key, key, nameHe, nameEn })),
  unit: field.unit ?? '',
  isDecimal: field.isDecimal,
  isRequired: field.isRequired,
  requiredAt: field.requiredAt,
  default: field.default,
  campaignIds: field.campaignIds,
  groupHe: field.group?.nameHe ?? '',
  groupEn: field.group?.nameEn ?? '',
  isPersonal: field.isPersonal,
  replacements: {},
})

/** The types that a field may get: all, or those that keep the values it has. */
export const typesOf = (type: OwnField['type'], hasValues: boolean, all: readonly OwnField['type'][]) =>
  hasValues ? all.filter((one) => one === type || one === typesAfter[type]) : all

/** The field as the form has it, for the input of its default. Only saved options have a key. */
export const asField = ({ type, options, unit, isDecimal }: FieldForm) => ({
  type,
  unit: unit.trim() || null,
  isDecimal,
  options: options.flatMap(({ key, nameHe, nameEn }) => (key ? [{ key, nameHe, nameEn }] : [])),
})

const say = (key: string, limit?: number) => i18n.t(key, { ns: 'errors', limit })
function lengthProblem(text: string, min: number, max: number) {
  const { length } = text.trim()
  if (length === 0 && min > 0) return say('required_field')
  if (length < min) return say('too_short', min)
  return length > max ? say('too_long', max) : null
}

export function problemsOf(values: FieldForm) {
  const { type, options, groupHe, groupEn, campaignIds } = values
  const hasGroup = groupHe.trim() !== '' || groupEn.trim() !== ''
  const group = (name: string) => lengthProblem(name, hasGroup ? 1 : 0, FIELD_GROUP_MAX)
  return {
    nameHe: lengthProblem(values.nameHe, TITLE_MIN, NAME_MAX),
    nameEn: lengthProblem(values.nameEn, TITLE_MIN, NAME_MAX),
    helpText: lengthProblem(values.helpText, 0, FIELD_HELP_MAX),
    unit: type === 'number' ? lengthProblem(values.unit, 0, FIELD_UNIT_MAX) : null,
    groupHe: group(groupHe),
    groupEn: group(groupEn),
    campaignIds: campaignIds?.length === 0 ? say('required_field') : null,
    default: problemOf(asField(values), values.default, false) ?? null,
    options: hasOptions(type) && options.length === 0 ? say('required_field') : null,
    ...(hasOptions(type) &&
      Object.fromEntries(
        options.flatMap((option, at) =>
          (['nameHe', 'nameEn'] as const).map((name) => [
            `options.${at}.${name}`,
            lengthProblem(option[name], 1, OPTION_NAME_MAX),
          ]),
        ),
      )),
  }
}

function toSend(values: FieldForm) {
  const { type } = values
  const group = { nameHe: values.groupHe.trim(), nameEn: values.groupEn.trim() }
  return {
    nameHe: values.nameHe.trim(),
    nameEn: values.nameEn.trim(),
    helpText: values.helpText.trim(),
    type,
    options: hasOptions(type)
      ? values.options.map(({ key, nameHe, nameEn }) => ({
          ...(key && { key }),
          nameHe: nameHe.trim(),
          nameEn: nameEn.trim(),
        }))
      : [],
    unit: type === 'number' ? values.unit.trim() || null : null,
    isDecimal: type === 'number' && values.isDecimal,
    isRequired: values.isRequired,
    requiredAt: values.requiredAt,
    default: sentValue(asField(values), values.default),
    campaignIds: values.campaignIds,
    group: group.nameHe || group.nameEn ? group : null,
    isPersonal: values.isPersonal,
  }
}

export const inputOf = (values: FieldForm): NewFieldInput => toSend(values)

/** Saved options that the form no longer has. */
export const removedIn = (seen: FieldForm, now: FieldForm) =>
  hasOptions(now.type) ? seen.options.filter(({ key }) => key && !now.options.some((one) => one.key === key)) : []

/** Changed fields, with their initial values as `expected`. */
export function changedIn(seen: FieldForm, now: FieldForm, hasValues: boolean): FieldChangesInput {
  const [before, after] = [toSend(seen), toSend(now)]
  const removed = hasValues ? removedIn(seen, now).flatMap(({ key }) => (key ? [key] : [])) : []
  const replacements = Object.fromEntries(removed.map((key) => [key, now.replacements[key] ?? null]))
  return {
    ...changedFields(after, before),
    ...(removed.length > 0 && { replacements }),
    expected: changedFields(before, after),
  }
}

export const hasChanges = ({ expected, ...changes }: FieldChangesInput) => Object.keys(changes).length > 0
