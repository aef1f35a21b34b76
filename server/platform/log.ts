import { format } from 'node:util'
import pino, { type DestinationStream, type Logger } from 'pino'
import { isOutage, wordsOfGivenUp } from './db/outage.ts'
import { scrubbed } from './log-scrub.ts'

export type Log = Logger
type Fields = Record<string, unknown>

/** Errors of one kind are logged a few times per period, then only counted. */
const PERIOD_MS = 60_000
const WRITTEN = 10
/** While the database is away all requests fail alike, so one line suffices. */
const WRITTEN_OF_OUTAGE = 1
const KINDS_MAX = 200
const STACK_LINES = 12
const CAUSES_MAX = 3

/** Logs one JSON line per entry to standard output, with named levels and ISO times. */
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
 * Describes an error without values of rows: PostgreSQL's detail and context quote them, so they are omitted.
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

/** Limits how often errors of one kind are logged per minute; then logs how many were suppressed. */
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

/** Errors are of one kind if they differ only in ids, numbers and quoted values. */
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

/** Logs an error with its context. */
export const logError = (log: Log, error: unknown, fields?: Fields) => damperOf(log).write(error, fields)

/** Logs the pending counts of suppressed errors; to be called before the process ends. */
export const flushLog = (log: Log) => damperOf(log).flush()

/** Redirects console output of this process and its libraries, and warnings of Node, to the log. */
export function takeOverConsole(log: Log) {
  const write =
    (level: 'error' | 'warn' | 'info') =>
    (first?: unknown, ...rest: unknown[]) =>
      first instanceof Error && rest.length === 0 ? logError(log, first) : log[level](scrubbed(format(first, ...rest)))
  Object.assign(console, { error: write('error'), trace: write('error'), warn: write('warn'), info: write('info') })
  process.removeAllListeners('warning').on('warning', (warning) => log.warn(scrubbed(String(warning))))
}
