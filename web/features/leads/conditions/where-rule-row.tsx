import { ActionIcon, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { leadFields } from '#contract/leads/lead-fields.ts'
import { type WhereField, type WhereOp, whereFields, whereOps } from '#contract/leads/lead-where.ts'
import { useFieldName } from './use-where-texts.ts'
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
  const fieldName = useFieldName()
  const kind = leadFields[rule.field].kind
  return (
    <fieldset className={classes.rule} aria-label={fieldName(rule.field)}>
      <Select
        className={classes.field}
        aria-label={t('where.field')}
        data={whereFields.map((field) => ({ value: field, label: fieldName(field) }))}
        value={rule.field}
        allowDeselect={false}
        searchable={whereFields.length > SEARCHABLE_FROM}
        onChange={(field) => field && onChange(withField(rule, field as WhereField))}
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
      <WhereValue businessId={businessId} rule={rule} onChange={(value) => onChange({ ...rule, value })} />
      {onRemove && (
        <ActionIcon aria-label={t('where.remove', { field: fieldName(rule.field) })} onClick={onRemove}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  )
}
