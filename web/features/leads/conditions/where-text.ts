import { partsOf, Where, type WhereGroup, type WhereRule, whereFields } from '#contract/lead-where.ts'

/**
 * Conditions as the address bears them, short enough to be shared and readable enough to be understood:
 * `all(value.gte:500000;tag.in:vip,hot;any(name.contains:כהן;email.empty))`.
 * Within a value `~` stands before each character that would otherwise mean something.
 */
const SPECIAL = /[~;,()]/g
/** An address may be so long with its conditions, in characters as they travel. */
export const WHERE_TEXT_MAX = 2_000

const escaped = (value: string | number | boolean) => String(value).replace(SPECIAL, '~$&')

function ruleText({ field, op, value }: WhereRule) {
  if (value === undefined) return `${field}.${op}`
  return `${field}.${op}:${Array.isArray(value) ? value.map(escaped).join(',') : escaped(value)}`
}

export function whereText(where: Where | WhereGroup): string {
  const { isAll, parts } = partsOf<WhereRule | WhereGroup>(where)
  const texts = parts.map((part) => ('field' in part ? ruleText(part) : whereText(part)))
  return `${isAll ? 'all' : 'any'}(${texts.join(';')})`
}

/** Whether an address can bear it. */
export const isShortEnough = (where: Where) => encodeURIComponent(whereText(where)).length <= WHERE_TEXT_MAX

/** Splits at a character that stands neither behind `~` nor in brackets. */
function split(text: string, at: string) {
  const parts = ['']
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i)
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    const taken = char === '~' ? char + text.charAt(++i) : char
    if (char === at && depth === 0) parts.push('')
    else parts[parts.length - 1] += taken
  }
  return parts
}
const plain = (text: string) => text.replace(/~(.)/gs, '$1')

function ruleOf(text: string): unknown {
  const [, field = '', op, given] = /^(\w+)\.(\w+)(?::(.*))?$/s.exec(text) ?? []
  const kind = whereFields[field as keyof typeof whereFields]
  if (given === undefined) return { field, op }
  const values = split(given, ',').map(plain)
  const isNumber = kind === 'number' || op === 'withinDays' || op === 'olderThanDays'
  const read = isNumber ? values.map(Number) : kind === 'flag' ? values.map((value) => value === 'true') : values
  const isList = kind === 'choice' || op === 'between'
  return { field, op, value: isList ? read : read[0] }
}

function groupOf(text: string): unknown {
  const [, join, inner = ''] = /^(all|any)\((.*)\)$/s.exec(text) ?? []
  if (!join) return undefined
  return { [join]: split(inner, ';').map((part) => groupOf(part) ?? ruleOf(part)) }
}

/** What an address says; undefined where it says nothing that can be asked. */
export const whereOf = (text: string): Where | undefined => Where.safeParse(groupOf(text)).data
