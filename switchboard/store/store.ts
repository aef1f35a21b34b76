import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tables } from './records.ts'

type TableName = keyof Tables
type Line = { t: TableName; r: { sid: string } } | { t: TableName; d: string }

const TABLES: TableName[] = [
  'accounts',
  'numbers',
  'calls',
  'recordings',
  'messages',
  'optOuts',
  'hooks',
  'bindings',
  'addresses',
  'bundles',
]
/** Delay before retrying a failed write. */
const RETRY_MS = 1_000
const KEPT_DAYS = 90
const DAY_MS = 86_400_000

/**
 * The exchange's state, in memory and as JSON lines in a file. Each change appends the whole row; the last one is
 * valid. Opening compacts the file. It holds account secrets, so the folder has mode 0700 and the file 0600.
 */
export class Store {
  readonly #tables = new Map<TableName, Map<string, { sid: string }>>(TABLES.map((name) => [name, new Map()]))
  readonly #file: string
  /** Whether the file lacks changes that are in memory. */
  #isBehind = false

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#file = join(folder, 'state.jsonl')
    for (const line of readLines(this.#file)) this.#take(line)
    this.#forgetOld()
    this.#rewrite()
  }

  get<T extends TableName>(table: T, sid: string): Tables[T] | undefined {
    return this.#rows(table).get(sid)
  }

  /** Returns all rows of a table in insertion order. */
  list<T extends TableName>(table: T): Tables[T][] {
    return [...this.#rows(table).values()]
  }

  put<T extends TableName>(table: T, row: Tables[T]): void {
    this.#rows(table).set(row.sid, row)
    this.#append({ t: table, r: row })
  }

  delete(table: TableName, sid: string): boolean {
    if (!this.#rows(table).delete(sid)) return false
    this.#append({ t: table, d: sid })
    return true
  }

  #rows<T extends TableName>(table: T): Map<string, Tables[T]> {
    return this.#tables.get(table) as Map<string, Tables[T]>
  }

  /** Appends a line. A full disk must not end calls, so a failed write is retried until there is space. */
  #append(line: Line) {
    if (this.#isBehind) return
    try {
      appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
    } catch (error) {
      this.#isBehind = true
      console.error(`The state of the exchange cannot be written: ${(error as Error).message}`)
      this.#catchUpLater()
    }
  }

  #catchUpLater() {
    setTimeout(() => {
      try {
        this.#rewrite()
        this.#isBehind = false
      } catch {
        this.#catchUpLater()
      }
    }, RETRY_MS).unref()
  }

  #take(line: Line) {
    const rows = this.#tables.get(line.t)
    if ('r' in line) rows?.set(line.r.sid, line.r)
    else rows?.delete(line.d)
  }

  #forgetOld() {
    const before = Date.now() - KEPT_DAYS * DAY_MS
    for (const table of ['calls', 'messages'] as const)
      for (const row of this.list(table)) if (row.createdAt < before) this.#rows(table).delete(row.sid)
  }

  #rewrite() {
    const lines = TABLES.flatMap((t) => this.list(t).map((r) => `${JSON.stringify({ t, r })}\n`))
    writeFileSync(`${this.#file}.new`, lines.join(''), { mode: 0o600 })
    chmodSync(`${this.#file}.new`, 0o600)
    renameSync(`${this.#file}.new`, this.#file)
  }
}

/** Reads the lines of the file. A line truncated by a crash is skipped, because it was never acknowledged. */
function readLines(file: string): Line[] {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return text.split('\n').flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as Line] : []
    } catch {
      return []
    }
  })
}
