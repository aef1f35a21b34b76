import { type RawBuilder, sql } from 'kysely'
import type { OwnField, OwnFieldType } from '#contract/lead-fields/own-fields.ts'
import {
  type ConditionContext,
  choiceField,
  dayField,
  type FieldSql,
  numberField,
  textField,
} from './field-kinds.sql.ts'

type Sql = RawBuilder<unknown>
/** A field's value as text; null: none. A reader who sees masked contacts reads no value of a personal field. */
const textOf = ({ key, isPersonal }: OwnField, { isMasked }: Pick<ConditionContext, 'isMasked'>): Sql =>
  isMasked && isPersonal ? sql`null::text` : sql`leads.fields ->> ${sql.lit(key)}`

/** Leads with one of these options; by an index (lead_choices). */
const hasOption = (key: string) => (options: readonly string[]) =>
  sql`exists (select from lead_choices c where c.business_id = leads.business_id and c.lead_id = leads.id
    and c.created_at = leads.created_at and c.field = ${key} and c.option = any(${options}::text[]))`

const kinds: Record<OwnFieldType, (field: OwnField, value: Sql) => FieldSql> = {
  text: (_, value) => textField(sql`coalesce(${value}, '')`),
  long_text: (_, value) => textField(sql`coalesce(${value}, '')`),
  link: (_, value) => textField(sql`coalesce(${value}, '')`),
  number: (_, value) => numberField(sql`(${value})::numeric`, 'numeric'),
  money: (_, value) => numberField(sql`(${value})::numeric`, 'numeric'),
  date: (_, value) => dayField(sql`(${value})`),
  choice: ({ key }, value) => choiceField(hasOption(key), sql`${value} is null`),
  choices: ({ key }, value) => choiceField(hasOption(key), sql`${value} is null`),
  yes_no: (_, value) =>
    choiceField(
      (answers) => sql`(${value}) = any(${answers.map((one) => String(one === 'yes'))}::text[])`,
      sql`${value} is null`,
    ),
}

/**
 * Conditions on an own field. If the field's values are hidden from the reader, only conditions on whether it is empty
 * are allowed.
 */
export function ownFieldSql(field: OwnField, context: Pick<ConditionContext, 'isMasked'>): FieldSql {
  const shown = kinds[field.type](field, textOf(field, { isMasked: false }))
  if (!context.isMasked || !field.isPersonal) return shown
  const hidden = kinds[field.type]({ ...field, key: '' }, textOf(field, context))
  const condition: FieldSql['condition'] = (rule, of) =>
    (rule.op === 'empty' || rule.op === 'notEmpty' ? shown : hidden).condition(rule, of)
  return { ...shown, condition }
}
