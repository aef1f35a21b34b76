import { ActionIcon, Indicator } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Changes } from '../../lib/list-search.ts'
import { useModal } from '../../lib/modal-stack.ts'
import type { DrawerState } from './filters-drawer.tsx'
import classes from './list-bar.module.css'
import { SearchField } from './search-field.tsx'

type Props = {
  search: string | undefined
  /** Label of the search. */
  label: string
  onChange: (changes: Changes) => void
  /** Before the search button, and after it. */
  first: ReactNode
  children: ReactNode
}

/** Actions of a list on narrow screens; an open search replaces them. */
export function ListBar({ search, label, onChange, first, children }: Props) {
  const { t } = useTranslation()
  const [isSearching, setSearching] = useState(Boolean(search))
  const stop = () => {
    onChange({ search: undefined, page: undefined })
    setSearching(false)
  }
  if (isSearching)
    return (
      <>
        <ActionIcon className={classes.icon} aria-label={t('close')} onClick={stop}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <SearchField
          value={search}
          label={label}
          onSearch={(words) => onChange({ search: words, page: undefined })}
          className={classes.search}
          autoFocus={!search}
        />
      </>
    )
  return (
    <>
      {first}
      <ActionIcon className={classes.icon} aria-label={label} onClick={() => setSearching(true)}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      {children}
    </>
  )
}

type ButtonProps = {
  /** Name of the drawer in the address. */
  name: string
  /** Number of filters that are set. */
  count: number
  /** Rendered from the first opening on. */
  drawer: (state: DrawerState) => ReactNode
}

/** Opens the filters drawer. */
export function FiltersButton({ name, count, drawer }: ButtonProps) {
  const { t } = useTranslation('lists')
  const { opened, open, close } = useModal(name)
  const [isNeeded, need] = useState(opened)
  if (opened && !isNeeded) need(true)
  return (
    <>
      <Indicator
        label={count}
        disabled={count === 0}
        size={20}
        offset={4}
        classNames={{ indicator: classes.badge ?? '' }}
      >
        <ActionIcon
          className={classes.icon}
          aria-label={count > 0 ? t('filtersChosen', { count }) : t('filter')}
          onClick={open}
        >
          <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Indicator>
      <Suspense>{isNeeded && drawer({ opened, onClose: close })}</Suspense>
    </>
  )
}
