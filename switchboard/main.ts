import { ConfigError, readConfig } from './config.ts'
import { openExchange } from './exchange.ts'
import { phoneKinds } from './phones.ts'

/** How long a stopping process waits for its end-of-call reports to be delivered. */
const GRACE_MS = 5_000

/**
 * Starts the exchange with the configuration of the environment and the command line. Writes JSON lines to standard
 * output: `ready` with its addresses, and `disk` whenever the space for recordings becomes low or sufficient again.
 */
async function main() {
  const config = readConfig(process.env, process.argv.slice(2))
  const exchange = await openExchange(config, phoneKinds(process.env), (disk) => say({ disk }))
  // An error in one call, for example in a media library, must not end the other calls.
  process.on('uncaughtException', (error) => console.error(error))
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    void exchange.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  if (config.endsWithParent) process.stdin.on('end', stop).on('error', stop).resume()
  const { apiUrl, consoleUrl, doors } = exchange
  say({ ready: true, pid: process.pid, api: apiUrl, console: consoleUrl, doors })
}

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
