import { Popover, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutFilter } from '../../lib/list-search.ts'
import { LazyPanel } from '../layout/lazy-panel.tsx'
import { FilterChip } from './filter-chip.tsx'
import classes from './filters.module.css'
import type { ListFilters } from './list-filters.ts'

type Props<N extends string> = ListFilters<N> & {
  /** Choices of a filter. */
  panelOf: (name: N) => ReactNode
  /** Undefined if no filter is set. */
  onClear: (() => void) | undefined
  /** Further chips. */
  children?: ReactNode
  /** Last item of the filter menu. */
  further?: { label: string; open: () => void }
}

/** Chips of the filters that are set, and a menu that adds one. */
export function FilterChips<N extends string>(props: Props<N>) {
  const { t } = useTranslation('lists')
  const { filters, flags, onChange, panelOf, onClear, children } = props
  return (
    <>
      {filters.map(
        ({ name, label, value }) =>
          value && (
            <Popover key={name} position="bottom-start" returnFocus>
              <Popover.Target>
                <FilterChip label={label} value={value} onClear={() => onChange(withoutFilter(name))} />
              </Popover.Target>
              <Popover.Dropdown className={classes.panel} aria-label={label}>
                <LazyPanel>{panelOf(name)}</LazyPanel>
              </Popover.Dropdown>
            </Popover>
          ),
      )}
      {flags.map(
        ({ name, label, isSet }) =>
          isSet && (
            <FilterChip key={name} label={t('only')} value={label} onClear={() => onChange(withoutFilter(name))} />
          ),
      )}
      {children}
      <AddFilter {...props} />
      {onClear && (
        <UnstyledButton className={classes.clear} onClick={onClear}>
          {t('clear')}
        </UnstyledButton>
      )}
    </>
  )
}

function AddFilter<N extends string>({ filters, flags, onChange, panelOf, further }: Props<N>) {
  const { t } = useTranslation('lists')
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState<N>()
  const change = (opened: boolean) => {
    setOpen(opened)
    if (opened) setName(undefined)
  }
  const thenClose = (act: () => void) => () => {
    act()
    setOpen(false)
  }
  return (
    <Popover position="bottom-start" opened={isOpen} onChange={change} returnFocus>
      <Popover.Target>
        <FilterChip
          label={t('filter')}
          icon={<IconFilter stroke={1.75} aria-hidden />}
          onClick={() => change(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={t('filter')}>
        {/* The key changes with the panel, so that the focus moves into it. */}
        <LazyPanel key={name ?? 'all'}>
          {name ? (
            panelOf(name)
          ) : (
            <>
              {filters.map((each) => (
                <UnstyledButton key={each.name} className={classes.item} onClick={() => setName(each.name)}>
                  {each.label}
                  <IconChevronRight size={14} stroke={2} data-mirror aria-hidden />
                </UnstyledButton>
              ))}
              {flags
                .filter(({ isSet }) => !isSet)
                .map((each) => (
                  <UnstyledButton
                    key={each.name}
                    className={classes.item}
                    onClick={thenClose(() => onChange({ [each.name]: true, page: undefined }))}
                  >
                    {each.label}
                  </UnstyledButton>
                ))}
              {further && (
                <UnstyledButton className={classes.item} data-apart onClick={thenClose(further.open)}>
                  {further.label}
                </UnstyledButton>
              )}
            </>
          )}
        </LazyPanel>
      </Popover.Dropdown>
    </Popover>
  )
}
