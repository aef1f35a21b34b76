/** Who has taken so long waits for a lock or reads much: the others need not wait for them. */
const PATIENCE_MS = 5

/** Tells the turnstile that somebody is through; again: nothing. */
export type Leave = () => void

/**
 * Lets so many in at once, and the others in their order as these leave. Whoever stays longer than `patienceMs` stays in,
 * but nobody waits for them any more. Where server and database share a machine, more statements under way than it has
 * processors take longer together: each connection keeps its plans and caches in memory of its own (decision 28).
 */
export class Turnstile {
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
    else await new Promise<void>((goIn) => this.#waiting.push(goIn))
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
