import { useEffect } from 'react'

/**
 * A lock that the window holds whose phone speaks with someone, so that other windows do not ring meanwhile. The browser
 * releases it if the window crashes. Locks require https or localhost; without them all windows ring.
 */
const LOCK = 'leadline-talking'

/** Holds the lock during a conversation. */
export function useTalkingWindow(isTalking: boolean) {
  useEffect(() => {
    if (!isTalking || !('locks' in navigator)) return
    const talk = new AbortController()
    void navigator.locks
      .request(LOCK, { signal: talk.signal }, () => new Promise<void>((end) => (talk.signal.onabort = () => end())))
      .catch(() => undefined)
    return () => talk.abort()
  }, [isTalking])
}

/** Asked by a window that does not speak itself. */
export async function talksElsewhere(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === LOCK)
}
