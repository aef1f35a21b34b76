let startedAt = 0
let ticked = 0
let tickedAt = 0

/**
 * The clock of calls, messages and recorded sound. Tests run it faster than the machine's: the waits, the talks of robots and
 * what is recorded of them shrink together. Webhooks, and phones outside this process, stay in real time.
 */
export const clock = {
  /** How many of its seconds pass in one. */
  speed: 1,
  /** For tests alone. */
  runAt(speed: number): void {
    ticked = clock.ticks()
    tickedAt = performance.now()
    startedAt = Date.now()
    clock.speed = speed
  },
  /** Milliseconds since 1970. */
  now: (): number => startedAt + (Date.now() - startedAt) * clock.speed,
  /** Milliseconds that only increase, whatever happens to the machine's time. */
  ticks: (): number => ticked + (performance.now() - tickedAt) * clock.speed,
  after: (ms: number, act: () => void): NodeJS.Timeout => setTimeout(act, ms / clock.speed),
}
