import { ActionIcon, Popover, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentPropsWithRef, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../lib/http/live.ts'
import { lazily } from '../../lib/lazy.ts'
import { throttleAsync } from '../../lib/live-list.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { FromFirstOpen } from '../../ui/layout/from-first-open.tsx'
import classes from './notification-bell.module.css'
import { addNotification, countQuery } from './notifications.api.ts'

const NotificationPanel = lazily(() => import('./notification-panel.tsx'), 'NotificationPanel', { soon: true })
const NotificationDrawer = lazily(() => import('./notification-drawer.tsx'), 'NotificationDrawer', { soon: true })

const PANEL_WIDTH = 404
/** Aligns the panel's end with the header's end. */
const PANEL_OFFSET = { mainAxis: 4, crossAxis: 36 }

const MODAL = 'notifications'

/** The bell, with a dot while there are unread notifications, and its panel; full screen on narrow screens. */
export function NotificationBell({ isNarrow }: { isNarrow: boolean }) {
  useNotificationsLive()
  return isNarrow ? <NarrowBell /> : <WideBell />
}

function NarrowBell() {
  const modal = useModal(MODAL)
  return (
    <>
      <Bell aria-expanded={modal.opened} onClick={modal.open} />
      <FromFirstOpen opened={modal.opened}>
        <NotificationDrawer opened={modal.opened} onClose={modal.close} />
      </FromFirstOpen>
    </>
  )
}

function WideBell() {
  const [isOpen, setOpen] = useState(false)
  const titleId = useId()
  const close = () => setOpen(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={PANEL_WIDTH}
      offset={PANEL_OFFSET}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Bell aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-labelledby={titleId}>
        <Suspense fallback={<SkeletonRows rows={6} columns={2} />}>
          <NotificationPanel onClose={close} onOpen={close} replace={false} titleId={titleId} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function Bell(props: ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation('notifications')
  const { data: count } = useQuery(countQuery)
  const unread = count?.unread ?? 0
  return (
    <>
      <ActionIcon
        {...props}
        className={classes.bell ?? ''}
        aria-haspopup="dialog"
        aria-label={t('open', { count: unread })}
      >
        <IconBell size={20} stroke={1.75} aria-hidden />
        {unread > 0 && <span className={classes.mark} data-unread />}
      </ActionIcon>
      <VisuallyHidden role="status">{count && t('unread', { count: unread })}</VisuallyHidden>
    </>
  )
}

/** Minimum interval between counts. */
const COUNT_MS = 1_000

/** Applies live notifications to lists and count; refetches after an interruption. */
function useNotificationsLive() {
  const client = useQueryClient()
  const [recount] = useState(() =>
    throttleAsync(() => client.refetchQueries({ queryKey: countQuery.queryKey }), COUNT_MS),
  )
  useLive((message) => {
    if (message.kind === 'notification') {
      addNotification(client, message.notification)
      recount()
    }
    if (message.kind === 'resync') void client.invalidateQueries({ queryKey: queryKeys.notifications })
  })
}
