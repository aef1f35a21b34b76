let startedAt = 0
let ticked = 0
let tickedAt = 0

/**
 * The clock of calls, messages and recorded audio. Tests can make it run faster than the system clock: waiting times,
 * the conversations of simulated phones and their recordings become shorter by the same factor. Webhooks, and phones
 * outside this process, stay in real time.
 */
export const clock = {
  /** How many seconds of this clock pass in one second of real time. */
  speed: 1,
  /** Changes the speed; only for tests. */
  runAt(speed: number): void {
    ticked = clock.ticks()
    tickedAt = performance.now()
    startedAt = Date.now()
    clock.speed = speed
  },
  /** Milliseconds since 1970. */
  now: (): number => startedAt + (Date.now() - startedAt) * clock.speed,
  /** Milliseconds of a monotonic clock, which changes of the system time do not affect. */
  ticks: (): number => ticked + (performance.now() - tickedAt) * clock.speed,
  after: (ms: number, act: () => void): NodeJS.Timeout => setTimeout(act, ms / clock.speed),
}
