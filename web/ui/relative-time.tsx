import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatDateTime, formatSince } from '../lib/format.ts'

const TICK_MS = 30_000
const MOMENT_MS = 1_000

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
/** React reads twice and expects the same: what is a moment old is not renewed. */
function readNow() {
  if (!timer && Math.abs(Date.now() - now) > MOMENT_MS) now = Date.now()
  return now
}

/** How long since, without "ago" unless it stands beside a label; the exact time in its title. */
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
