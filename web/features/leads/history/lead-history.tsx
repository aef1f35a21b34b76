import { Button, VisuallyHidden } from '@mantine/core'
import { IconFilterOff, IconNote } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryKind, HistoryItem as Item } from '#contract/leads/history/lead-history.ts'
import { isErased } from '#contract/leads/leads.ts'
import { dayOf } from '#contract/values/clock.ts'
import { formatDateTime, formatDayHead } from '../../../lib/i18n/format.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { paths } from '../../../lib/paths.ts'
import { useCan, useCanIn } from '../../../lib/session/session.ts'
import { useUndoDialog } from '../../../shared/popups/undo/use-undo-dialog.tsx'
import { UnsentSlot } from '../../../shared/unsent/unsent-slot.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { CommentItem } from '../comments/comment-item.tsx'
import type { CommentRights } from '../comments/comments.api.ts'
import { leadKeys } from '../lead-keys.ts'
import { leadQuery } from '../leads.api.ts'
import { type LocalizedStatus, useStatuses } from '../status/use-statuses.ts'
import { historyQuery } from './history.api.ts'
import { useHistoryCall } from './history-call.ts'
import { HistoryItem } from './history-item.tsx'
import { ItemActions } from './item-actions.tsx'
import classes from './lead-history.module.css'
import { MergedFrom } from './merged-from.tsx'
import { useHistoryView } from './use-history-view.ts'

type Props = {
  businessId: string
  leadId: string
  /** The only kind of the tab; absent: that of the address. */
  kind?: HistoryKind
}

/** The lead's history by day. A link to an item shows it among its neighbours. */
export function LeadHistory({ businessId, leadId, kind: ofTab }: Props) {
  const { t } = useTranslation('leads')
  const { kind: chosen, order, item: linked, setKind } = useHistoryView()
  const kind = ofTab ?? chosen
  const statuses = useStatuses(businessId)
  const rights = useCommentRights(businessId, leadId)
  const undo = useUndoDialog(businessId)
  const { data, error, refetch, ...pages } = useInfiniteQuery(
    historyQuery(businessId, leadId, { kind, order, item: linked }),
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
  const isNewestFirst = order === 'newest'
  return (
    <div className={classes.history}>
      <VisuallyHidden component="h2">{t('history.title')}</VisuallyHidden>
      {linked && !items.some(({ _id }) => _id === linked) && (
        <p className={classes.missing} role="status">
          {t('history.missingItem')}
        </p>
      )}
      {!linked && <UnsentSlot leadId={leadId} of="comments" />}
      {items.length === 0 && <NoItems kind={kind} onClear={ofTab ? undefined : () => setKind('all')} />}
      {pages.hasPreviousPage && (
        <More
          label={t(isNewestFirst ? 'history.newer' : 'history.older')}
          isLoading={pages.isFetchingPreviousPage}
          onMore={() => void pages.fetchPreviousPage()}
        />
      )}
      {groupByDay(items).map(([day, dayItems]) => (
        <section key={day} aria-label={formatDayHead(dayItems[0]?.at ?? day)}>
          <h3 className={classes.day}>{formatDayHead(dayItems[0]?.at ?? day)}</h3>
          <ol className={classes.items}>
            {dayItems.map((item) => (
              <LeadHistoryItem
                key={item._id}
                {...{ businessId, leadId, item, statuses, rights }}
                onUndo={undo.open}
                isLinked={item._id === linked}
              />
            ))}
          </ol>
        </section>
      ))}
      {pages.hasNextPage && (
        <More
          label={t(isNewestFirst ? 'history.older' : 'history.newer')}
          isLoading={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
      {undo.slot}
    </div>
  )
}

const More = ({ label, isLoading, onMore }: { label: string; isLoading: boolean; onMore: () => void }) => (
  <Button variant="default" className={classes.more} loading={isLoading} onClick={onMore}>
    {label}
  </Button>
)

function NoItems({ kind, onClear }: { kind: HistoryKind; onClear: (() => void) | undefined }) {
  const { t } = useTranslation('leads')
  if (onClear)
    return (
      <EmptyState
        icon={<IconFilterOff />}
        title={t('history.noneOfKind')}
        action={
          kind !== 'all' && (
            <Button variant="default" onClick={onClear}>
              {t('history.showAll')}
            </Button>
          )
        }
      />
    )
  return <EmptyState icon={<IconNote />} title={t('history.noComments')} text={t('history.noCommentsText')} />
}

function useCommentRights(businessId: string, leadId: string): CommentRights {
  const can = useCanIn()
  // Read from the page, which keeps it up to date.
  const { data } = useQuery({ ...leadQuery(businessId, leadId), enabled: false })
  const lead = data?.lead
  const isChangeable = lead !== undefined && lead.deletedAt === null && !isErased(lead)
  return {
    canEdit: isChangeable && can('leads.edit', lead.campaignId),
    canModerate: isChangeable && can('comments.moderate', lead.campaignId),
  }
}

type ItemProps = {
  businessId: string
  leadId: string
  item: Item
  statuses: readonly LocalizedStatus[]
  rights: CommentRights
  isLinked: boolean
  onUndo: (operation: NonNullable<Item['operation']>) => void
}
function LeadHistoryItem({ businessId, leadId, item, statuses, rights, isLinked, onUndo }: ItemProps) {
  const HistoryCall = useHistoryCall()
  const seesOperations = useCan('leads.bulk')
  const { commented, from, operation } = item
  // A comment on a merged lead is read only.
  if (commented)
    return (
      <CommentItem
        {...{ businessId, leadId, isLinked }}
        rights={from ? { canEdit: false, canModerate: false } : rights}
        item={{ ...item, commented }}
      />
    )
  const actions = (
    <>
      {from && <MergedFrom name={from.name} />}
      <ItemActions
        itemId={item._id}
        what={formatDateTime(item.at)}
        onUndo={operation?.canUndo ? () => onUndo(operation) : undefined}
        operations={operation && !operation.isOfOne && seesOperations ? paths.operations(businessId) : undefined}
      />
    </>
  )
  const frame = { isLinked, actions }
  if (item.call)
    return (
      HistoryCall && (
        <Suspense fallback={<li className={classes.loading} />}>
          <HistoryCall businessId={businessId} call={item.call} frame={frame} />
        </Suspense>
      )
    )
  return <HistoryItem item={item} statuses={statuses} frame={frame} />
}

function groupByDay(items: readonly Item[]) {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = dayOf(item.at)
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days]
}
