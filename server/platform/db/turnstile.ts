/** Who has taken so long waits for a lock or reads much: the others need not wait for them. */
const PATIENCE_MS = 5

/** Tells the turnstile that somebody is through; again: nothing. */
export type Leave = () => void

/**
 * Lets so many in at once, and the others in their order as these leave. Whoever stays longer than PATIENCE_MS stays in,
 * but nobody waits for them any more. Where server and database share a machine, more statements under way than it has
 * processors take longer together: each connection keeps its plans and caches in memory of its own (decision 28).
 */
export class Turnstile {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
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
    const patience = setTimeout(leave, PATIENCE_MS)
    return leave
  }
}
