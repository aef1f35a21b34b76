import { ActionIcon, Indicator } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MIN } from '#contract/common.ts'
import { type Changes, isTooShort } from '../../lib/list-search.ts'
import { useModal } from '../../lib/modal-stack.ts'
import type { DrawerState } from './filters-drawer.tsx'
import classes from './list-bar.module.css'
import { SearchField } from './search-field.tsx'

type Props = {
  search: string | undefined
  /** Label of the search. */
  label: string
  onChange: (changes: Changes) => void
  /** Beside the search: filters and view. */
  children: ReactNode
}

/** Search and filters of a list on narrow screens: a row under the title. */
export function ListBar({ search, label, onChange, children }: Props) {
  const { t } = useTranslation('lists')
  return (
    <>
      <search className={classes.bar}>
        <SearchField
          value={search}
          label={label}
          onSearch={(words) => onChange({ search: words, page: undefined })}
          className={classes.search}
        />
        {children}
      </search>
      <p className={classes.hint} role="status">
        {isTooShort(search) && t('searchTooShort', { min: SEARCH_MIN })}
      </p>
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
