import { ActionIcon, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type RuleField, type WhereOp, whereOps } from '#contract/leads/lead-where.ts'
import { useWhereFields } from './use-where-texts.ts'
import classes from './where.module.css'
import { type DraftRule, withField, withOp } from './where-draft.ts'
import { WhereValue } from './where-value.tsx'

type Props = {
  businessId: string
  rule: DraftRule
  onChange: (rule: DraftRule) => void
  onRemove?: (() => void) | undefined
}

/** A longer list is searchable. */
const SEARCHABLE_FROM = 8

/** One condition: field, operator and value. */
export function WhereRuleRow({ businessId, rule, onChange, onRemove }: Props) {
  const { t } = useTranslation('leads')
  const { all, nameOf: fieldName, kindOf, ownOf } = useWhereFields(businessId)
  const kind = kindOf(rule.field)
  return (
    <fieldset className={classes.rule} aria-label={fieldName(rule.field)}>
      <Select
        className={classes.field}
        aria-label={t('where.field')}
        data={[...new Set([...all, rule.field])].map((field) => ({ value: field, label: fieldName(field) }))}
        value={rule.field}
        allowDeselect={false}
        searchable={all.length > SEARCHABLE_FROM}
        onChange={(field) => field && onChange(withField(rule, field as RuleField, kindOf(field as RuleField)))}
      />
      {kind !== 'flag' && (
        <Select
          className={classes.op}
          aria-label={t('where.operator')}
          data={whereOps[kind].map((op) => ({ value: op, label: t(`where.ops.${op}`) }))}
          value={rule.op}
          allowDeselect={false}
          onChange={(op) => op && onChange(withOp(rule, op as WhereOp))}
        />
      )}
      <WhereValue
        // Another field needs another input, so it is mounted again.
        key={rule.field}
        {...{ businessId, rule, kind }}
        own={ownOf(rule.field)}
        onChange={(value) => onChange({ ...rule, value })}
      />
      {onRemove && (
        <ActionIcon aria-label={t('where.remove', { field: fieldName(rule.field) })} onClick={onRemove}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  )
}
