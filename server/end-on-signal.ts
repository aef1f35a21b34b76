import { flushLog, type Log, logError } from './platform/log.ts'

/** Time limit for stopping after the drain period: exchange 6 s, requests 10 s, jobs 8 s, database. */
const GRACE_MS = 35_000
/** Ctrl-C reaches the process from the terminal and from npm; only a later signal counts as a second one. */
const SAME_SIGNAL_MS = 2_000

type SignalDeps = {
  log: Log
  /** Stops all parts in order. */
  stop: () => Promise<void>
  drainSeconds: number
}

/**
 * SIGTERM and SIGINT stop the process in order, with exit code 0; a second signal, or the end of the time limit, stops
 * it at once with exit code 1. After an uncaught error the process is in an unknown state: the error is logged, the
 * process stops in order with exit code 1, and a supervisor restarts it. Returns the orderly stop, for a failed start.
 */
export function endOnSignal({ log, stop, drainSeconds }: SignalDeps): () => Promise<void> {
  let ending: Promise<void> | undefined
  let since = 0
  const end = () => {
    ending ??= (async () => {
      since = performance.now()
      setTimeout(
        () => giveUp('The process did not stop in time and stops at once'),
        drainSeconds * 1_000 + GRACE_MS,
      ).unref()
      await stop()
    })()
    return ending
  }
  const giveUp = (why: string) => {
    log.error(why)
    flushLog(log)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (ending && performance.now() - since > SAME_SIGNAL_MS)
        return giveUp(`A second ${signal}: the process stops at once`)
      if (!ending) log.info(`${signal}: the process finishes running work and stops`)
      void end().then(
        () => process.exit(process.exitCode ?? 0),
        (error: unknown) => {
          logError(log, error)
          process.exit(1)
        },
      )
    })
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (error: unknown) => {
      log.fatal({ err: error }, `Uncaught error; the process stops: ${name}`)
      process.exitCode = 1
      void end().finally(() => process.exit(1))
    })
  return end
}
