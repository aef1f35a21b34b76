import { isOwnFieldName } from '#contract/lead-fields/own-fields.ts'
import { leadFields } from '#contract/leads/lead-fields.ts'
import {
  partsOf,
  Where,
  type WhereField,
  type WhereGroup,
  type WhereKind,
  type WhereRule,
} from '#contract/leads/lead-where.ts'

/**
 * Conditions as text for the address, short and readable:
 * `all(value.gte:500000;tag.in:vip,hot;any(name.contains:כהן;email.empty))`.
 * Within a value `~` escapes a special character.
 */
const SPECIAL = /[~;,()]/g
/** Maximum of characters, percent-encoded. */
export const WHERE_TEXT_MAX = 2_000

const escapeValue = (value: string | number | boolean) => String(value).replace(SPECIAL, '~$&')

function ruleText({ field, op, value }: WhereRule) {
  if (value === undefined) return `${field}.${op}`
  return `${field}.${op}:${Array.isArray(value) ? value.map(escapeValue).join(',') : escapeValue(value)}`
}

export function formatWhere(where: Where | WhereGroup): string {
  const { isAll, parts } = partsOf<WhereRule | WhereGroup>(where)
  const texts = parts.map((part) => ('field' in part ? ruleText(part) : formatWhere(part)))
  return `${isAll ? 'all' : 'any'}(${texts.join(';')})`
}

export const fitsInAddress = (where: Where) => encodeURIComponent(formatWhere(where)).length <= WHERE_TEXT_MAX

/** Splits at a separator that is neither escaped by `~` nor in brackets. */
function splitAt(text: string, at: string) {
  const parts = ['']
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i)
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    const token = char === '~' ? char + text.charAt(++i) : char
    if (char === at && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}
const unescapeValue = (text: string) => text.replace(/~(.)/gs, '$1')

const DAY = /^\d{4}-\d{2}-\d{2}$/
/**
 * The kind of an own field, guessed from the operator and values, because the URL is parsed before the fields are
 * loaded.
 */
function ownKindOf(op: string | undefined, values: readonly string[]): WhereKind {
  if (op === 'in' || op === 'notIn') return 'choice'
  const isAmount =
    op === 'eq' || op === 'gte' || op === 'lte' || (op === 'between' && !values.every((day) => DAY.test(day)))
  return isAmount ? 'number' : 'text'
}

function parseRule(text: string): unknown {
  const [, field = '', op, valueText] = /^((?:fields\.)?\w+)\.(\w+)(?::(.*))?$/s.exec(text) ?? []
  if (valueText === undefined) return { field, op }
  const values = splitAt(valueText, ',').map(unescapeValue)
  const kind = isOwnFieldName(field) ? ownKindOf(op, values) : leadFields[field as WhereField]?.kind
  const isNumber = kind === 'number' || op === 'withinDays' || op === 'olderThanDays'
  const parsed = isNumber ? values.map(Number) : kind === 'flag' ? values.map((value) => value === 'true') : values
  const isList = kind === 'choice' || op === 'between'
  return { field, op, value: isList ? parsed : parsed[0] }
}

function parseGroup(text: string): unknown {
  const [, join, inner = ''] = /^(all|any)\((.*)\)$/s.exec(text) ?? []
  if (!join) return undefined
  return { [join]: splitAt(inner, ';').map((part) => parseGroup(part) ?? parseRule(part)) }
}

/** Undefined if the text is not a valid condition. */
export const parseWhere = (text: string): Where | undefined => Where.safeParse(parseGroup(text)).data
