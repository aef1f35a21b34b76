import { IconCloudOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveConnected } from '../../lib/http/live.ts'
import { useCodeWaits } from '../../lib/load-code.ts'
import { useElapsed } from '../../ui/feedback/timing.ts'
import classes from './offline-banner.module.css'

/** A restarting server is back sooner; only a longer outage is shown. */
const LOST_AFTER_MS = 8_000

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Warns that the page may be outdated, or that a part of it waits: no network, or the server is unreachable. */
export function OfflineBanner() {
  const { t } = useTranslation('shell')
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isConnected = useLiveConnected()
  const isLong = useElapsed(LOST_AFTER_MS, !isConnected)
  const isLost = !isConnected && (isLong || !isOnline)
  const waits = useCodeWaits()
  return (
    <div role="status">
      {(isLost || waits) && (
        <div className={classes.banner} data-hue="amber">
          <IconCloudOff size={16} stroke={1.75} aria-hidden />
          {waits ? t('codeWaits') : isOnline ? t('serverLost') : t('offline')}
        </div>
      )}
    </div>
  )
}
