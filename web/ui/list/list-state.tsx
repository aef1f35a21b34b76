import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Pagination, SEARCH_DIGITS_MIN, SEARCH_MIN } from '#contract/common.ts'
import { type Changes, isTooShort } from '../../lib/list-search.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'

type Props = {
  /** Number of rows; undefined while loading. */
  shown: number | undefined
  pagination: Pagination | undefined
  error: Error | null
  refetch: () => void
  /** Replaces the default error text. */
  failed?: string | undefined
  /** Columns of the skeleton. */
  columns: number
  rows?: number
  onChange: (changes: Changes) => void
  /** Search parameter of the page. */
  pageName?: string
  /** State for active filters or search; undefined without any. `text` explains a minimum search length. */
  narrowed:
    | { search?: string | undefined; noFilters: Changes; title: string; text?: string; action?: ReactNode }
    | undefined
  /** Empty state without filters. */
  none: ReactNode
  children: ReactNode
}

/** The list, or its state: loading, error, past the last page, no match, empty. */
export function ListState(props: Props) {
  const { shown, pagination, error, refetch, failed, columns, rows = 12, narrowed, none, children } = props
  if (error) return <ErrorState error={error} {...(failed && { title: failed })} onRetry={refetch} />
  if (shown === undefined || !pagination) return <SkeletonRows rows={rows} columns={columns} />
  if (shown > 0) return children
  if (pagination.total > 0) return <PastLastPage {...props} />
  return narrowed ? <NothingFits {...narrowed} onChange={props.onChange} /> : none
}

function PastLastPage({ onChange, pageName = 'page' }: Pick<Props, 'onChange' | 'pageName'>) {
  const { t } = useTranslation('lists')
  return (
    <EmptyState
      icon={<IconInbox />}
      title={t('pastLastPage')}
      action={
        <Button variant="default" onClick={() => onChange({ [pageName]: undefined })}>
          {t('toFirstPage')}
        </Button>
      }
    />
  )
}

type NothingProps = NonNullable<Props['narrowed']> & Pick<Props, 'onChange'>
function NothingFits({ search, noFilters, title, text, action, onChange }: NothingProps) {
  const { t } = useTranslation('lists')
  const limits = { min: SEARCH_MIN, digits: SEARCH_DIGITS_MIN }
  const reason = text !== undefined && isTooShort(search) ? t('searchTooShort', limits) : text
  return (
    <EmptyState
      icon={<IconFilterOff />}
      title={title}
      {...(reason && { text: reason })}
      action={
        <>
          {action}
          <Button variant="default" onClick={() => onChange(noFilters)}>
            {t('clearFilters')}
          </Button>
        </>
      }
    />
  )
}
