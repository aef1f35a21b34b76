import { ActionIcon, Drawer, Popover, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentPropsWithRef, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModal } from '../../lib/modal-stack.ts'
import { NotificationPanel } from './notification-panel.tsx'
import classes from './notification-panel.module.css'
import { countQuery } from './notifications.api.ts'
import { useNotificationsLive } from './use-notifications-live.ts'

const MODAL = 'notifications'

/** The bell, with a dot while something is unread, and its panel: below it, or over the whole of a narrow screen. */
export function NotificationBell({ isNarrow }: { isNarrow: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const titleId = useId()
  const modal = useModal(MODAL)
  useNotificationsLive()
  if (isNarrow)
    return (
      <>
        <Bell aria-expanded={modal.opened} onClick={modal.open} />
        <Drawer
          opened={modal.opened}
          onClose={modal.close}
          size="100%"
          position="right"
          withCloseButton={false}
          aria-labelledby={titleId}
          classNames={{ body: classes.drawer ?? '' }}
        >
          <NotificationPanel onClose={modal.close} onOpen={() => undefined} replace titleId={titleId} />
        </Drawer>
      </>
    )
  const close = () => setOpen(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" offset={4} trapFocus returnFocus withinPortal shadow="lg">
      <Popover.Target>
        <Bell aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-labelledby={titleId}>
        <NotificationPanel onClose={close} onOpen={close} replace={false} titleId={titleId} />
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
      <ActionIcon {...props} className={classes.bell ?? ''} aria-haspopup="dialog" aria-label={t('open', { count: unread })}>
        <IconBell size={20} stroke={1.75} aria-hidden />
        {unread > 0 && <span className={classes.mark} />}
      </ActionIcon>
      <VisuallyHidden role="status">{count && t('unread', { count: unread })}</VisuallyHidden>
    </>
  )
}
