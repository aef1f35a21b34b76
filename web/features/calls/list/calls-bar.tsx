import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../../lib/lazy.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FiltersButton, ListBar } from '../../../ui/list/list-bar.tsx'
import { callSummaryQuery, useExportCalls } from '../calls.api.ts'
import { countFilters, exportOf, type FilterProps, summaryQueryOf } from '../filters/calls-search.ts'

const CallFiltersDrawer = lazily(() => import('../filters/call-filters-drawer.tsx'), 'CallFiltersDrawer')

/** Bottom bar: export and, on narrow screens, search and filters. */
export function CallsBar({ isNarrow, ...props }: FilterProps & { isNarrow: boolean }) {
  const { t } = useTranslation('calls')
  const { search, onChange } = props
  if (!isNarrow) return <ExportButton {...props} />
  return (
    <ListBar
      search={search.search}
      label={t('search')}
      onChange={onChange}
      first={
        <FiltersButton
          name="call-filters"
          count={countFilters(search) + (search.direction ? 1 : 0)}
          drawer={(state) => <CallFiltersDrawer {...props} {...state} />}
        />
      }
    >
      <ExportButton {...props} />
    </ListBar>
  )
}

function ExportButton({ businessId, search, campaignId }: FilterProps) {
  const { t } = useTranslation('calls')
  const { data } = useQuery(callSummaryQuery(businessId, summaryQueryOf(search, campaignId)))
  const { mutate, isPending } = useExportCalls()
  const save = () =>
    mutate(exportOf(search, campaignId), {
      onSuccess: ({ url }) => {
        Object.assign(document.createElement('a'), { href: url, download: '' }).click()
        toast.success(t('exportStarted'))
      },
    })
  if (!data?.canExport) return null
  return (
    <Button
      variant="default"
      leftSection={<IconDownload stroke={1.75} aria-hidden />}
      loading={isPending}
      onClick={save}
    >
      {t('export')}
    </Button>
  )
}
