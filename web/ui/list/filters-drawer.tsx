import { Button, Drawer, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filters.module.css'
import type { ListFilters } from './list-filters.ts'

export type DrawerState = { opened: boolean; onClose: () => void }
type Props<N extends string> = DrawerState &
  ListFilters<N> & {
    panelOf: (name: N) => ReactNode
    onClear: () => void
    /** Label of the button that closes the drawer. */
    showLabel: string
    /** Sections before the filters, and between filters and flags. */
    first?: ReactNode
    further?: ReactNode
  }

/** All filters of a list, on narrow screens; each is applied at once. */
export function FiltersDrawer<N extends string>({ opened, onClose, first, further, ...props }: Props<N>) {
  const { t } = useTranslation(['lists', 'common'])
  const { filters, flags, onChange, panelOf, onClear, showLabel } = props
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="85%"
      title={t('filter')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {first}
      {filters.map(({ name, label }) => (
        <FilterSection key={name} title={label}>
          {panelOf(name)}
        </FilterSection>
      ))}
      {further}
      <section className={classes.section}>
        {flags.map(({ name, label, isSet }) => (
          <Switch
            key={name}
            className={classes.flag}
            labelPosition="left"
            label={label}
            checked={isSet}
            onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked, page: undefined })}
          />
        ))}
      </section>
      <div className={classes.drawerFoot}>
        <Button variant="default" onClick={onClear}>
          {t('clear')}
        </Button>
        <Button onClick={onClose}>{showLabel}</Button>
      </div>
    </Drawer>
  )
}

export const FilterSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section}>
    <h3 className={classes.sectionTitle}>{title}</h3>
    {children}
  </section>
)
