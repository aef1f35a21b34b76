import { ActionIcon, Button, Indicator } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconDownload, IconSearch, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useExportCalls } from './calls.api.ts'
import classes from './calls-bar.module.css'
import { countFilters, exportOf, type FilterProps } from './calls-search.ts'

const CallFiltersDrawer = lazily(() => import('./call-filters-drawer.tsx'), 'CallFiltersDrawer')

/** The main actions: the list as a file and, on narrow screens, search and filters, all in reach of the thumb. */
export function CallsBar({ isNarrow, ...props }: FilterProps & { isNarrow: boolean }) {
  const { t } = useTranslation('calls')
  const { t: common } = useTranslation()
  const { search, onChange } = props
  const [isSearching, setSearching] = useState(Boolean(search.search))
  if (!isNarrow) return <ExportButton {...props} />
  if (isSearching)
    return (
      <>
        <ActionIcon
          className={classes.icon}
          aria-label={common('close')}
          onClick={() => {
            onChange({ search: undefined, page: undefined })
            setSearching(false)
          }}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <SearchField
          value={search.search}
          label={t('search')}
          onSearch={(words) => onChange({ search: words, page: undefined })}
          className={classes.search}
          autoFocus={!search.search}
        />
      </>
    )
  return (
    <>
      <FiltersButton {...props} />
      <ActionIcon className={classes.icon} aria-label={t('search')} onClick={() => setSearching(true)}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ExportButton {...props} />
    </>
  )
}

function ExportButton({ search, campaignId }: FilterProps) {
  const { t } = useTranslation('calls')
  const { mutate, isPending } = useExportCalls()
  const save = () =>
    mutate(exportOf(search, campaignId), {
      onSuccess: ({ url }) => {
        Object.assign(document.createElement('a'), { href: url, download: '' }).click()
        toast.success(t('exportStarted'))
      },
    })
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

/** All filters in a drawer; how many are set stands on the button. */
function FiltersButton(props: FilterProps) {
  const { t } = useTranslation('leads')
  const panel = useModal('call-filters')
  const [isNeeded, need] = useState(panel.opened)
  if (panel.opened && !isNeeded) need(true)
  const count = countFilters(props.search) + (props.search.direction ? 1 : 0)
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
      <Suspense>{isNeeded && <CallFiltersDrawer {...props} opened={panel.opened} onClose={panel.close} />}</Suspense>
    </>
  )
}
