import { Button, Drawer, Switch, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import filters from '../../ui/filters.module.css'
import { ConditionChips, useConditions } from './conditions.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { type FilterProps, filterNames, listFilters } from './filters.ts'
import { flagFilters, noFilters } from './leads-search.ts'

type Props = FilterProps & { opened: boolean; onClose: () => void }

/** All filters, on narrow screens: each counts at once. */
export function FiltersDrawer({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const { search, onChange } = props
  const conditions = useConditions()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="85%"
      title={t('filter')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {listFilters.map((name) => (
        <section key={name} className={filters.section}>
          <h3 className={filters.sectionTitle}>{t(filterNames[name])}</h3>
          <FilterPanel name={name} {...props} />
        </section>
      ))}
      <section className={filters.section}>
        <h3 className={filters.sectionTitle}>{t('where.title')}</h3>
        <ConditionChips {...props} />
        <UnstyledButton className={filters.item} onClick={conditions.open}>
          {t('where.open')}
          <IconChevronRight size={14} stroke={2} data-mirror aria-hidden />
        </UnstyledButton>
      </section>
      <section className={filters.section}>
        {flagFilters.map((name) => (
          <Switch
            key={name}
            className={filters.flag}
            labelPosition="left"
            label={t(`flags.${name}`)}
            checked={search[name] === true}
            onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked, page: undefined })}
          />
        ))}
      </section>
      <div className={filters.drawerFoot}>
        <Button variant="default" onClick={() => onChange({ ...noFilters, search: search.search })}>
          {t('clear')}
        </Button>
        <Button onClick={onClose}>{t('showLeads')}</Button>
      </div>
    </Drawer>
  )
}
