import { Button, Drawer, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import filters from '../../ui/filters.module.css'
import { CallFilterPanel } from './call-filter-panel.tsx'
import { DirectionSwitch } from './call-filters.tsx'
import { type FilterProps, flagFilters, noFilters } from './calls-search.ts'
import { useFilterNames } from './use-filter-names.ts'

type Props = FilterProps & { opened: boolean; onClose: () => void }

/** All filters, on narrow screens: each counts at once. */
export function CallFiltersDrawer({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation('calls')
  const { t: leads } = useTranslation('leads')
  const { t: common } = useTranslation()
  const { search, onChange } = props
  const { names, nameOf } = useFilterNames()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="85%"
      title={leads('filter')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <section className={filters.section}>
        <h3 className={filters.sectionTitle}>{t('direction')}</h3>
        <DirectionSwitch {...props} />
      </section>
      {names.map((name) => (
        <section key={name} className={filters.section}>
          <h3 className={filters.sectionTitle}>{nameOf(name)}</h3>
          <CallFilterPanel name={name} {...props} />
        </section>
      ))}
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
          {leads('clear')}
        </Button>
        <Button onClick={onClose}>{t('showCalls')}</Button>
      </div>
    </Drawer>
  )
}
