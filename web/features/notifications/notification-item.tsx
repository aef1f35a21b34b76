import { UnstyledButton } from '@mantine/core'
import { IconCircleDot, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Notification } from '#contract/notifications/notifications.ts'
import { useSourceName } from '../../shared/source-mark.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './notification-item.module.css'
import { useNotificationLook } from './notification-looks.ts'
import { useMarkRead, useRemoveNotification } from './notifications.api.ts'

type Props = {
  notification: Notification
  /** A link was followed: the panel may close. */
  onOpen: () => void
  /** The link replaces the panel's own history entry. */
  replace: boolean
}

/** One notification: title, campaign and time; a dot while unread, then a button that deletes it. */
export function NotificationItem({ notification, onOpen, replace }: Props) {
  const { t } = useTranslation('notifications')
  const sourceName = useSourceName()
  const { mutate: mark } = useMarkRead()
  const { mutate: remove } = useRemoveNotification()
  const { title, isRead, createdAt, content } = notification
  const { Icon, hue, place } = useNotificationLook(notification)
  const open = () => {
    if (!isRead) mark({ notification, isRead: true })
    onOpen()
  }
  const drop = () => remove(notification, { onError: () => toast.error(t('deleteFailed')) })
  return (
    <li className={classes.item} data-unread={!isRead || undefined}>
      <Link
        {...place}
        replace={replace}
        className={classes.link}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key === 'Delete' && isRead) drop()
        }}
        data-notification
      >
        <span className={classes.logo} data-hue={hue} aria-hidden>
          <Icon size={18} stroke={1.75} />
        </span>
        <span className={classes.words}>
          <span className={classes.title} dir="auto">
            {title}
          </span>
          <span className={classes.second}>
            {'leadId' in content ? (
              <>
                <bdi>{content.campaignName}</bdi>
                {' · '}
                <bdi>{sourceName(content.source)}</bdi>
              </>
            ) : (
              <bdi>{content.businessName}</bdi>
            )}
          </span>
        </span>
        <span className={classes.time}>
          <RelativeTime at={createdAt} />
        </span>
      </Link>
      {isRead && (
        <UnstyledButton
          className={classes.again}
          aria-label={t('markUnread', { title })}
          title={t('markUnreadShort')}
          onClick={() => mark({ notification, isRead: false })}
        >
          <IconCircleDot size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
      {isRead ? (
        <UnstyledButton className={classes.side} aria-label={t('delete', { title })} onClick={drop}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      ) : (
        <UnstyledButton
          className={classes.side}
          aria-label={t('markRead', { title })}
          onClick={() => mark({ notification, isRead: true })}
        >
          <span className={classes.dot} />
        </UnstyledButton>
      )}
    </li>
  )
}
