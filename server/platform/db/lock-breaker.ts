import { DatabaseUnavailable } from './outage.ts'

const LOCK_NOT_AVAILABLE = '55P03'
/** A statement that waited in vain so often, one after the other, is refused without waiting … */
const FAILURES = 3
/** … but for one try each time this is over. */
const RETRY_MS = 1_000
const KNOWN_MAX = 500

type Failing = { failures: number; retryAt: number }

/**
 * Keeps statements that wait for a locked table from taking every connection of the pool, so that requests for other
 * tables go on. It does not know tables: a statement that repeatedly ended by `lock_timeout` is refused at once, and one
 * try a second, at most one at a time, finds out when the table is free again.
 */
export class LockBreaker {
  readonly #failing = new Map<string, Failing>()
  #trying: string | undefined

  /** Throws DatabaseUnavailable where the statement would wait in vain. */
  enter(text: string) {
    const found = this.#failing.get(text)
    if (!found || found.failures < FAILURES) return
    if (this.#trying !== undefined || Date.now() < found.retryAt)
      throw new DatabaseUnavailable(new Error('a table that this statement needs is locked'))
    this.#trying = text
    found.retryAt = Date.now() + RETRY_MS
  }

  succeeded(text: string) {
    if (this.#failing.size === 0) return
    // Where a try succeeds, the others are most likely free as well; if not, they are soon found out again.
    if (this.#trying === text) this.#failing.clear()
    else this.#failing.delete(text)
    this.#leave(text)
  }

  failed(text: string, error: unknown) {
    if (isOfTable(error)) {
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

/** PostgreSQL says of a row's lock where the row is; waiting for one of those does not speak for the whole statement. */
function isOfTable(error: unknown) {
  const { code, where = '' } = error as { code?: unknown; where?: string }
  return code === LOCK_NOT_AVAILABLE && !/tuple|advisory/.test(where)
}
