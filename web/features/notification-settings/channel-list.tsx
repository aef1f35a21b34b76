import { Button } from '@mantine/core'
import { IconBell, IconBellRinging, IconDeviceMobileMessage, IconMail, IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  type Channel,
  channels,
  type Delivery,
  type OwnSettings,
} from '#contract/notifications/notification-settings.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { formatDateTime, formatRecent } from '../../lib/i18n/format.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import rows from '../../ui/layout/rows.module.css'
import classes from './channel-list.module.css'
import { useSendTest } from './notification-settings.api.ts'

const icons = {
  app: IconBell,
  popup: IconMessage2,
  push: IconBellRinging,
  mail: IconMail,
  sms: IconDeviceMobileMessage,
}

/** The member's channels: address, result of the latest delivery, and a test button. */
export function ChannelList({ settings }: { settings: OwnSettings }) {
  return (
    <ul className={classes.list}>
      {channels.map((channel) => (
        <Row key={channel} channel={channel} settings={settings} />
      ))}
    </ul>
  )
}

type Props = { channel: Channel; settings: OwnSettings }
function Row({ channel, settings }: Props) {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const test = useSendTest(businessId)
  const Icon = icons[channel]
  const isSent = channel === 'mail' || channel === 'sms'
  const address = isSent ? settings.addresses[channel] : undefined
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div className={rows.words}>
        <h3 className={rows.name}>{t(`channels.${channel}`)}</h3>
        <span className={rows.second}>
          {address && <bdi dir="ltr">{channel === 'sms' ? formatPhone(address) : address}</bdi>}
          {address === null && t(`channels.none.${channel as 'mail' | 'sms'}`)}
          {!isSent && t(`channels.about.${channel as 'app' | 'popup' | 'push'}`)}
        </span>
        {channel !== 'popup' && address !== null && <Last delivery={settings.deliveries[channel]} />}
      </div>
      <Button
        variant="default"
        disabled={address === null}
        loading={test.isPending}
        aria-label={t('channels.testOf', { channel: t(`channels.${channel}`) })}
        onClick={() => test.mutate(channel, { onSuccess: () => toast.success(t(`channels.tested.${channel}`)) })}
      >
        {t('channels.test')}
      </Button>
    </li>
  )
}

const isBad = ({ state }: Delivery) => state === 'failed' || state === 'lost'

/** The latest delivery as text. */
function Last({ delivery }: { delivery: Delivery | null }) {
  const { t } = useTranslation('notification-settings')
  if (!delivery) return <span className={rows.second}>{t('delivery.never')}</span>
  const { state, at, reason } = delivery
  return (
    <span className={classes.last} data-bad={isBad(delivery) || undefined}>
      <time dateTime={at} title={formatDateTime(at)}>
        {t(`delivery.${state}`, { at: formatRecent(at) })}
      </time>
      {reason && <span>{t(`reasons.${reason}`)}</span>}
    </span>
  )
}
