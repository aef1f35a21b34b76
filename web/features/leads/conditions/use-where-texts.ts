import { useTranslation } from 'react-i18next'
import { labelOf, leadFields } from '#contract/leads/lead-fields.ts'
import type { WhereField, WhereRule } from '#contract/leads/lead-where.ts'
import { formatDay, formatMoney } from '../../../lib/i18n/format.ts'
import { type ChoiceField, useChoiceName } from '../fields/use-choices.ts'

export function useFieldName() {
  const { t } = useTranslation('leads')
  return (field: WhereField) => t(`columns.${labelOf(field)}`)
}

/** Operator and value of a rule in words: "contains noa", "last 30 days". */
export function useRuleText(businessId: string) {
  const { t } = useTranslation('leads')
  const { t: tLists } = useTranslation('lists')
  const nameOf = useChoiceName(businessId, ['campaign', 'assigned'])
  const valueText = ({ field, op }: WhereRule, value: string | number) => {
    const kind = leadFields[field].kind
    if (kind === 'number') return formatMoney(Number(value))
    if (kind === 'date' && op !== 'preset') return formatDay(String(value))
    if (op === 'preset') return tLists(`dates.${value}`)
    return kind === 'choice' ? nameOf(field as ChoiceField, String(value)) : String(value)
  }
  return (rule: WhereRule) => {
    const { op, value } = rule
    if (typeof value === 'boolean') return value ? t('where.yes') : t('where.no')
    if (op === 'withinDays' || op === 'olderThanDays') return t(`where.said.${op}`, { count: Number(value) })
    if (op === 'between' && Array.isArray(value)) {
      const [from = '', to = ''] = value.map((each) => valueText(rule, each))
      return t('where.said.between', { from, to })
    }
    const [first = '', ...others] = Array.isArray(value)
      ? value.map((each) => valueText(rule, each))
      : [valueText(rule, value ?? '')]
    const named = others.length > 0 ? tLists('andMore', { first, count: others.length }) : first
    return t(`where.said.${op}`, { value: named })
  }
}
