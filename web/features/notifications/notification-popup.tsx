import { ActionIcon, Button } from '@mantine/core'
import { IconPhone, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTIFICATION_POPUP_MS, type Notification } from '#contract/notifications/notifications.ts'
import { isMasked } from '#contract/values/masks.ts'
import { useIsOnTheLine } from '../../lib/on-the-line.ts'
import { paths } from '../../lib/paths.ts'
import { link } from '../../lib/search.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { Picture } from '../../ui/display/picture.tsx'
import { useCountdown } from '../../ui/feedback/countdown.ts'
import { useIsInCall } from './live-calls.ts'
import { useNotificationLook } from './notification-looks.ts'
import classes from './notification-popup.module.css'
import { useMarkRead } from './notifications.api.ts'

type Props = { notification: Notification; onClose: () => void }

/** A popup of a new lead: call it or open it. Closes after six seconds unless hovered. */
export function NotificationPopup({ notification, onClose }: Props) {
  const { t } = useTranslation('notifications')
  const { t: common } = useTranslation()
  const { mutate: mark } = useMarkRead()
  const { isPaused, handlers } = useCountdown(NOTIFICATION_POPUP_MS, onClose)
  const { title, action, content } = notification
  const { Icon, hue, place, page } = useNotificationLook(notification)
  const ofLead = 'leadId' in content ? content : undefined
  // Hidden while the lead is on the phone; the phone may ring shortly after the popup. For a missed call, the call is
  // over.
  const caller = action === 'missed_call' ? undefined : ofLead
  const isOnTheLine = useIsOnTheLine(caller?.leadPhone ?? null)
  const isInCall = useIsInCall(caller?.leadId)
  const isCalling = isOnTheLine || isInCall
  const hide = useEffectEvent(onClose)
  useEffect(() => {
    if (isCalling) hide()
  }, [isCalling])
  const open = () => {
    mark({ notification, isRead: true })
    onClose()
  }
  if (isCalling) return null
  return (
    <div className={classes.popup} {...handlers}>
      <span className={classes.logo} aria-hidden>
        <Picture id={content.businessId} name={content.businessName} image={content.businessImage} size="lg" />
        <span className={classes.badge} data-hue={hue}>
          <Icon size={12} stroke={2} />
        </span>
      </span>
      <div className={classes.words}>
        <div className={classes.title} dir="auto">
          {title}
        </div>
        <div className={classes.second}>
          <bdi>{ofLead ? ofLead.campaignName : content.businessName}</bdi>
          {ofLead?.leadPhone && (
            <>
              {' · '}
              <Phone number={ofLead.leadPhone} />
            </>
          )}
        </div>
        <div className={classes.actions}>
          {ofLead?.leadPhone && !isMasked(ofLead.leadPhone) && (
            <Button
              component="a"
              href={`tel:${ofLead.leadPhone}`}
              variant="light"
              size="xs"
              leftSection={<IconPhone stroke={1.75} />}
            >
              {t('call')}
            </Button>
          )}
          <Button
            component={Link}
            {...(ofLead && !ofLead.itemId
              ? link(paths.lead(ofLead.businessId, ofLead.campaignId, ofLead.leadId))
              : place)}
            variant="default"
            size="xs"
            onClick={open}
          >
            {t(ofLead ? 'openLead' : `opens.${page}`)}
          </Button>
        </div>
      </div>
      <ActionIcon size="xs" aria-label={common('close')} onClick={onClose}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <span
        className={classes.bar}
        style={{ animationDuration: `${NOTIFICATION_POPUP_MS}ms`, animationPlayState: isPaused ? 'paused' : 'running' }}
        aria-hidden
      />
    </div>
  )
}
