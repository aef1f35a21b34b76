/**
 * Thrown if certainly nothing was sent, for example because the provider could not be reached. Another try is
 * worthwhile.
 */
export class NeverSent extends Error {}

/** System calls before a connection is established: the DNS look-up and connect. */
const BEFORE = /^(connect|getaddrinfo|query[A-Z]\w*)$/

/** Whether certainly no byte was sent: each try failed before a connection was established. */
export function isUnreached(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnreached)
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall !== undefined) return BEFORE.test(syscall)
  // The error of `fetch` for a connect timeout.
  return code === 'UND_ERR_CONNECT_TIMEOUT' || isUnreached(error.cause)
}
