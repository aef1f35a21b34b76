import { z } from 'zod'
import { AGOROT_MAX, day, SEARCH_MAX, text } from '../common.ts'
import { datePresets } from '../values/date-presets.ts'
import { type LeadFieldWith, leadFields, leadFieldsWith } from './lead-fields.ts'

/** Filter conditions on any lead field, joined by and/or, as the filter builder creates them. */

/** Maximum number of rules in a filter, including nested groups. */
export const WHERE_RULES_MAX = 20
export const WHERE_VALUES_MAX = 100
/** Maximum number of days in a relative date. */
export const WHERE_DAYS_MAX = 3_650

export type WhereField = LeadFieldWith<'kind'>
export const whereFields = leadFieldsWith('kind')
type WhereKind = (typeof leadFields)[WhereField]['kind']

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
const inOrder = <T>([from, to]: readonly [T, T]) => from <= to
const days = z.number().int().min(1).max(WHERE_DAYS_MAX)
const flag = z.boolean()

/** Value schema of each operator; operators absent here take no value. */
const values: Partial<Record<WhereKind, Record<string, z.ZodType>>> = {
  text: Object.fromEntries(['is', 'isNot', 'contains', 'notContains'].map((op) => [op, text(SEARCH_MAX, 1)])),
  choice: { in: texts, notIn: texts },
  number: { eq: money, gte: money, lte: money, between: z.tuple([money, money]).refine(inOrder) },
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

const opNames = [...new Set(Object.values(whereOps).flat())] as [WhereOp, ...WhereOp[]]

/** One condition. The type of `value` depends on the operator: text, list, number, day, pair, preset, or absent. */
export const WhereRule = z
  .strictObject({
    field: z.enum(whereFields),
    op: z.enum(opNames),
    value: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()])).max(WHERE_VALUES_MAX)])
      .optional(),
  })
  .superRefine(({ field, op, value }, context) => {
    const { kind, ...spec } = leadFields[field]
    const refuse = (path: string) => context.addIssue({ code: 'custom', path: [path], message: 'invalid_value' })
    if (!(whereOps[kind] as readonly string[]).includes(op)) return refuse('op')
    const shape = values[kind]?.[op]
    if (!shape) return value === undefined ? undefined : refuse('value')
    if (!shape.safeParse(value).success) return refuse('value')
    if ('isValue' in spec && !(value as string[]).every(spec.isValue)) refuse('value')
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
