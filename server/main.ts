import { DEMO_PASSWORD } from '../db/demo/people.ts'
import { seedDemoOnce } from '../db/seed.ts'
import { EnvError, readEnv } from './env.ts'
import { tellExchange } from './features/numbers/exchange.service.ts'
import { open } from './open.ts'
import { type Database, openDatabase } from './platform/db/open-database.ts'
import { accountOf } from './providers/voice/exchange-account.ts'
import { type ExchangeProcess, startExchange } from './providers/voice/exchange-process.ts'

/** How long requests and jobs that run may take to end after a signal. */
const GRACE_MS = 10_000

/** Starts Leadline as the environment says, and stops it on a signal without losing what runs. */
async function main() {
  const env = readEnv()
  let database: Database | undefined
  let close: (() => Promise<void>) | undefined
  let exchange: ExchangeProcess | undefined
  const start = async () => {
    database = await openDatabase(env)
    if (env.hasExchange)
      exchange = await startExchange({ dataDir: env.dataDir, variables: env.exchangeVariables, onError: console.error })
    const account = exchange && accountOf(exchange, env.exchangeVariables.SWITCHBOARD_PHONE_SECRET)
    const opened = await open(env, database, account && { exchange: account })
    close = opened.close
    const demo = env.demo ? await seedDemoOnce(opened.deps) : undefined
    if (env.role !== 'worker') await opened.app.listen({ port: env.port, host: env.host })
    // The app does not wait for it: whoever calls meanwhile hears that the number is not there.
    const onError = (error: unknown) => stopping ?? console.error(error)
    void exchange?.whenReady().then(() => tellExchange({ ...opened.deps, onError }), onError)
    greet(env.publicUrl, env.role, demo?.signIns)
  }
  const starting = start()

  let stopping: Promise<void> | undefined
  /** Closes whatever has been opened, in the opposite order; a signal during the start waits for its end. */
  const stop = () => {
    stopping ??= (async () => {
      setTimeout(() => process.exit(1), GRACE_MS).unref()
      await starting.catch(() => {})
      await Promise.all([close?.().catch(console.error), exchange?.stop().catch(console.error)])
      await database?.stop()
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().then(() => process.exit(0)))
  await starting.catch(async (error: unknown) => {
    await stop()
    throw error
  })
}

function greet(url: string, role: string, signIns?: string[]) {
  if (role === 'worker') return console.log('\n  Leadline works on its jobs.\n')
  console.log(`\n  Leadline is at ${url}\n`)
  if (!signIns) return
  console.log(
    `  Demo sign-ins, password ${DEMO_PASSWORD}:\n    ${signIns.join('\n    ')}\n  Mail and SMS: ${url}/dev/outbox\n`,
  )
}

main().catch((error: unknown) => {
  // A wrong variable is the operator's to mend: its sentence says all.
  console.error(error instanceof EnvError ? `\n  ${error.message.replaceAll('\n', '\n  ')}\n` : error)
  process.exit(1)
})
