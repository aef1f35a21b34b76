import { type RawBuilder, sql } from 'kysely'
import { isOwnFieldName, keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import { isContact } from '#contract/leads/lead-fields.ts'
import { partsOf, type Where, type WhereGroup, type WhereRule } from '#contract/leads/lead-where.ts'
import { fieldWithKey } from '../../lead-fields/values.rules.ts'
import type { ConditionContext } from '../field-kinds.sql.ts'
import { leadFieldSql } from '../lead-fields.sql.ts'
import { ownFieldSql } from '../own-fields.sql.ts'

/** A filter tree as a condition on `leads`. Values are parameters; the text depends only on the tree’s shape. */
export function compileWhere(where: Where | WhereGroup, context: ConditionContext): RawBuilder<unknown> {
  const { isAll, parts } = partsOf<WhereRule | WhereGroup>(where)
  const conditions = parts.map((part) => ('field' in part ? compileRule : compileWhere)(part as never, context))
  return sql`(${sql.join(conditions, isAll ? sql` and ` : sql` or `)})`
}

export function compileRule({ field, ...rule }: WhereRule, context: ConditionContext) {
  if (!isOwnFieldName(field))
    return leadFieldSql[field].condition(rule, { ...context, isHidden: context.isMasked && isContact(field) })
  const own = fieldWithKey(context.own, keyOfFieldName(field))
  return own ? ownFieldSql(own, context).condition(rule, context) : sql`false`
}
