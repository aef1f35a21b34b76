import { lazily } from '../../../lib/lazy.ts'
import { FilterChips } from '../../../ui/list/filter-chips.tsx'
import { countFilters, type FilterProps, noFilters } from '../list/calls-search.ts'
import { useCallFilters } from './use-call-filters.ts'

const CallFilterPanel = lazily(() => import('./call-filter-panel.tsx'), 'CallFilterPanel')

/** The filters of a list of calls that are set, and the way to set another. */
export function CallFilterChips(props: FilterProps) {
  const { search, onChange } = props
  const filters = useCallFilters(props)
  // The direction has a switch of its own.
  const clear = () => onChange({ ...noFilters, search: search.search, direction: search.direction })
  return (
    <FilterChips
      {...filters}
      panelOf={(name) => <CallFilterPanel name={name} {...props} />}
      onClear={countFilters(search) > 0 ? clear : undefined}
    />
  )
}
