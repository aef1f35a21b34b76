import { ActionIcon, Button, Indicator } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadsLook } from '#contract/users.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { SearchField } from '../../ui/search-field.tsx'
import type { FilterProps } from './filters.ts'
import classes from './leads-bar.module.css'
import { countFilters } from './leads-search.ts'
import { OtherView, ViewSwitch } from './view-switch.tsx'

const FiltersDrawer = lazily(() => import('./filters-drawer.tsx'), 'FiltersDrawer')

type Props = FilterProps & {
  campaignId: string | null
  look: LeadsLook
  onAdd: (() => void) | undefined
  isNarrow: boolean
}

/** The main actions: table or cards, a new lead and, on narrow screens, search and filters, all in reach of the thumb. */
export function LeadsBar({ campaignId, look, onAdd, isNarrow, ...props }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const { businessId, search, onChange } = props
  const view = { businessId, campaignId, look }
  const [isSearching, setSearching] = useState(Boolean(search.search))
  const add = onAdd && (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} onClick={onAdd}>
      {t('newLead')}
    </Button>
  )
  if (!isNarrow)
    return (
      <>
        <ViewSwitch {...view} />
        {add}
      </>
    )
  const stopSearching = () => {
    onChange({ search: undefined, page: undefined })
    setSearching(false)
  }
  if (isSearching)
    return (
      <>
        <ActionIcon className={classes.icon} aria-label={common('close')} onClick={stopSearching}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <SearchField
          value={search.search}
          label={t('search')}
          onSearch={(words) => void onChange({ search: words, page: undefined })}
          className={classes.search}
          autoFocus={!search.search}
        />
      </>
    )
  return (
    <>
      <OtherView {...view} className={classes.icon} />
      <FiltersButton {...props} />
      <ActionIcon className={classes.icon} aria-label={t('search')} onClick={() => setSearching(true)}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      {add}
    </>
  )
}

/** All filters in a drawer; how many are set stands on the button. */
function FiltersButton(props: FilterProps) {
  const { t } = useTranslation('leads')
  const panel = useModal('lead-filters')
  const [isNeeded, need] = useState(panel.opened)
  if (panel.opened && !isNeeded) need(true)
  const count = countFilters(props.search)
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
          onClick={panel.open}
        >
          <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Indicator>
      <Suspense>{isNeeded && <FiltersDrawer {...props} opened={panel.opened} onClose={panel.close} />}</Suspense>
    </>
  )
}
