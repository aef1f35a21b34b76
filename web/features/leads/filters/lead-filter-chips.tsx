import { useTranslation } from 'react-i18next'
import { lazily } from '../../../lib/lazy.ts'
import { FilterChips } from '../../../ui/list/filter-chips.tsx'
import { ConditionChips, useConditions } from '../conditions/conditions.tsx'
import type { FilterProps } from './filters.ts'
import { countFilters, noFilters } from './leads-search.ts'
import { useLeadFilters } from './use-lead-filters.ts'

/** What a filter offers, fetched when one is first opened. */
const FilterPanel = lazily(() => import('./filter-panel.tsx'), 'FilterPanel')

/** The filters of a list of leads that are set, its conditions, and the way to set another. */
export function LeadFilterChips(props: FilterProps) {
  const { t } = useTranslation('leads')
  const { search, onChange } = props
  const filters = useLeadFilters(props)
  const conditions = useConditions()
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
