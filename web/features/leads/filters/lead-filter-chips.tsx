import { useTranslation } from 'react-i18next'
import { lazily } from '../../../lib/lazy.ts'
import { FilterChips } from '../../../ui/list/filter-chips.tsx'
import { ConditionChips, useConditionsModal } from '../conditions/conditions-modal.tsx'
import { countFilters, type FilterProps, noFilters } from './leads-search.ts'
import { useLeadFilters } from './use-lead-filters.ts'

/** Loaded when a filter is first opened. */
const FilterPanel = lazily(() => import('./lead-filter-panel.tsx'), 'FilterPanel')

/** Filters and conditions that are set, as chips, and the menu that adds one. */
export function LeadFilterChips(props: FilterProps) {
  const { t } = useTranslation('leads')
  const { search, onChange } = props
  const filters = useLeadFilters(props)
  const conditions = useConditionsModal()
  const clear = () => void onChange({ ...noFilters, search: search.search })
  return (
    <FilterChips
      {...filters}
      panelOf={(name) => <FilterPanel name={name} {...props} />}
      onClear={countFilters(search) > 0 ? clear : undefined}
      further={{ label: t('where.open'), open: conditions.open }}
    >
      <ConditionChips {...props} />
    </FilterChips>
  )
}
