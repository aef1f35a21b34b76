import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import type { LeadsLook } from '#contract/team/users.ts'
import { lazily } from '../../../lib/lazy.ts'
import bar from '../../../ui/list/list-bar.module.css'
import { FiltersButton, ListBar } from '../../../ui/list/list-bar.tsx'
import { countFilters, type FilterProps } from '../filters/leads-search.ts'
import type { LeadListQuery } from '../leads.api.ts'
import { ListMenu } from './list-menu.tsx'
import { type ListSort, SortMenu } from './sort-menu.tsx'
import { CardsSwitch, CardsToggle, ViewSwitch, ViewToggle } from './view-switch.tsx'

const LeadFiltersDrawer = lazily(() => import('../filters/lead-filters-drawer.tsx'), 'LeadFiltersDrawer', {
  soon: true,
})

type ViewProps = { campaignId: string | null; look: LeadsLook }
type ListProps = { query: LeadListQuery; pagination: Pagination | undefined }
type Props = ViewProps &
  ListProps & {
    businessId: string
    onAdd: (() => void) | undefined
    isNarrow: boolean
    /** Bulk actions; on narrow screens they replace the bar. */
    bulk: ReactNode
  }

/** New lead and, on wide screens, table or cards. */
export function LeadsBar({ businessId, campaignId, look, onAdd, isNarrow, bulk, ...list }: Props) {
  const { t } = useTranslation('leads')
  if (isNarrow && bulk) return bulk
  const add = onAdd && (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} onClick={onAdd}>
      {t('newLead')}
    </Button>
  )
  if (isNarrow) return add
  return (
    <>
      {look === 'cards' && <CardsSwitch />}
      <ViewSwitch {...{ businessId, campaignId, look }} />
      <ListMenu {...{ businessId, campaignId }} {...list} />
      {add}
    </>
  )
}

type FinderProps = FilterProps &
  ViewProps &
  ListProps & {
    isNarrow: boolean
    sorts: readonly ListSort[]
    /** Further entries of the list's menu. */
    menu?: ReactNode
  }
/** Search, filters, order and view on narrow screens. */
export function LeadsFinder({ campaignId, look, isNarrow, sorts, query, pagination, menu, ...props }: FinderProps) {
  const { t } = useTranslation('leads')
  const { businessId, search, onChange } = props
  if (!isNarrow) return null
  return (
    <ListBar search={search.search} label={t('search')} onChange={(changes) => void onChange(changes)}>
      <FiltersButton
        name="lead-filters"
        count={countFilters(search)}
        drawer={(state) => <LeadFiltersDrawer {...props} {...state} />}
      />
      <SortMenu sort={search.sort} onSort={(sort) => void onChange({ sort, page: undefined })} sorts={sorts} isNarrow />
      {look === 'cards' && <CardsToggle className={bar.icon} />}
      <ViewToggle {...{ businessId, campaignId, look }} className={bar.icon} />
      <ListMenu {...{ businessId, campaignId, query, pagination }} className={bar.icon}>
        {menu}
      </ListMenu>
    </ListBar>
  )
}
