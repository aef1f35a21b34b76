import { ConfigError, readConfig } from './config.ts'
import { openExchange } from './exchange.ts'
import { phoneKinds } from './phones.ts'

/** How long a stopping process waits until the ends of its calls are reported. */
const GRACE_MS = 5_000

/**
 * Starts the exchange as environment and command line say. It writes JSON lines on the standard output: `ready` with its
 * doors, and `disk` whenever the room for recordings becomes scarce, or is enough again.
 */
async function main() {
  const config = readConfig(process.env, process.argv.slice(2))
  const exchange = await openExchange(config, phoneKinds(process.env), (disk) => say({ disk }))
  // A fault in one call, in a library for its sound say, ends that call at most: others are talking.
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
