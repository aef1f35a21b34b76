import { useDirection } from '@mantine/core'
import { createNotificationsStore, Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import type { Notification } from '#contract/notifications/notifications.ts'
import classes from './notification-popup.module.css'
import { NotificationPopup } from './notification-popup.tsx'

const POPUPS_AT_ONCE = 3
const popups = createNotificationsStore()

export function showPopup(notification: Notification) {
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

/** Popups in the bottom end corner of the screen. */
export function PopupStack() {
  const { dir } = useDirection()
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
