import {
  partsOf,
  WHERE_RULES_MAX,
  Where,
  type WhereField,
  type WhereGroup,
  type WhereOp,
  WhereRule,
  whereFields,
  whereOps,
} from '#contract/lead-where.ts'

/** Conditions while they are being put together: a rule may not have its value yet. Ids tell rows apart. */
export type DraftRule = { id: string; field: WhereField; op: WhereOp; value?: WhereRule['value'] }
export type DraftGroup = { id: string; isAll: boolean; parts: (DraftRule | DraftGroup)[] }
export const isRule = (part: DraftRule | DraftGroup): part is DraftRule => 'field' in part

let made = 0
const newId = () => {
  made += 1
  return `part-${made}`
}

/** What a field is asked first. */
const firstOp = (field: WhereField): WhereOp =>
  whereFields[field] === 'text' ? 'contains' : whereOps[whereFields[field]][0]
/** A flag has something to say at once, and so has an operator that takes no value. */
const firstValue = (field: WhereField) => (whereFields[field] === 'flag' ? { value: true } : {})

export const newRule = (field: WhereField = 'name'): DraftRule => ({
  id: newId(),
  field,
  op: firstOp(field),
  ...firstValue(field),
})
export const newGroup = (isAll: boolean): DraftGroup => ({ id: newId(), isAll, parts: [newRule()] })

/** Another field begins anew; another operator keeps the value where both take the same. */
export const withField = (rule: DraftRule, field: WhereField): DraftRule => ({ ...newRule(field), id: rule.id })
export function withOp({ value, ...rule }: DraftRule, op: WhereOp): DraftRule {
  const changed = { ...rule, op }
  const kept = { ...changed, value }
  return ruleOf(kept) && !ruleOf(changed) ? kept : changed
}

/** The rule as it can be asked; undefined while something is missing. */
export const ruleOf = ({ field, op, value }: DraftRule): WhereRule | undefined =>
  WhereRule.safeParse(value === undefined ? { field, op } : { field, op, value }).data

export function draftOf(where: Where | WhereGroup): DraftGroup {
  const { isAll, parts } = partsOf<WhereRule | WhereGroup>(where)
  return {
    id: newId(),
    isAll,
    parts: parts.map((part) => ('field' in part ? { id: newId(), ...part } : draftOf(part))),
  }
}

/** The conditions as they can be asked; null: none is left; undefined while something is missing. */
export function whereOfDraft({ isAll, parts }: DraftGroup): Where | null | undefined {
  if (parts.length === 0) return null
  const whole = parts.map((part) => (isRule(part) ? ruleOf(part) : whereOfDraft(part)))
  if (whole.includes(undefined)) return undefined
  const kept = whole.filter((part) => part !== null)
  return kept.length === 0 ? null : Where.safeParse(isAll ? { all: kept } : { any: kept }).data
}

export const countRules = (group: DraftGroup): number =>
  group.parts.reduce((sum, part) => sum + (isRule(part) ? 1 : countRules(part)), 0)
export const hasRoom = (group: DraftGroup) => countRules(group) < WHERE_RULES_MAX
