import { DatabaseUnavailable } from './outage.ts'

const LOCK_NOT_AVAILABLE = '55P03'
/** Number of consecutive timeouts after which a statement is refused at once. */
const FAILURES = 3
/** Interval at which a refused statement is tried again. */
const RETRY_MS = 1_000
const KNOWN_MAX = 500
/** A statement that runs longer than this makes the breaker poll whether a session waits for a table lock. */
const SLOW_MS = 1_500
const ASK_EVERY_MS = 1_000
/** How long the result of a poll applies to statements that end. */
const ANSWER_MS = 5_000

type Failing = { failures: number; retryAt: number }
/** A statement that was sent and has not ended. */
export type Entered = { text: string; at: number }

/**
 * Keeps statements that wait for a locked table from occupying every connection of the pool, so that requests for other
 * tables continue. The breaker does not know which tables a statement uses: if a statement repeatedly fails with
 * `lock_timeout` while a session waits for a table, it is refused at once, except for one try a second, which detects
 * when the table is free again.
 */
export class LockBreaker {
  readonly #failing = new Map<string, Failing>()
  /** Oldest first. */
  readonly #running = new Set<Entered>()
  readonly #watch: NodeJS.Timeout
  #trying: string | undefined
  #lockedAt = Number.NEGATIVE_INFINITY

  /** `isTableLocked`: whether a session waits for a table lock. */
  constructor(isTableLocked: () => Promise<boolean>) {
    let isAsking = false
    const ask = async () => {
      isAsking = true
      if (await isTableLocked().catch(() => false)) this.#lockedAt = Date.now()
      isAsking = false
    }
    this.#watch = setInterval(() => {
      const [oldest] = this.#running
      if (oldest && !isAsking && Date.now() - oldest.at > SLOW_MS) void ask()
    }, ASK_EVERY_MS).unref()
  }

  close() {
    clearInterval(this.#watch)
  }

  /** Throws DatabaseUnavailable if the statement would probably time out. */
  enter(text: string): Entered {
    const found = this.#failing.get(text)
    if (found && found.failures >= FAILURES) {
      if (this.#trying !== undefined || Date.now() < found.retryAt)
        throw new DatabaseUnavailable(new Error('a table that this statement needs is locked'))
      this.#trying = text
      found.retryAt = Date.now() + RETRY_MS
    }
    const entered = { text, at: Date.now() }
    this.#running.add(entered)
    return entered
  }

  succeeded(entered: Entered) {
    this.#running.delete(entered)
    if (this.#failing.size === 0) return
    const { text } = entered
    // If the try succeeds, the other statements can most likely run, too; if not, they are soon refused again.
    if (this.#trying === text) this.#failing.clear()
    else this.#failing.delete(text)
    this.#leave(text)
  }

  failed(entered: Entered, error: unknown) {
    this.#running.delete(entered)
    const { text } = entered
    if (mayBeOfTable(error) && Date.now() - this.#lockedAt < ANSWER_MS) {
      const failures = (this.#failing.get(text)?.failures ?? 0) + 1
      this.#failing.delete(text)
      this.#failing.set(text, { failures, retryAt: Date.now() + RETRY_MS })
      if (this.#failing.size > KNOWN_MAX) this.#failing.delete(this.#failing.keys().next().value as string)
    }
    this.#leave(text)
  }

  #leave(text: string) {
    if (this.#trying === text) this.#trying = undefined
  }
}

/**
 * Waiting for a row, or for an advisory lock of the product, does not block the whole statement. PostgreSQL reports the row
 * only to its first waiter; for later ones it looks like a table lock.
 */
function mayBeOfTable(error: unknown) {
  const { code, where = '' } = error as { code?: unknown; where?: string }
  return code === LOCK_NOT_AVAILABLE && !/tuple|advisory/.test(where)
}
