import { z } from 'zod'
import { AGOROT_MAX, day, SEARCH_MAX, text } from '../common.ts'
import { FIELD_NUMBER_MAX, isOwnFieldName, type OwnFieldName, SentFieldName } from '../lead-fields/own-fields.ts'
import { datePresets } from '../values/date-presets.ts'
import { type LeadFieldWith, leadFields, leadFieldsWith } from './lead-fields.ts'

/** Filter conditions on any lead field, joined by and/or, as the filter builder creates them. */

/** Maximum number of rules in a filter, including nested groups. */
export const WHERE_RULES_MAX = 20
export const WHERE_VALUES_MAX = 100
/** Maximum number of days in a relative date. */
export const WHERE_DAYS_MAX = 3_650

/** Built-in fields that can be filtered. A rule may name an own field, too (`fields.<key>`). */
export type WhereField = LeadFieldWith<'kind'>
export type RuleField = WhereField | OwnFieldName
export const whereFields = leadFieldsWith('kind')
export type WhereKind = (typeof leadFields)[WhereField]['kind']

/** Operators of each kind. Texts are compared case-insensitively. */
export const whereOps = {
  text: ['is', 'isNot', 'contains', 'notContains', 'empty', 'notEmpty'],
  choice: ['in', 'notIn', 'empty', 'notEmpty'],
  number: ['eq', 'gte', 'lte', 'between', 'empty', 'notEmpty'],
  date: ['on', 'before', 'after', 'between', 'preset', 'withinDays', 'olderThanDays', 'empty', 'notEmpty'],
  flag: ['is'],
} as const satisfies Record<WhereKind, readonly string[]>
export type WhereOp = (typeof whereOps)[WhereKind][number]

/** Date presets of the dashboard that take no parameters (specification, section 2). */
export const wherePresets = [...datePresets, 'allTime'] as const
export type WherePreset = (typeof wherePresets)[number]

const texts = z.array(text(SEARCH_MAX, 1)).min(1).max(WHERE_VALUES_MAX)
const money = z.number().int().min(0).max(AGOROT_MAX)
const number = z.number().min(-FIELD_NUMBER_MAX).max(FIELD_NUMBER_MAX)
const inOrder = <T>([from, to]: readonly [T, T]) => from <= to
const days = z.number().int().min(1).max(WHERE_DAYS_MAX)
const flag = z.boolean()

/** Value schema of each operator; operators absent here take no value. */
const values: Partial<Record<WhereKind, Record<string, z.ZodType>>> = {
  text: Object.fromEntries(['is', 'isNot', 'contains', 'notContains'].map((op) => [op, text(SEARCH_MAX, 1)])),
  choice: { in: texts, notIn: texts },
  number: amounts(money),
  date: {
    on: day,
    before: day,
    after: day,
    between: z.tuple([day, day]).refine(inOrder),
    preset: z.enum(wherePresets),
    withinDays: days,
    olderThanDays: days,
  },
  flag: { is: flag },
}

const ofOwnFields: typeof values = { ...values, number: amounts(number) }

function amounts(of: z.ZodType<number>) {
  return { eq: of, gte: of, lte: of, between: z.tuple([of, of]).refine(inOrder) }
}

type Condition = { op: WhereOp; value?: unknown }
/**
 * Returns the part of a rule that is invalid for a field of this kind, or undefined. `isOwn`: an own field, whose
 * numbers may be negative or have decimal places.
 */
export function misfitOf(kind: WhereKind, { op, value }: Condition, isOwn = false): 'op' | 'value' | undefined {
  if (!(whereOps[kind] as readonly string[]).includes(op)) return 'op'
  const shape = (isOwn ? ofOwnFields : values)[kind]?.[op]
  if (!shape) return value === undefined ? undefined : 'value'
  return shape.safeParse(value).success ? undefined : 'value'
}

const ownKinds = ['text', 'choice', 'number', 'date'] as const
const opNames = [...new Set(Object.values(whereOps).flat())] as [WhereOp, ...WhereOp[]]

/**
 * One condition. The type of `value` depends on the operator: text, list, number, day, pair, preset, or absent. The kind
 * of an own field is that of its type (whereKindOf); the server refuses a rule that does not fit it, and an unknown key.
 */
export const WhereRule = z
  .strictObject({
    field: z.union([z.enum(whereFields), SentFieldName]),
    op: z.enum(opNames),
    value: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()])).max(WHERE_VALUES_MAX)])
      .optional(),
  })
  .superRefine(({ field, op, value }, context) => {
    const refuse = (path: string) => context.addIssue({ code: 'custom', path: [path], message: 'invalid_value' })
    if (isOwnFieldName(field)) {
      if (ownKinds.every((kind) => misfitOf(kind, { op, value }, true))) refuse('value')
      return
    }
    const { kind, ...spec } = leadFields[field]
    const misfit = misfitOf(kind, { op, value })
    if (misfit) return refuse(misfit)
    if ('isValue' in spec && Array.isArray(value) && !(value as string[]).every(spec.isValue)) refuse('value')
  })
export type WhereRule = z.output<typeof WhereRule>

const rules = z.array(WhereRule).min(1, 'required').max(WHERE_RULES_MAX)
const Group = z.union([z.strictObject({ all: rules }), z.strictObject({ any: rules })])
const items = z
  .array(z.union([WhereRule, Group]))
  .min(1, 'required')
  .max(WHERE_RULES_MAX)

const Tree = z.union([z.strictObject({ all: items }), z.strictObject({ any: items })])
export type Where = z.output<typeof Tree>
export type WhereGroup = z.output<typeof Group>

/** Returns the children of a group, and whether all of them must match. */
export const partsOf = <T>(group: { all: T[] } | { any: T[] }) =>
  'all' in group ? { isAll: true, parts: group.all } : { isAll: false, parts: group.any }

export const rulesIn = (where: Where): WhereRule[] =>
  partsOf<WhereRule | WhereGroup>(where).parts.flatMap((part) => ('field' in part ? [part] : partsOf(part).parts))

/** A group of rules joined by all or any; groups nest. */
export const Where = Tree.refine((where) => rulesIn(where).length <= WHERE_RULES_MAX, 'too_many_rules')
