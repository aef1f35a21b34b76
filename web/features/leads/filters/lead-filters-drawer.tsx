import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../../../ui/list/filters.module.css'
import { type DrawerState, FilterSection, FiltersDrawer } from '../../../ui/list/filters-drawer.tsx'
import { ConditionChips, useConditionsModal } from '../conditions/conditions-modal.tsx'
import { FilterPanel } from './lead-filter-panel.tsx'
import { type FilterProps, noFilters } from './leads-search.ts'
import { useLeadFilters } from './use-lead-filters.ts'

/** Filters and conditions on narrow screens. */
export function LeadFiltersDrawer({ opened, onClose, ...props }: FilterProps & DrawerState) {
  const { t } = useTranslation('leads')
  const { search, onChange } = props
  const filters = useLeadFilters(props)
  const conditions = useConditionsModal()
  return (
    <FiltersDrawer
      {...{ opened, onClose }}
      {...filters}
      panelOf={(name) => <FilterPanel name={name} {...props} />}
      onClear={() => void onChange({ ...noFilters, search: search.search })}
      showLabel={t('showLeads')}
      further={
        <FilterSection title={t('where.title')}>
          <ConditionChips {...props} />
          <UnstyledButton className={classes.item} onClick={conditions.open}>
            {t('where.open')}
            <IconChevronRight size={14} stroke={2} data-mirror aria-hidden />
          </UnstyledButton>
        </FilterSection>
      }
    />
  )
}
