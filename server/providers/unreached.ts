/** Certainly nothing was sent, as where the provider could not be reached; another try is worth it. */
export class NeverSent extends Error {}

/** What is done before a connection stands: its name looked up, the connection asked for. */
const BEFORE = /^(connect|getaddrinfo|query[A-Z]\w*)$/

/** Whether it is certain that no byte left for the other side: each try failed before a connection stood. */
export function isUnreached(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnreached)
  const { syscall, code } = error as NodeJS.ErrnoException
  if (syscall !== undefined) return BEFORE.test(syscall)
  // As `fetch` says that connecting took too long.
  return code === 'UND_ERR_CONNECT_TIMEOUT' || isUnreached(error.cause)
}
