import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadsLook } from '#contract/team/users.ts'
import { lazily } from '../../../lib/lazy.ts'
import bar from '../../../ui/list/list-bar.module.css'
import { FiltersButton, ListBar } from '../../../ui/list/list-bar.tsx'
import { countFilters, type FilterProps } from '../filters/leads-search.ts'
import { ViewSwitch, ViewToggle } from './view-switch.tsx'

const LeadFiltersDrawer = lazily(() => import('../filters/lead-filters-drawer.tsx'), 'LeadFiltersDrawer')

type Props = FilterProps & {
  campaignId: string | null
  look: LeadsLook
  onAdd: (() => void) | undefined
  isNarrow: boolean
  /** Bulk actions; on narrow screens they replace the bar. */
  bulk: ReactNode
}

/** Table or cards, new lead and, on narrow screens, search and filters. */
export function LeadsBar({ campaignId, look, onAdd, isNarrow, bulk, ...props }: Props) {
  const { t } = useTranslation('leads')
  const { businessId, search, onChange } = props
  const view = { businessId, campaignId, look }
  const add = onAdd && (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} onClick={onAdd}>
      {t('newLead')}
    </Button>
  )
  if (isNarrow && bulk) return bulk
  if (!isNarrow)
    return (
      <>
        <ViewSwitch {...view} />
        {add}
      </>
    )
  return (
    <ListBar
      search={search.search}
      label={t('search')}
      onChange={(changes) => void onChange(changes)}
      first={
        <>
          <ViewToggle {...view} className={bar.icon} />
          <FiltersButton
            name="lead-filters"
            count={countFilters(search)}
            drawer={(state) => <LeadFiltersDrawer {...props} {...state} />}
          />
        </>
      }
    >
      {add}
    </ListBar>
  )
}
