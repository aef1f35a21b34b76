import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'

const SECOND_MS = 1_000
const everySecond = (wake: () => void) => {
  const timer = setInterval(wake, SECOND_MS)
  return () => clearInterval(timer)
}
/** The time in full seconds, renewed each second. */
export const useSeconds = () => useSyncExternalStore(everySecond, () => Math.floor(Date.now() / SECOND_MS))

/** True from the time `at` on, in ms; null: never. */
export function useReached(at: number | null) {
  const [reached, setReached] = useState<number | null>(null)
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(() => setReached(at), Math.max(0, at - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at !== null && reached === at
}

/** True once `isRunning` has been true for that long. */
export function useElapsed(ms: number, isRunning = true) {
  const at = useMemo(() => (isRunning ? Date.now() + ms : null), [ms, isRunning])
  return useReached(at)
}
