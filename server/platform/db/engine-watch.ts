import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 500
const LONGEST_PAUSE = 30
/** A server that ran this long has recovered; a later failure starts with the first pause. */
const STABLE_MS = 60_000

export type WatchOptions = {
  /** Reports events for the log. */
  onError: (error: Error) => void
  /** The server could not be started again. */
  onGivenUp: (error: Error) => void
  /** A pause before each try to start the server again. */
  pausesMs: number[]
}
type Server = {
  isRunning: () => Promise<boolean>
  /** Throws if it did not start. */
  restart: () => Promise<void>
}

/** Pauses of 0, 1, 2, 4 … 30 seconds, in ms; the last is cut so that they take `seconds` in all. */
export function pausesWithin(seconds: number): number[] {
  const pauses = [0]
  for (let left = seconds, pause = 1; left > 0; left -= pause, pause = Math.min(2 * pause, LONGEST_PAUSE))
    pauses.push(Math.min(pause, left) * 1_000)
  return pauses
}

/** Restarts a server that ended on its own: crashed, killed, or out of disk space. */
export function watchServer(
  { isRunning, restart }: Server,
  { onError, onGivenUp, pausesMs }: WatchOptions,
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const { signal } = stopped
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  let tries = 0

  /** Whether the server runs again; false also if the watch was stopped meanwhile. */
  async function startAgain(): Promise<boolean> {
    onError(new Error('The PostgreSQL in the box ended by itself. It is started again.'))
    let last: unknown
    while (tries < pausesMs.length) {
      await pause(pausesMs[tries] as number)
      if (signal.aborted) return false
      tries += 1
      try {
        await restart()
        return true
      } catch (error) {
        last = error
        onError(new Error(`The PostgreSQL in the box did not start (try ${tries} of ${pausesMs.length}).`))
      }
    }
    onGivenUp(
      new Error(`The PostgreSQL in the box ended and could not be started again: ${(last as Error)?.message}`, {
        cause: last,
      }),
    )
    return false
  }

  const watching = (async () => {
    let since = Date.now()
    for (;;) {
      await pause(LOOK_MS)
      if (signal.aborted) return
      if (await isRunning()) {
        if (Date.now() - since > STABLE_MS) tries = 0
        continue
      }
      if (signal.aborted || !(await startAgain())) return
      since = Date.now()
    }
  })()

  return {
    stop: () => {
      stopped.abort()
      return watching
    },
  }
}
