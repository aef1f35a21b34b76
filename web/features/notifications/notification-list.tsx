import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { NotificationItem } from './notification-item.tsx'
import classes from './notification-panel.module.css'
import { listQuery, type NotificationTab } from './notifications.api.ts'

type Props = { tab: NotificationTab; onOpen: () => void; replace: boolean }

/** Arrow keys move the focus between notifications. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-notification]')]
  const at = items.findIndex((item) => item.parentElement?.contains(document.activeElement))
  items[at < 0 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)]?.focus()
}

export function NotificationList({ tab, onOpen, replace }: Props) {
  const { t } = useTranslation('notifications')
  const { t: common } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPending } = useInfiniteQuery(
    listQuery(tab),
  )
  if (isPending) return <SkeletonRows rows={6} columns={2} />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const notifications = data?.pages.flatMap((page) => page.data) ?? []
  if (notifications.length === 0)
    return <EmptyState icon={<IconBell />} title={t(`empty.${tab}`)} text={t(`emptyText.${tab}`)} />

  /** The next page loads when its button becomes visible. */
  const whenSeen = (button: HTMLElement | null) => {
    if (!button || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void fetchNextPage()
    })
    observer.observe(button)
    return () => observer.disconnect()
  }
  return (
    <ul className={classes.list} onKeyDown={walk}>
      {notifications.map((notification) => (
        <NotificationItem key={notification._id} notification={notification} onOpen={onOpen} replace={replace} />
      ))}
      {hasNextPage && (
        <li className={classes.more}>
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} ref={whenSeen}>
            {common('loadMore')}
          </Button>
        </li>
      )}
    </ul>
  )
}
