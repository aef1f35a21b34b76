import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Pagination, SEARCH_MIN } from '#contract/common.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { type CallsSearch, isFiltered, isTooShort, noFilters } from './calls-search.ts'

type Props = {
  search: CallsSearch
  onChange: (changes: Record<string, unknown>) => void
  /** How many rows are here; undefined: not known yet. */
  shown: number | undefined
  pagination: Pagination | undefined
  error: Error | null
  refetch: () => void
  children: ReactNode
}

/** The list, or why there is none: on its way, failed, nothing yet, nothing that fits. */
export function CallsState({ search, onChange, shown, pagination, error, refetch, children }: Props) {
  const { t } = useTranslation('calls')
  const { t: leads } = useTranslation('leads')
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (shown === undefined || !pagination) return <SkeletonRows rows={12} columns={8} />
  if (shown > 0) return children
  if (pagination.total > 0)
    return (
      <EmptyState
        icon={<IconInbox />}
        title={t('pastLastPage')}
        action={
          <Button variant="default" onClick={() => onChange({ page: undefined })}>
            {leads('toFirstPage')}
          </Button>
        }
      />
    )
  if (isFiltered(search) || isTooShort(search.search))
    return (
      <EmptyState
        icon={<IconFilterOff />}
        title={t('noMatch')}
        text={isTooShort(search.search) ? leads('searchTooShort', { min: SEARCH_MIN }) : t('noMatchText')}
        action={
          <Button variant="default" onClick={() => onChange(noFilters)}>
            {leads('clearFilters')}
          </Button>
        }
      />
    )
  return <EmptyState icon={<IconPhone />} title={t('noneYet')} text={t('noneYetText')} />
}
