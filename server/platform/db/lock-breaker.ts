import { DatabaseUnavailable } from './outage.ts'

const LOCK_NOT_AVAILABLE = '55P03'
/** A statement that waited in vain so often, one after the other, is refused without waiting … */
const FAILURES = 3
/** … but for one try each time this is over. */
const RETRY_MS = 1_000
const KNOWN_MAX = 500
/** While a statement takes as long as this, it is asked again and again whether anybody waits for a table … */
const SLOW_MS = 1_500
const ASK_EVERY_MS = 1_000
/** … and the answer holds for statements that end within this. */
const ANSWER_MS = 5_000

type Failing = { failures: number; retryAt: number }
/** A statement that was sent and has not ended. */
export type Entered = { text: string; at: number }

/**
 * Keeps statements that wait for a locked table from taking every connection of the pool, so that requests for other
 * tables go on. It does not know tables: a statement that repeatedly ended by `lock_timeout`, while a session waited for a
 * table, is refused at once, and one try a second, at most one at a time, finds out when the table is free again.
 */
export class LockBreaker {
  readonly #failing = new Map<string, Failing>()
  /** The oldest first. */
  readonly #running = new Set<Entered>()
  readonly #watch: NodeJS.Timeout
  #trying: string | undefined
  #lockedAt = Number.NEGATIVE_INFINITY

  /** `isTableLocked`: whether anybody waits for a table. */
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

  /** Throws DatabaseUnavailable where the statement would wait in vain. */
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
    // Where a try succeeds, the others are most likely free as well; if not, they are soon found out again.
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
 * Waiting for a row, or for a lock that the product makes itself, does not speak for the whole statement. PostgreSQL names
 * the row only to its first waiter: to those behind it looks as if a table were locked.
 */
function mayBeOfTable(error: unknown) {
  const { code, where = '' } = error as { code?: unknown; where?: string }
  return code === LOCK_NOT_AVAILABLE && !/tuple|advisory/.test(where)
}
