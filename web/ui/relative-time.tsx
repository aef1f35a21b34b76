import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatSince } from '../lib/format.ts'

const TICK_MS = 30_000

/** One clock for the whole page, running only while something shows it. */
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
function readNow() {
  if (!timer) now = Date.now()
  return now
}

/** How long since, without "ago"; the exact time in its title. */
export function RelativeTime({ at }: { at: string }) {
  const { t } = useTranslation()
  const current = useSyncExternalStore(subscribe, readNow)
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatSince(at, new Date(Math.max(current, Date.parse(at)))) ?? t('justNow')}
    </time>
  )
}
