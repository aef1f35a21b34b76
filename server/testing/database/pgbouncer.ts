import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { withClient } from '../../platform/db/connections.ts'
import { freePort } from '../../platform/free-port.ts'
import { waitFor } from '../wait-for.ts'

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
const isRoot = process.getuid?.() === 0

/** The path of PgBouncer, installed if missing and run as root; else undefined, with a printed line. */
export function findPgBouncer(): string | undefined {
  const found = PLACES.find((path) => existsSync(path))
  if (found) return found
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    try {
      execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
      execFileSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', 'pgbouncer'], {
        env,
        stdio: 'ignore',
      })
    } catch (error) {
      console.warn('PgBouncer could not be installed:', (error as Error).message)
    }
  }
  const installed = PLACES.find((path) => existsSync(path))
  if (!installed) console.warn('No PgBouncer here: the tests of poolers are skipped.')
  return installed
}

type Settings = {
  pool_mode: 'session' | 'transaction' | 'statement'
  ignore_startup_parameters?: string
  default_pool_size?: number
}

/** Starts PgBouncer before the server of these addresses, for their users; returns addresses through it. */
export async function startPgBouncer(program: string, urls: string[], settings: Settings) {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-pgbouncer-'))
  const port = await freePort()
  const [server] = urls.map((url) => new URL(url))
  const users = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"`)
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: join(folder, 'users'),
    default_pool_size: 60,
    ...settings,
  }
  const file = join(folder, 'pgbouncer.ini')
  const texts = Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
  await writeFile(join(folder, 'users'), users.join('\n'))
  await writeFile(file, ['[databases]', `* = host=127.0.0.1 port=${server?.port}`, '[pgbouncer]', ...texts].join('\n'))
  for (const path of [folder, file, join(folder, 'users')]) await chmod(path, 0o755)
  // PgBouncer refuses to run as root.
  const bouncer = spawn(program, ['-q', file], { stdio: 'ignore', ...(isRoot && { uid: 65_534, gid: 65_534 }) })
  const stop = async () => {
    if (bouncer.exitCode === null && bouncer.signalCode === null) {
      const ended = once(bouncer, 'exit')
      bouncer.kill('SIGKILL')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  onTestFinished(stop)
  const through = (url: string) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
  await waitFor(() =>
    withClient(through(urls[0] ?? ''), (client) => client.query('select 1')).then(
      () => true,
      () => false,
    ),
  )
  return { through, stop }
}
