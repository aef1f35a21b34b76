import { lazily } from '../../../lib/lazy.ts'
import { FilterChips } from '../../../ui/list/filter-chips.tsx'
import { countFilters, type FilterProps, noFilters } from './calls-search.ts'
import { useCallFilters } from './use-call-filters.ts'

const CallFilterPanel = lazily(() => import('./call-filter-panel.tsx'), 'CallFilterPanel')

/** Chips of the active filters, and a button that adds one. */
export function CallFilterChips(props: FilterProps) {
  const { search, onChange } = props
  const filters = useCallFilters(props)
  // The direction is kept, because it has its own switch.
  const clear = () => onChange({ ...noFilters, search: search.search, direction: search.direction })
  return (
    <FilterChips
      {...filters}
      panelOf={(name) => <CallFilterPanel name={name} {...props} />}
      onClear={countFilters(search) > 0 ? clear : undefined}
    />
  )
}
