import {
  partsOf,
  type RuleField,
  WHERE_RULES_MAX,
  Where,
  type WhereGroup,
  type WhereKind,
  type WhereOp,
  WhereRule,
  whereOps,
} from '#contract/leads/lead-where.ts'

/** Conditions while they are edited: a rule may lack its value. Ids are React keys. */
export type DraftRule = { id: string; field: RuleField; op: WhereOp; value?: WhereRule['value'] }
export type DraftGroup = { id: string; isAll: boolean; parts: (DraftRule | DraftGroup)[] }
export const isRule = (part: DraftRule | DraftGroup): part is DraftRule => 'field' in part

let lastId = 0
const newId = () => {
  lastId += 1
  return `part-${lastId}`
}

const defaultOp = (kind: WhereKind): WhereOp => (kind === 'text' ? 'contains' : whereOps[kind][0])

/** `kind` is that of the field (useWhereFields). */
export const newRule = (field: RuleField = 'name', kind: WhereKind = 'text'): DraftRule => ({
  id: newId(),
  field,
  op: defaultOp(kind),
  ...(kind === 'flag' && { value: true }),
})
export const newGroup = (isAll: boolean): DraftGroup => ({ id: newId(), isAll, parts: [newRule()] })

/** Another field resets operator and value; another operator keeps the value if it fits. */
export const withField = (rule: DraftRule, field: RuleField, kind: WhereKind): DraftRule => ({
  ...newRule(field, kind),
  id: rule.id,
})
export function withOp({ value, ...rule }: DraftRule, op: WhereOp): DraftRule {
  const changed = { ...rule, op }
  const kept = { ...changed, value }
  return parseDraftRule(kept) && !parseDraftRule(changed) ? kept : changed
}

/** The draft as a `WhereRule` of the API contract; undefined while the draft is incomplete. */
export const parseDraftRule = ({ field, op, value }: DraftRule): WhereRule | undefined =>
  WhereRule.safeParse(value === undefined ? { field, op } : { field, op, value }).data

export function draftOf(where: Where | WhereGroup): DraftGroup {
  const { isAll, parts } = partsOf<WhereRule | WhereGroup>(where)
  return {
    id: newId(),
    isAll,
    parts: parts.map((part) => ('field' in part ? { id: newId(), ...part } : draftOf(part))),
  }
}

/** The draft as a `Where` of the API contract: null if no rule is left, undefined while a rule is incomplete. */
export function parseDraft({ isAll, parts }: DraftGroup): Where | null | undefined {
  if (parts.length === 0) return null
  const parsed = parts.map((part) => (isRule(part) ? parseDraftRule(part) : parseDraft(part)))
  if (parsed.includes(undefined)) return undefined
  const kept = parsed.filter((part) => part !== null)
  return kept.length === 0 ? null : Where.safeParse(isAll ? { all: kept } : { any: kept }).data
}

export const countRules = (group: DraftGroup): number =>
  group.parts.reduce((sum, part) => sum + (isRule(part) ? 1 : countRules(part)), 0)
export const hasRoom = (group: DraftGroup) => countRules(group) < WHERE_RULES_MAX
