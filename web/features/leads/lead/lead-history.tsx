import { Button, VisuallyHidden } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#contract/clock.ts'
import type { HistoryKind, HistoryItem as Item } from '#contract/leads/leads.ts'
import { formatDayHead } from '../../../lib/i18n/format.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { historyQuery } from '../leads.api.ts'
import { useStatuses } from '../status/use-statuses.ts'
import { HistoryItem } from './history-item.tsx'
import classes from './lead-history.module.css'

type Props = { businessId: string; leadId: string; kind: HistoryKind }

/** The lead's history by day, newest first. */
export function LeadHistory({ businessId, leadId, kind }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const statuses = useStatuses(businessId)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    historyQuery(businessId, leadId, kind),
  )
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} columns={1} />
  const items = data.pages.flatMap(({ history }) => history)
  if (items.length === 0)
    return <EmptyState icon={<IconNote />} title={t('history.noComments')} text={t('history.noCommentsText')} />
  return (
    <div className={classes.history}>
      <VisuallyHidden component="h2">{t('history.title')}</VisuallyHidden>
      {groupByDay(items).map(([day, dayItems]) => (
        <section key={day} aria-label={formatDayHead(dayItems[0]?.at ?? day)}>
          <h3 className={classes.day}>{formatDayHead(dayItems[0]?.at ?? day)}</h3>
          <ol className={classes.items}>
            {dayItems.map((item) => (
              <HistoryItem key={item._id} item={item} statuses={statuses} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {common('loadMore')}
        </Button>
      )}
    </div>
  )
}

function groupByDay(items: readonly Item[]) {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = dayOf(item.at)
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days]
}
