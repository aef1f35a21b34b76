import { flushLog, type Log, logError } from './platform/log.ts'

/** How long the process may take to end after the pause for proxies: exchange 6 s, requests 10 s, jobs 8 s, database. */
const GRACE_MS = 35_000
/** Ctrl-C reaches a process more than once, from the terminal and from npm: only what comes later is a second wish. */
const SAME_SIGNAL_MS = 2_000

type Given = {
  log: Log
  /** Ends everything in order. */
  stop: () => Promise<void>
  drainSeconds: number
}

/**
 * SIGTERM and SIGINT end the process in order, with exit code 0; a second one, or the end of the time for it, ends it at
 * once with exit code 1. An error that nobody caught leaves the process in a state that nobody knows: it is written, the
 * process ends in order with exit code 1, and a supervisor starts it again. Gives back the orderly end, for a start that
 * failed.
 */
export function endOnSignal({ log, stop, drainSeconds }: Given): () => Promise<void> {
  let ending: Promise<void> | undefined
  let since = 0
  const end = () => {
    ending ??= (async () => {
      since = performance.now()
      setTimeout(() => giveUp('It did not end in time and is ended at once'), drainSeconds * 1_000 + GRACE_MS).unref()
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
      if (ending && performance.now() - since > SAME_SIGNAL_MS) return giveUp(`A second ${signal}: it is ended at once`)
      if (!ending) log.info(`${signal}: it ends what runs and stops`)
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
      log.fatal({ err: error }, `Nobody caught this error; the process stops: ${name}`)
      process.exitCode = 1
      void end().finally(() => process.exit(1))
    })
  return end
}
