import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { Suspense, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ASKS_TO_RELOAD, type CodeWait, reloadPage, useCodeWait } from '../../lib/code/load-code.ts'
import { useLiveConnected } from '../../lib/http/live.ts'
import { lazily } from '../../lib/lazy.ts'
import { isKeptShown, subscribeKeptShown } from '../../lib/session/device/kept-shown.ts'
import { useElapsed } from '../../ui/feedback/timing.ts'
import classes from './offline-banner.module.css'

const LostText = lazily(() => import('./lost-text.tsx'), 'LostText', { soon: true })

/** A restarting server is back sooner; only a longer outage is shown. */
const LOST_AFTER_MS = 8_000
const TEXTS = {
  connection: 'codeWaits',
  version: 'newVersion',
  file: 'codeLost',
  offer: 'versionOffered',
} satisfies Record<CodeWait, string>

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/**
 * Warns that the page may be outdated, or that a part of it waits: no network, the server is unreachable or has a
 * new version, or a file did not arrive.
 */
export function OfflineBanner() {
  const { t } = useTranslation('shell')
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isConnected = useLiveConnected()
  const isLong = useElapsed(LOST_AFTER_MS, !isConnected)
  const isKept = useSyncExternalStore(subscribeKeptShown, isKeptShown)
  const isLost = isKept || (!isConnected && (isLong || !isOnline))
  const wait = useCodeWait()
  const lost = isOnline ? 'serverLost' : 'offline'
  const plain = t(wait ? TEXTS[wait] : lost)
  // Its code may be missing where nothing is kept, and waiting for it would be what the banner says.
  const text =
    isKept && !wait ? (
      <Suspense fallback={plain}>
        <LostText lost={lost} />
      </Suspense>
    ) : (
      plain
    )
  const needsReload = wait !== undefined && wait !== 'connection'
  const Icon = needsReload ? IconRefresh : IconCloudOff
  return (
    <div role="status" {...{ [ASKS_TO_RELOAD]: true }}>
      {(isLost || wait) && (
        <div className={classes.banner} data-hue="amber">
          <Icon size={16} stroke={1.75} aria-hidden />
          {text}
          {needsReload && (
            <Button size="xs" variant="default" onClick={() => void reloadPage()}>
              {t('reload', { ns: 'common' })}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
