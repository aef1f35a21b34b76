import { useTranslation } from 'react-i18next'
import { type DrawerState, FilterSection, FiltersDrawer } from '../../../ui/list/filters-drawer.tsx'
import { DirectionSwitch } from '../list/direction-switch.tsx'
import { CallFilterPanel } from './call-filter-panel.tsx'
import { type FilterProps, noFilters } from './calls-search.ts'
import { useCallFilters } from './use-call-filters.ts'

/** All filters of the call list and its direction, on narrow screens. */
export function CallFiltersDrawer({ opened, onClose, ...props }: FilterProps & DrawerState) {
  const { t } = useTranslation('calls')
  const { search, onChange } = props
  const filters = useCallFilters(props)
  return (
    <FiltersDrawer
      {...{ opened, onClose }}
      {...filters}
      panelOf={(name) => <CallFilterPanel name={name} {...props} />}
      onClear={() => onChange({ ...noFilters, search: search.search })}
      showLabel={t('showCalls')}
      first={
        <FilterSection title={t('direction')}>
          <DirectionSwitch {...props} />
        </FilterSection>
      }
    />
  )
}
