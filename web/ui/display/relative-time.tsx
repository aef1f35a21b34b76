import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatDateTime, formatSince } from '../../lib/i18n/format.ts'

const TICK_MS = 30_000
const MOMENT_MS = 1_000

/** One timer for all instances, running only while one is mounted. */
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
/** React reads a snapshot twice and expects equal values, so a recent value is reused. */
function readNow() {
  if (!timer && Math.abs(Date.now() - now) > MOMENT_MS) now = Date.now()
  return now
}

/** Time since a moment; the exact time is the tooltip. */
export function RelativeTime({ at, ago = false }: { at: string; ago?: boolean }) {
  const { t } = useTranslation()
  const current = useSyncExternalStore(subscribe, readNow)
  const say = ago ? formatAgo : formatSince
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {say(at, new Date(Math.max(current, Date.parse(at)))) ?? t(ago ? 'aMomentAgo' : 'justNow')}
    </time>
  )
}
