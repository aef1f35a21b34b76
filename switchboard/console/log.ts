const KEPT = 2_000

export type LogFields = Record<string, string | number | boolean | undefined>
export type LogLine = { id: number; at: string; event: string; fields: LogFields }
export type Log = (event: string, fields?: LogFields) => void

/** A ring buffer of recent events, for the console and for tests. */
export class LiveLog {
  #lines: LogLine[] = []
  #next = 1

  readonly write: Log = (event, fields = {}) => {
    this.#lines.push({ id: this.#next++, at: new Date().toISOString(), event, fields })
    if (this.#lines.length > KEPT) this.#lines = this.#lines.slice(-KEPT / 2)
  }

  after(id: number): LogLine[] {
    return this.#lines.filter((line) => line.id > id)
  }
}

export type Violation = { at: string; what: string; detail: string }

/**
 * Requests that the vendor would have rejected or ignored. A violation that remains after a test is a bug of the
 * client.
 */
export class Violations {
  readonly all: Violation[] = []
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  add(what: string, detail: string): void {
    this.all.push({ at: new Date().toISOString(), what, detail })
    if (this.all.length > KEPT) this.all.shift()
    this.#log('violation', { what, detail })
  }

  clear(): void {
    this.all.length = 0
  }
}
