const PATIENCE_MS = 5

/** Releases the place; a second call does nothing. */
export type Leave = () => void

/**
 * FIFO semaphore. A holder older than `patienceMs` no longer counts against the limit: it waits for a lock or reads much,
 * and the others need not wait for it. Where server and database share a machine, more concurrent statements than
 * processors take longer together, because each connection keeps plans and caches of its own (decision 28).
 */
export class ConcurrencyLimit {
  #free: number
  readonly #waiting: (() => void)[] = []

  readonly #places: number
  readonly #patienceMs: number

  constructor(places: number, patienceMs = PATIENCE_MS) {
    this.#places = places
    this.#free = places
    this.#patienceMs = patienceMs
  }

  get waiting() {
    return this.#waiting.length
  }

  get isIdle() {
    return this.#free === this.#places
  }

  async enter(): Promise<Leave> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let counts = true
    const leave = () => {
      if (!counts) return
      counts = false
      clearTimeout(patience)
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
    const patience = Number.isFinite(this.#patienceMs) ? setTimeout(leave, this.#patienceMs) : undefined
    return leave
  }
}
