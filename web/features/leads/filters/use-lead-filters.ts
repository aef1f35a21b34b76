import { useTranslation } from 'react-i18next'
import { labelOf } from '#contract/leads/lead-fields.ts'
import { useFilterValueText } from '../../../ui/list/filter-value-text.ts'
import type { ListFilters } from '../../../ui/list/list-filters.ts'
import { useChoiceName } from '../fields/use-choices.ts'
import { type FilterProps, flagFilters, type ListFilter, listFilters } from './leads-search.ts'

/** The first response's time and target, the weekday and the hour are no fields of their own. */
const isBuiltIn = (name: ListFilter) =>
  name !== 'response' && name !== 'responseTarget' && name !== 'weekday' && name !== 'hour'
export const filterLabel = (name: ListFilter) => `columns.${isBuiltIn(name) ? labelOf(name) : name}`

/** The filters of a list of leads, with their labels and values as texts. */
export function useLeadFilters({ businessId, search, onChange }: FilterProps): ListFilters<ListFilter> {
  const { t } = useTranslation('leads')
  const { many, days } = useFilterValueText()
  const nameOf = useChoiceName(
    businessId,
    listFilters.filter((name) => search[name]?.length),
  )
  const textOf = (name: ListFilter) =>
    name === 'date' ? days(search) : many((search[name] ?? []).map((value) => nameOf(name, value)))
  return {
    filters: listFilters.map((name) => ({ name, label: t(filterLabel(name)), value: textOf(name) })),
    flags: flagFilters.map((name) => ({ name, label: t(`flags.${name}`), isSet: search[name] === true })),
    onChange: (changes) => void onChange(changes),
  }
}
