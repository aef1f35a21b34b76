import { Button, VisuallyHidden } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { HistoryKind, HistoryItem as Item } from '#contract/leads/lead-history.ts'
import { dayOf } from '#contract/values/clock.ts'
import { formatDayHead } from '../../../lib/i18n/format.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { leadKeys } from '../lead-keys.ts'
import { historyQuery } from '../leads.api.ts'
import { type LocalizedStatus, useStatuses } from '../status/use-statuses.ts'
import { useHistoryCall } from './history-call.ts'
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
  // The events of a call do not always name its lead; those that do invalidate the history of the open lead anyway.
  const isShown = (callId: string | undefined) =>
    callId !== undefined && data?.pages.some(({ history }) => history.some(({ call }) => call?._id === callId))
  useLiveInvalidate({ businessId, topics: ['call'], concerns: ({ callId }) => isShown(callId) }, [
    leadKeys.history(businessId, leadId),
  ])
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
              <LeadHistoryItem key={item._id} {...{ businessId, item, statuses }} />
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

type ItemProps = { businessId: string; item: Item; statuses: readonly LocalizedStatus[] }
function LeadHistoryItem({ businessId, item, statuses }: ItemProps) {
  const HistoryCall = useHistoryCall()
  if (item.call) return HistoryCall && <HistoryCall businessId={businessId} call={item.call} />
  return <HistoryItem item={item} statuses={statuses} />
}

function groupByDay(items: readonly Item[]) {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = dayOf(item.at)
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days]
}
