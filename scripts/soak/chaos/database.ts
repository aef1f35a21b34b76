import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../../../server/platform/db/connections.ts'
import { type Embedded, startEmbedded } from '../../../server/platform/db/embedded.ts'

const DISK_MB = 700
const MIB = 1024 ** 2
const RESTART_MS = 1_000
const LOG_FILL_MS = 30_000

/** A PostgreSQL for the processes under test, on its own disk if root can mount one. */
export async function openDatabase(folder: string) {
  const disk = join(folder, 'disk')
  const filler = join(disk, 'filler')
  // The database's user must be able to enter the folder; otherwise the cluster would be created on a disk that does
  // not fill up.
  chmodSync(folder, 0o755)
  mkdirSync(disk, { mode: 0o755 })
  const hasDisk =
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk]).status === 0
  let isFull = false
  let engine: Embedded = await startEmbedded(join(disk, 'data'))
  const port = Number(new URL(engine.url('postgres')).port)
  const start = async () => {
    engine = await startEmbedded(join(disk, 'data'), { findPort: async () => port })
  }
  const dataFolder = join(realpathSync(join(disk, 'data', 'postgres')), 'data')
  const adminUrl = engine.url('leadline')

  function signal(name: 'SIGSTOP' | 'SIGCONT') {
    const postmaster = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
    const backends = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
    for (const pid of [postmaster, ...backends.split(/\s+/).filter(Boolean).map(Number)]) process.kill(pid, name)
  }

  /** Fills the disk to the last byte. */
  function fill() {
    isFull = true
    for (let size = MIB; size >= 1; size = Math.floor(size / 4)) while (append(filler, size));
  }

  /** Writes to the write-ahead log, whose next file has no space, until the server stops. */
  async function fillLog() {
    const end = Date.now() + LOG_FILL_MS
    const write = () =>
      withClient(adminUrl, (admin) =>
        admin.query("select pg_logical_emit_message(true, 'fill', repeat('x', 1000000)) from generate_series(1, 20)"),
      )
    while (await write().then(Boolean, () => false)) {
      fill()
      if (Date.now() > end) throw new Error('The write-ahead log did not fill the disk')
    }
  }

  /**
   * Restarts the server like a supervisor until it answers with disk space available. Without space it may start and
   * stop again: recovery leaves part of the last log file.
   */
  async function supervise() {
    for (;;) {
      const answers = await withClient(adminUrl, async () => true).catch(() => false)
      if (answers && !isFull) return
      if (isFull) fill()
      if (!answers) await start().catch(() => {})
      await sleep(RESTART_MS)
    }
  }

  return {
    hasDisk,
    dataFolder,
    adminUrl,
    engine: () => engine,
    start,
    stop: () => engine.stop('now'),
    signal,
    fill,
    fillLog,
    supervise,
    free() {
      isFull = false
      rmSync(filler, { force: true })
    },
    async remove() {
      await engine.stop('now').catch(() => {})
      if (hasDisk) spawnSync('umount', ['-l', disk])
    },
  }
}

/** False if the disk has no space for it. */
function append(file: string, size: number) {
  try {
    appendFileSync(file, Buffer.alloc(size))
    return true
  } catch {
    return false
  }
}
