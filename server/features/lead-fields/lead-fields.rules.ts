import { isEmptyValue, valueShape } from '#contract/lead-fields/field-values.ts'
import type { NewOwnField, OwnFieldChanges } from '#contract/lead-fields/lead-fields.ts'
import {
  FIELD_KEY_MAX,
  type FieldOption,
  hasOptions,
  type OwnField,
  type OwnFieldType,
  typesAfter,
} from '#contract/lead-fields/own-fields.ts'
import type { Issue } from '../../platform/http/errors.ts'
import { issuesOf } from '../../platform/http/parsing.ts'

/** The settings of a field that an Owner chooses. */
export type FieldSettings = Omit<OwnField, '_id' | 'key' | 'position'>
const settings = [
  ...['nameHe', 'nameEn', 'helpText', 'type', 'options', 'unit', 'isDecimal', 'isRequired', 'requiredAt'],
  ...['default', 'campaignIds', 'group', 'isPersonal', 'isArchived'],
] as readonly (keyof FieldSettings)[]

/** Ids are compared regardless of order, options in their order. */
const idLists: readonly string[] = ['requiredAt', 'campaignIds']
const asText = (name: string, value: unknown) =>
  JSON.stringify(idLists.includes(name) && Array.isArray(value) ? [...new Set(value)].sort() : value)
const isSame = (name: string, a: unknown, b: unknown) => asText(name, a) === asText(name, b)

/**
 * The changes for an event: values before and after. The value before is null for a new field, the value after for a
 * deleted one. Of options, the log has the English names.
 */
export function changesOf(before: FieldSettings | null, after: FieldSettings | null) {
  const changed = before && after ? differing(before, after) : settings
  const logged = (field: FieldSettings | null, name: keyof FieldSettings) =>
    name === 'options' ? (field?.options.map(({ nameEn }) => nameEn) ?? null) : (field?.[name] ?? null)
  return Object.fromEntries(
    changed.map((name): [string, [unknown, unknown]] => [name, [logged(before, name), logged(after, name)]]),
  )
}
export const differing = (before: FieldSettings, after: FieldSettings) =>
  settings.filter((name) => !isSame(name, before[name], after[name]))

/**
 * Whether one of these settings changed since the sender read it. Options are compared by the properties that clients
 * can send.
 */
export const wasChanged = (field: FieldSettings, { expected = {}, replacements: _, ...wanted }: OwnFieldChanges) =>
  Object.entries(expected).some(([name, seen]) => {
    if (wanted[name as keyof typeof wanted] === undefined || seen === undefined) return false
    if (name !== 'options') return !isSame(name, seen, field[name as keyof FieldSettings])
    const said = (options: readonly Partial<FieldOption>[]) =>
      options.map(({ key, nameHe, nameEn }) => [key, nameHe, nameEn])
    return JSON.stringify(said(seen as FieldOption[])) !== JSON.stringify(said(present(field.options)))
  })

/** Options that can be chosen. */
export const present = (options: readonly FieldOption[]) => options.filter(({ replacedBy }) => replacedBy === undefined)

/** Latin letters, digits and underscores of a name, beginning with a letter; `otherwise` if it has no Latin letter. */
function slugOf(name: string, otherwise: string) {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, FIELD_KEY_MAX)
    .replace(/_+$/, '')
  return slug || otherwise
}
/** A key made from the English name. It differs from all keys in `taken`. */
export function keyFrom(name: string, taken: readonly string[], otherwise = 'field') {
  const slug = slugOf(name, otherwise)
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`
    const key = `${slug.slice(0, FIELD_KEY_MAX - end.length)}${end}`
    if (!taken.includes(key)) return key
  }
}

/**
 * Sent options with their keys. A known key keeps its option; an unknown one is refused. `former`: the options until now;
 * their keys are not given to new options.
 */
export function optionsFrom(
  sent: NewOwnField['options'],
  former: readonly FieldOption[],
): { options: FieldOption[]; issues: Issue[] } {
  const taken = former.map(({ key }) => key)
  const kept = present(former).map(({ key }) => key)
  const issues: Issue[] = []
  const options = sent.map(({ key, nameHe, nameEn }, i) => {
    if (key !== undefined && (!kept.includes(key) || sent.findIndex((other) => other.key === key) < i))
      issues.push({ path: `options.${i}.key`, message: 'unknown_option' })
    const own = key ?? keyFrom(nameEn, taken, 'option')
    taken.push(own)
    return { key: own, nameHe, nameEn }
  })
  return { options, issues }
}

/** The settings after changes. Settings that the type does not have are reset. */
export const settled = (field: FieldSettings): FieldSettings => ({
  ...field,
  options: hasOptions(field.type) ? field.options : [],
  unit: field.type === 'number' ? field.unit || null : null,
  isDecimal: field.type === 'number' && field.isDecimal,
})

type Changed = { settings: FieldSettings; issues: Issue[]; removed: string[] }
/**
 * The settings after a change, and the keys of removed options. Options that are being replaced are left to the caller.
 */
export function withChanges(
  before: FieldSettings,
  { expected: _, replacements: __, options: sent, ...changes }: OwnFieldChanges,
): Changed {
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const { options, issues } = sent
    ? optionsFrom(sent, before.options)
    : { options: present(before.options), issues: [] }
  const settings = settled({ ...before, ...defined, options })
  const kept = settings.options.map(({ key }) => key)
  const removed = present(before.options)
    .map(({ key }) => key)
    .filter((key) => !kept.includes(key))
  return { settings, issues, removed }
}

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const nameIssues = (
  own: { nameHe: string; nameEn: string },
  others: readonly { nameHe: string; nameEn: string }[],
  message: string,
): Issue[] =>
  (['nameHe', 'nameEn'] as const)
    .filter((name) => others.some((other) => sameName(other[name], own[name])))
    .map((path) => ({ path, message }))

/** Conflicts within the field and with the other fields that are not deleted. */
export function fieldIssues(field: FieldSettings, others: readonly OwnField[]): Issue[] {
  const options = present(field.options)
  return [
    ...nameIssues(field, others, 'field_name_taken'),
    ...(hasOptions(field.type) && options.length === 0 ? [{ path: 'options', message: 'required_field' }] : []),
    ...options.flatMap((option, i) =>
      nameIssues(option, options.slice(0, i), 'option_name_taken').map(({ path, ...issue }) => ({
        path: `options.${i}.${path}`,
        ...issue,
      })),
    ),
    ...defaultIssues(field),
  ]
}

function defaultIssues(field: FieldSettings): Issue[] {
  if (field.default === null) return []
  if (isEmptyValue(field.default)) return [{ path: 'default', message: 'required_field' }]
  const { error } = valueShape(field).safeParse(field.default)
  return error ? issuesOf(error).map((issue) => ({ ...issue, path: 'default' })) : []
}

/** Whether a field may change its type: freely without values, else only where the values stay valid. */
export const mayBecome = (before: OwnFieldType, after: OwnFieldType, hasValues: boolean) =>
  before === after || !hasValues || typesAfter[before] === after

/** The order after moving an item before another; null means to the end. */
export function orderMoved(order: readonly string[], id: string, before: string | null): string[] {
  const left = order.filter((one) => one !== id)
  left.splice(before === null ? left.length : left.indexOf(before), 0, id)
  return left
}
