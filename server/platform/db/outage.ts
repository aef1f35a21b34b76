/** No connection to the database was available, or it was lost before the answer. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE'

  constructor(cause: unknown) {
    super(`The database is unavailable: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Connection failures (08), transaction rollback by the server (40: serialization failure, deadlock), resources used up
 * (53: disk full, too many connections), operator intervention (57: shutdown, starting up, cancelled), system errors (58);
 * a lock that was not granted in time (55P03) and time limits of sessions and transactions (25P03, 25P04).
 */
const TRANSIENT = /^(08|40|53|57|58)|^(55P03|25P03|25P04)$/
const SQLSTATE = /^[0-9A-Z]{5}$/

const codeOf = (error: unknown) => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** Whether the same request may succeed later: the database is away, starting, full, locked or too busy. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = codeOf(error)
  return code !== undefined && SQLSTATE.test(code) && TRANSIENT.test(code)
}

/** Errors of one aborted statement; the database works for others. */
const GIVEN_UP: Record<string, string> = {
  '40001': 'A transaction was given up for another one that came between',
  '40P01': 'A transaction was given up for another one that it waited for in a circle',
  '57014': 'A statement was ended before it was done',
}

/** The log's text of an aborted statement; undefined for other errors. */
export const wordsOfGivenUp = (error: unknown): string | undefined => GIVEN_UP[codeOf(error) ?? '']

/** Whether all requests fail now, so that a single log line suffices. */
export const isOutage = (error: unknown): boolean => isTransient(error) && wordsOfGivenUp(error) === undefined

/** Marks an error without SQLSTATE, which came from the socket or the driver, as DatabaseUnavailable. */
export function unavailable(error: unknown): unknown {
  const code = codeOf(error)
  const isOfServer = code !== undefined && SQLSTATE.test(code) && 'severity' in (error as object)
  return isOfServer || error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error)
}

/** The driver's messages for a lost socket, which have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Connection ended)/
const isOfSocket = (error: unknown) => {
  const { syscall, message = '' } = (error ?? {}) as { syscall?: unknown; message?: string }
  return typeof syscall === 'string' || CONNECTION_LOST.test(message)
}

/** As `unavailable`, for errors of statements: marks only lost connections, because other errors may be bugs. */
export const unavailableIfLost = (error: unknown): unknown =>
  isOfSocket(error) ? new DatabaseUnavailable(error) : error

/** Whether the connection can send no further statement. */
export const isLost = (error: unknown) => isOfSocket(error) || /^57P/.test(codeOf(error) ?? '')
