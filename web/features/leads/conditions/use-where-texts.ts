import { useTranslation } from 'react-i18next'
import { isOwnFieldName, keyOfFieldName, ownFieldName, whereKindOf } from '#contract/lead-fields/own-fields.ts'
import { callsNeededBy, labelOf, leadFields, unitOf } from '#contract/leads/lead-fields.ts'
import { type RuleField, type WhereKind, type WhereRule, whereFields } from '#contract/leads/lead-where.ts'
import { formatClock, formatDay, formatMoney, formatNumber } from '../../../lib/i18n/format.ts'
import { useCan } from '../../../lib/session/session.ts'
import { nameOf, textOfValue, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { type ChoiceField, useChoiceName } from '../fields/use-choices.ts'

/** The fields of conditions: built-in ones and the business's own, with name, kind and, for own ones, definition. */
export function useWhereFields(businessId: string) {
  const { t } = useTranslation('leads')
  const { fields: own } = useOwnFields(businessId)
  const hears = useCan('calls.hear')
  const usable = whereFields.filter((field) => hears || callsNeededBy(field) !== 'heard')
  const ownOf = (field: RuleField) =>
    isOwnFieldName(field) ? own.find(({ key }) => ownFieldName(key) === field) : undefined
  return {
    all: [...usable, ...own.map(({ key }) => ownFieldName(key))] as readonly RuleField[],
    ownOf,
    /** A field that is gone is named by its key. */
    nameOf: (field: RuleField) => {
      if (!isOwnFieldName(field)) return t(`columns.${labelOf(field)}`)
      const found = ownOf(field)
      return found ? nameOf(found) : keyOfFieldName(field)
    },
    kindOf: (field: RuleField): WhereKind => {
      if (!isOwnFieldName(field)) return leadFields[field].kind
      return whereKindOf[ownOf(field)?.type ?? 'text']
    },
  }
}

const formats = { agorot: formatMoney, seconds: formatClock, times: formatNumber }

/** Operator and value of a rule in words: "contains noa", "last 30 days". */
export function useRuleText(businessId: string) {
  const { t } = useTranslation('leads')
  const { t: tLists } = useTranslation('lists')
  const choiceName = useChoiceName(businessId, ['campaign', 'assigned', 'callStatus'])
  const { t: common } = useTranslation()
  const { ownOf, kindOf } = useWhereFields(businessId)
  const valueText = ({ field, op }: WhereRule, value: string | number) => {
    if (op === 'preset') return tLists(`dates.${value}`)
    const kind = kindOf(field)
    if (kind === 'date') return formatDay(String(value))
    const own = ownOf(field)
    if (own?.type === 'yes_no') return common(String(value))
    if (own && (kind === 'choice' || kind === 'number'))
      return textOfValue(own.type === 'choices' ? { ...own, type: 'choice' } : own, value)
    if (isOwnFieldName(field)) return String(value)
    if (kind === 'number') return formats[unitOf(field) ?? 'agorot'](Number(value))
    return kind === 'choice' ? choiceName(field as ChoiceField, String(value)) : String(value)
  }
  return (rule: WhereRule) => {
    const { op, value } = rule
    if (typeof value === 'boolean') return value ? t('where.yes') : t('where.no')
    if (value === undefined) return t(`where.said.${op}`)
    if (op === 'withinDays' || op === 'olderThanDays') return t(`where.said.${op}`, { count: Number(value) })
    if (op === 'between' && Array.isArray(value)) {
      const [from = '', to = ''] = value.map((each) => valueText(rule, each))
      return t('where.said.between', { from, to })
    }
    const [first = '', ...others] = Array.isArray(value)
      ? value.map((each) => valueText(rule, each))
      : [valueText(rule, value)]
    const named = others.length > 0 ? tLists('andMore', { first, count: others.length }) : first
    return t(`where.said.${op}`, { value: named })
  }
}
