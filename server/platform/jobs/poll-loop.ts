import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `work` again and again; where it had nothing to do (0) or failed, after a pause. `stop` waits for the run in progress. */
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
