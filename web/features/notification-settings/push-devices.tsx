import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PushDevice } from '#contract/notifications/push.ts'
import { formatDateTime, formatRecent } from '../../lib/i18n/format.ts'
import { pushAbility } from '../../lib/session/device/push.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import rows from '../../ui/layout/rows.module.css'
import classes from './channel-list.module.css'
import { pushDevicesQuery, useRemovePushDevice, useTurnPushOn } from './push.api.ts'

/** The devices that show the person's notifications, and whether this one does. */
export function PushDevices() {
  const { data, error, refetch } = useQuery(pushDevicesQuery)
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={1} columns={2} />
  return (
    <ul className={classes.list}>
      {data.devices.some(({ isCurrent }) => isCurrent) || <ThisDevice publicKey={data.publicKey} />}
      {data.devices.map((device) => (
        <Device key={device._id} device={device} />
      ))}
    </ul>
  )
}

/** The permission is asked for on a press only. */
function ThisDevice({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation('notification-settings')
  const on = useTurnPushOn()
  const ability = pushAbility()
  const saySo = (isOn: boolean) => (isOn ? toast.success(t('push.on')) : toast.error(t('push.about.denied')))
  return (
    <li className={classes.row}>
      <IconDeviceMobile size={20} stroke={1.5} aria-hidden />
      <div className={rows.words}>
        <h3 className={rows.name}>{t('push.thisDevice')}</h3>
        <span className={rows.second}>{t(`push.about.${ability}`)}</span>
      </div>
      {ability === 'possible' && (
        <Button variant="default" loading={on.isPending} onClick={() => on.mutate(publicKey, { onSuccess: saySo })}>
          {t('push.turnOn')}
        </Button>
      )}
    </li>
  )
}

function Device({ device: { _id, device, createdAt, isCurrent } }: { device: PushDevice }) {
  const { t } = useTranslation('notification-settings')
  const remove = useRemovePushDevice()
  const { browser, system } = device
  const name = browser && system ? t('push.device', { browser, system }) : (browser ?? system ?? t('push.unknown'))
  return (
    <li className={classes.row}>
      <IconDeviceMobile size={20} stroke={1.5} aria-hidden />
      <div className={rows.words}>
        <h3 className={rows.name}>{name}</h3>
        <span className={rows.second}>
          {isCurrent ? (
            t('push.current')
          ) : (
            <time dateTime={createdAt} title={formatDateTime(createdAt)}>
              {t('push.since', { at: formatRecent(createdAt) })}
            </time>
          )}
        </span>
      </div>
      <Button
        variant="default"
        loading={remove.isPending}
        aria-label={t('push.turnOffOf', { name })}
        onClick={() => remove.mutate({ id: _id, isCurrent }, { onSuccess: () => toast.success(t('push.off')) })}
      >
        {t('push.turnOff')}
      </Button>
    </li>
  )
}
