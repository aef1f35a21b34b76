import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../db/demo/people.ts'
import { isDemoOrEmpty, seedDemoOnce } from '../db/seed.ts'
import { endOnSignal } from './end-on-signal.ts'
import { type Env, EnvError, readEnv } from './env.ts'
import { tellExchange } from './features/numbers/exchange.service.ts'
import { hasEntity } from './features/tax-documents/entities.service.ts'
import { open } from './open.ts'
import { openAccessWarning } from './open-access-warning.ts'
import { pausesWithin } from './platform/db/engine-watch.ts'
import { type Database, openDatabase } from './platform/db/open-database.ts'
import { PoolerError } from './platform/db/pooler.ts'
import { flushLog, type Log, logError, openLog, takeOverConsole } from './platform/log.ts'
import { accountOf } from './providers/exchange/account.ts'
import { type ExchangeProcess, startExchange } from './providers/exchange/process.ts'

/** Starts Leadline from the environment, and stops it on a signal without losing running work. */
async function main() {
  const env = readEnv()
  const log = openLog(env.logLevel, { role: env.role })
  takeOverConsole(log)
  let database: Database | undefined
  let opened: Awaited<ReturnType<typeof open>> | undefined
  let exchange: ExchangeProcess | undefined
  let isStopping = false
  const onError = (error: unknown) => logError(log, error)
  /** Without its database the process can neither work nor stop cleanly: it exits, and its supervisor restarts it. */
  const onGivenUp = (error: Error) => {
    log.fatal(error.message)
    flushLog(log)
    process.exit(1)
  }
  const start = async () => {
    database = await openDatabase(env, { onError, onGivenUp, pausesMs: pausesWithin(env.databaseRestartSeconds) })
    if (env.hasExchange)
      exchange = await startExchange({ dataDir: env.dataDir, variables: env.exchangeVariables, onError })
    const account = exchange && accountOf(exchange, env.exchangeVariables.SWITCHBOARD_PHONE_SECRET)
    if (env.hasBillingByDemo) env.billing = await isDemoOrEmpty(database)
    opened = await open(env, database, { log, ...(account && { exchange: account }) })
    const demo = env.demo ? await seedDemoOnce(opened.deps) : undefined
    if (env.billing && !(await hasEntity(opened.deps.workerDb)))
      throw new EnvError('BILLING needs a legal entity first: npm run admin -- billing entity')
    if (env.role !== 'worker') await opened.app.listen({ port: env.port, host: env.host })
    // Not awaited: calls that arrive before the exchange knows its numbers hear that the number does not exist.
    const given = { ...opened.deps, onError: (error: unknown) => isStopping || onError(error) }
    void exchange
      ?.whenReady()
      .then(() => tellExchange(given))
      .catch(given.onError)
    greet(log, env, demo?.signIns)
  }
  const starting = start()

  /**
   * Stops everything in reverse order, after the start has finished. Proxies notice first, then the exchange reports
   * the calls that end with it, then requests and jobs end.
   */
  const stop = async () => {
    isStopping = true
    const isUp = await starting.then(
      () => true,
      () => false,
    )
    if (isUp && env.role !== 'worker') {
      opened?.drain()
      await sleep(env.drainSeconds * 1_000)
    }
    await exchange?.stop().catch(onError)
    await opened?.close().catch(onError)
    await database?.stop()
    flushLog(log)
  }
  const end = endOnSignal({ log, stop, drainSeconds: env.drainSeconds })
  await starting.catch(async (error: unknown) => {
    await end()
    throw error
  })
}

/** A greeting at a terminal; one line each in a collected log. */
function greet(log: Log, env: Env, signIns?: string[]) {
  const { publicUrl: url, role } = env
  const warning = openAccessWarning(env)
  if (role === 'worker') return log.info('Leadline works on its jobs')
  if (!process.stdout.isTTY) {
    log.info({ url, ...(signIns && { demo: true }) }, `Leadline is at ${url}`)
    if (warning) log.warn(warning)
    return
  }
  process.stdout.write(`\n  Leadline is at ${url}\n\n`)
  if (warning) process.stdout.write(`  ${warning}\n\n`)
  if (signIns)
    process.stdout.write(
      `  Demo sign-ins, password ${DEMO_PASSWORD}:\n    ${signIns.join('\n    ')}\n  Mail and SMS: ${url}/dev/outbox\n\n`,
    )
}

main().catch((error: unknown) => {
  // For invalid settings the message is enough for the operator.
  if (error instanceof EnvError || error instanceof PoolerError)
    process.stderr.write(`\n  ${error.message.replaceAll('\n', '\n  ')}\n\n`)
  else console.error(error)
  process.exit(1)
})
