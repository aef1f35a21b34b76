import { type RawBuilder, sql } from 'kysely'
import { isContact } from '#contract/leads/lead-fields.ts'
import { partsOf, type Where, type WhereGroup, type WhereRule } from '#contract/leads/lead-where.ts'
import type { ConditionContext } from '../field-kinds.sql.ts'
import { leadFieldSql } from '../lead-fields.sql.ts'

/** A filter tree as a condition on `leads`. Values are parameters; the text depends only on the tree’s shape. */
export function compileWhere(where: Where | WhereGroup, context: ConditionContext): RawBuilder<unknown> {
  const { isAll, parts } = partsOf<WhereRule | WhereGroup>(where)
  const conditions = parts.map((part) => ('field' in part ? compileRule : compileWhere)(part as never, context))
  return sql`(${sql.join(conditions, isAll ? sql` and ` : sql` or `)})`
}

export const compileRule = ({ field, ...rule }: WhereRule, context: ConditionContext) =>
  leadFieldSql[field].condition(rule, { ...context, isHidden: context.isMasked && isContact(field) })
