import { useDirection } from '@mantine/core'
import { createNotificationsStore, Notifications, notifications } from '@mantine/notifications'
import type { Notification } from '#contract/notifications.ts'
import { useLive } from '../../lib/live.ts'
import { NotificationPopup } from './notification-popup.tsx'
import classes from './notification-popup.module.css'

const POPUPS_AT_ONCE = 3
const popups = createNotificationsStore()

function show(notification: Notification) {
  const id = notification._id
  const hide = () => void notifications.hide(id, popups)
  notifications.show(
    {
      id,
      message: notification.title,
      autoClose: false,
      role: 'status',
      renderNotification: () => <NotificationPopup notification={notification} onClose={hide} />,
    },
    popups,
  )
}

/** What has just come in, at the end-bottom corner of the tab that is looked at. */
export function NotificationPopups() {
  const { dir } = useDirection()
  useLive((message) => {
    if (message.kind === 'notification' && document.visibilityState === 'visible') show(message.notification)
  })
  return (
    <Notifications
      store={popups}
      position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      limit={POPUPS_AT_ONCE}
      containerWidth="25.25rem"
      transitionDuration={160}
      className={classes.place ?? ''}
    />
  )
}
