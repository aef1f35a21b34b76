import { type RawBuilder, sql } from 'kysely'
import type { leadFields } from '#contract/leads/lead-fields.ts'
import type { WhereField, WhereRule } from '#contract/leads/lead-where.ts'
import type { LeadScope } from '../access/access.rules.ts'
import type { FieldDefinitions } from '../lead-fields/values.rules.ts'
import { rangeOf } from './list/date-ranges.rules.ts'

type Sql = RawBuilder<unknown>
/**
 * Campaigns whose calls a reader of leads may see: `read` their outcomes, `heard` also their recordings; null: all
 * campaigns.
 */
export type CallSight = { read: readonly string[] | null; heard: readonly string[] | null }
/** `calls` absent: the reader sees no calls. `isHidden`: the reader sees only masks of this field. */
export type ConditionContext = {
  businessId: string
  scope: LeadScope
  own: FieldDefinitions
  calls?: CallSight | undefined
  today: string
  isMasked: boolean
  isHidden?: boolean
}
type Kind = (typeof leadFields)[WhereField]['kind']
/** A condition on `leads`. Negated rules also match rows whose value is null. */
export type FieldSql<K extends Kind = Kind> = {
  kind: K
  condition: (rule: Pick<WhereRule, 'op' | 'value'>, context: ConditionContext) => Sql
}

const NONE = sql`false`
const same = (typed: string) => typed

/**
 * `column` is never null. `whole` normalizes a value that is compared with the whole text, `part` one that is compared
 * with a part of it.
 */
export function textField(column: Sql, { whole = same, part = same } = {}): FieldSql<'text'> {
  const condition: FieldSql['condition'] = ({ op, value }, { isHidden }) => {
    if (op === 'empty') return sql`${column} = ''`
    if (op === 'notEmpty') return sql`${column} <> ''`
    // If contacts are masked, the reader may filter only by whether the contact is empty.
    const text = sql`lower(${isHidden ? sql`''` : column})`
    const typed = String(value)
    if (op === 'is' || op === 'isNot') return sql`${text} ${sql.raw(op === 'is' ? '=' : '<>')} lower(${whole(typed)})`
    return sql`${text} ${sql.raw(op === 'contains' ? 'like' : 'not like')} like_pattern(${part(typed)})`
  }
  return { kind: 'text', condition }
}

/**
 * `isAmong` builds the condition that the field has one of the values. Without `isEmpty`, the field always has a value.
 */
export function choiceField(isAmong: (values: readonly string[]) => Sql, isEmpty: Sql = NONE): FieldSql<'choice'> {
  const condition: FieldSql['condition'] = ({ op, value }) => {
    if (op === 'empty') return isEmpty
    if (op === 'notEmpty') return isEmpty === NONE ? sql`true` : sql`not (${isEmpty})`
    const among = isAmong(value as string[])
    return op === 'in' ? among : sql`not coalesce(${among}, false)`
  }
  return { kind: 'choice', condition }
}

const comparisons = { eq: '=', gte: '>=', lte: '<=' } as const
export function numberField(column: Sql, type: 'bigint' | 'numeric' = 'bigint'): FieldSql<'number'> {
  const of = (value: unknown) => sql`${value}::${sql.raw(type)}`
  const condition: FieldSql['condition'] = ({ op, value }) => {
    if (op === 'empty') return sql`${column} is null`
    if (op === 'notEmpty') return sql`${column} is not null`
    if (op !== 'between') return sql`${column} ${sql.raw(comparisons[op as 'eq'])} ${of(value)}`
    const [least, most] = value as [number, number]
    return sql`${column} between ${of(least)} and ${of(most)}`
  }
  return { kind: 'number', condition }
}

/** Days are in the time zone Asia/Jerusalem. */
export const dateField = (column: Sql): FieldSql<'date'> => dateFieldSeen(() => column)

/** A date that depends on what the reader may see. */
export function dateFieldSeen(columnFor: (context: ConditionContext) => Sql): FieldSql<'date'> {
  const condition: FieldSql['condition'] = (rule, context) => {
    const { today } = context
    const column = columnFor(context)
    if (rule.op === 'empty') return sql`${column} is null`
    const { from, to } = rule.op === 'notEmpty' ? {} : rangeOf(rule, today)
    return sql`(${column} is not null ${from ? sql`and ${since(column, from)}` : sql``} ${to ? sql`and ${until(column, to)}` : sql``})`
  }
  return { kind: 'date', condition }
}
/** Conditions that the column is on this day or later (`since`), or on this day or earlier (`until`). */
export const since = (column: Sql, day: string) => sql`${column} >= start_of(${day}::date)`
export const until = (column: Sql, day: string) => sql`${column} < start_of(${day}::date + 1)`

/** `column` is a day as text, `2026-01-31`, which sorts as days do; null: none. */
export function dayField(column: Sql): FieldSql<'date'> {
  const condition: FieldSql['condition'] = (rule, { today }) => {
    if (rule.op === 'empty') return sql`${column} is null`
    const { from, to } = rule.op === 'notEmpty' ? {} : rangeOf(rule, today)
    return sql`(${column} is not null ${from ? sql`and ${column} >= ${from}::text` : sql``}
      ${to ? sql`and ${column} <= ${to}::text` : sql``})`
  }
  return { kind: 'date', condition }
}

export function flagField(isSet: (context: ConditionContext) => Sql): FieldSql<'flag'> {
  const condition: FieldSql['condition'] = ({ value }, context) =>
    value ? isSet(context) : sql`not (${isSet(context)})`
  return { kind: 'flag', condition }
}
