import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconPhoneX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../../lib/lazy.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import bar from '../../../ui/list/list-bar.module.css'
import { FiltersButton, ListBar } from '../../../ui/list/list-bar.tsx'
import { callSummaryQuery, useExportCalls } from '../calls.api.ts'
import { countFilters, exportOf, type FilterProps, summaryQueryOf } from '../filters/calls-search.ts'

const CallFiltersDrawer = lazily(() => import('../filters/call-filters-drawer.tsx'), 'CallFiltersDrawer', {
  soon: true,
})

/** Export; on narrow screens the missed calls, within reach of the thumb. */
export function CallsBar({ isNarrow, ...props }: FilterProps & { isNarrow: boolean }) {
  const { t } = useTranslation('calls')
  const { search, onChange } = props
  if (!isNarrow) return <ExportButton {...props} />
  return (
    <Button
      variant={search.missed ? 'filled' : 'default'}
      aria-pressed={search.missed === true}
      leftSection={<IconPhoneX stroke={1.75} aria-hidden />}
      onClick={() => onChange({ missed: search.missed ? undefined : true, page: undefined })}
    >
      {t('flags.missed')}
    </Button>
  )
}

/** Search, filters and export on narrow screens. */
export function CallsFinder(props: FilterProps) {
  const { t } = useTranslation('calls')
  const { search, onChange } = props
  return (
    <ListBar search={search.search} label={t('search')} onChange={onChange}>
      <FiltersButton
        name="call-filters"
        count={countFilters(search) + (search.direction ? 1 : 0)}
        drawer={(state) => <CallFiltersDrawer {...props} {...state} />}
      />
      <ExportButton {...props} iconOnly />
    </ListBar>
  )
}

function ExportButton({ businessId, search, campaignId, iconOnly }: FilterProps & { iconOnly?: boolean }) {
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
  if (iconOnly)
    return (
      <ActionIcon className={bar.icon ?? ''} aria-label={t('export')} loading={isPending} onClick={save}>
        <IconDownload size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    )
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
