import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `work` repeatedly, pausing after it did nothing (0) or failed. `stop` waits for the current run. */
export function startPolling(work: () => Promise<number>, pauseMs: number, onError: (error: unknown) => void) {
  const stopping = new AbortController()
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const done = await work().catch((error) => onError(error))
      if (!done) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    stop() {
      stopping.abort()
      return loop
    },
  }
}
