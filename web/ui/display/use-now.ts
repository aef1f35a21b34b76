import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const MOMENT_MS = 1_000

/** One timer for all readers, running only while one is mounted. */
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

/** The current time in milliseconds, renewed twice a minute. */
export const useNow = () => useSyncExternalStore(subscribe, readNow)
