import { format } from 'node:util'
import pino, { type DestinationStream, type Logger } from 'pino'
import { isOutage, wordsOfGivenUp } from './db/outage.ts'
import { scrubbed } from './log-scrub.ts'

export type Log = Logger
type Fields = Record<string, unknown>

/** Errors of one kind are written so often within a period, and counted from then on. */
const PERIOD_MS = 60_000
const WRITTEN = 10
/** While the database is away every request fails alike: one line says it. */
const WRITTEN_OF_OUTAGE = 1
const KINDS_MAX = 200
const STACK_LINES = 12
const CAUSES_MAX = 3

/** One JSON line an event, on the standard output; levels are named and times are ISO text. */
export function openLog(level: string, fields: Fields = {}, destination?: DestinationStream): Log {
  const options = {
    level,
    base: fields,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describe(error) },
    redact: ['req.headers.authorization', 'req.headers.cookie'],
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * What an error says without what its statement carried: PostgreSQL's detail and context quote values of rows, so they
 * are left out.
 */
function describe(error: unknown, causes = CAUSES_MAX): Fields {
  if (!(error instanceof Error)) return { message: scrubbed(format(error)) }
  const { code, constraint, table, stack, cause } = error as Error & Fields
  return {
    type: error.name,
    message: scrubbed(error.message),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    ...(typeof stack === 'string' && { stack: scrubbed(framesOf(stack)) }),
    ...(cause !== undefined && causes > 0 && { cause: describe(cause, causes - 1) }),
  }
}

const framesOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, STACK_LINES)
    .map((line) => line.trim())
    .join('\n')

type Count = { written: number; suppressed: number; timer: NodeJS.Timeout }

/** Writes errors, those of one kind a few times a minute; how many more there were is written when the minute is over. */
class Damper {
  readonly #log: Log
  readonly #kinds = new Map<string, Count>()

  constructor(log: Log) {
    this.#log = log
  }

  write(error: unknown, fields: Fields = {}) {
    const kind = kindOf(error)
    const count = this.#kinds.get(kind) ?? this.#begin(kind)
    if (count.written >= (isOutage(error) ? WRITTEN_OF_OUTAGE : WRITTEN)) {
      count.suppressed++
      return
    }
    count.written++
    this.#log.error({ ...fields, err: error }, wordsOfGivenUp(error) ?? messageOf(error))
  }

  flush() {
    for (const kind of [...this.#kinds.keys()]) this.#end(kind)
  }

  #begin(kind: string): Count {
    const oldest = this.#kinds.size >= KINDS_MAX && this.#kinds.keys().next().value
    if (oldest) this.#end(oldest)
    const timer = setTimeout(() => this.#end(kind), PERIOD_MS).unref()
    const count = { written: 0, suppressed: 0, timer }
    this.#kinds.set(kind, count)
    return count
  }

  #end(kind: string) {
    const { suppressed = 0, timer } = this.#kinds.get(kind) ?? {}
    clearTimeout(timer)
    this.#kinds.delete(kind)
    if (suppressed) this.#log.error({ kind, count: suppressed }, 'The same error occurred again')
  }
}

const messageOf = (error: unknown) => scrubbed(error instanceof Error ? error.message : format(error))

/** Errors are of one kind when they differ in ids, numbers and quoted values alone. */
function kindOf(error: unknown): string {
  const { name, code } = error instanceof Error ? (error as Error & { code?: unknown }) : { name: typeof error }
  const text = messageOf(error)
    .replace(/"[^"]*"|'[^']*'/g, '*')
    .replace(/[0-9a-f]*\d[0-9a-f-]*/gi, '#')
  return `${name} ${typeof code === 'string' ? code : ''} ${text.slice(0, 80)}`.replaceAll(/\s+/g, ' ')
}

const dampers = new WeakMap<Log, Damper>()

function damperOf(log: Log) {
  const damper = dampers.get(log) ?? new Damper(log)
  dampers.set(log, damper)
  return damper
}

/** Writes an error with what is known of where it happened. */
export const logError = (log: Log, error: unknown, fields?: Fields) => damperOf(log).write(error, fields)

/** Writes the counts of errors that were not written one by one: before the process ends. */
export const flushLog = (log: Log) => damperOf(log).flush()

/** Whatever this process or a library of it writes to the console becomes a line of the log, warnings of Node too. */
export function takeOverConsole(log: Log) {
  const write =
    (level: 'error' | 'warn' | 'info') =>
    (first?: unknown, ...rest: unknown[]) =>
      first instanceof Error && rest.length === 0 ? logError(log, first) : log[level](scrubbed(format(first, ...rest)))
  Object.assign(console, { error: write('error'), trace: write('error'), warn: write('warn'), info: write('info') })
  process.removeAllListeners('warning').on('warning', (warning) => log.warn(scrubbed(String(warning))))
}
