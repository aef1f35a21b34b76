import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataDir } from '../../platform/data-dir.ts'
import { endOrphan } from './orphan.ts'

const PROGRAM = join(import.meta.dirname, '../../../switchboard/main.ts')
const READY_MS = 30_000
const STOP_MS = 6_000
const PAUSE_MS = 250
/** Output within this time is one entry, cut at the maximal length. */
const BURST_MS = 100
const BURST_MAX = 4_000
const PAUSE_MAX_MS = 10_000
/** After this uptime the pauses before restarts begin with the shortest again. */
const HEALTHY_MS = 60_000

/** The exchange's addresses: http://, ws:// and udp://. */
export type ExchangeDoors = {
  /** The vendor's API: the adapter's base address. */
  api: string
  /** The private console: simulated phones, live log, webhooks. */
  console: string
  /** Addresses for phones, by kind: `web`, `sip`. */
  doors: Record<string, string>
}

/** Credentials of the exchange's main account; stored in the data folder, the same at every start. */
type Credentials = { accountSid: string; authToken: string }

export type ExchangeProcess = Credentials & {
  /** The current addresses; undefined during a restart, which may change them. */
  current: () => ExchangeDoors | undefined
  /** Resolves to `current` once it runs; rejects if it does not start in time. */
  whenReady: () => Promise<ExchangeDoors>
  /** The free space while the disk of its recordings is nearly full. */
  lowDisk: () => { freeMb: number } | undefined
  /** Stops it for good. */
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  /** Environment of the process beside its credentials: PATH and SWITCHBOARD_… settings. */
  variables: Record<string, string>
  onError: (error: unknown) => void
}

/**
 * Starts the built-in telephone exchange (`switchboard/`) as a separate process, and restarts it when it dies.
 *
 * It ends with this process: on `stop`, and after `kill -9` because its standard input closes; a hanging one is ended by its
 * pid file at the next start. Its state is in `DATA_DIR/switchboard`, its credentials there in a file for this user only.
 * Calls that ran when it died are reported at its next start.
 */
export async function startExchange({ dataDir, variables, onError }: Options): Promise<ExchangeProcess> {
  const folder = join(dataDir, 'switchboard')
  const pidFile = join(folder, 'exchange.pid')
  const portFile = join(folder, 'api.port')
  makeDataDir(dataDir)
  makeDataDir(folder)
  const credentials = keptCredentials(join(folder, 'credentials.json'))
  await endOrphan(pidFile, [PROGRAM, folder])

  let run: Run | undefined
  let doors: ExchangeDoors | undefined
  let lowDisk: { freeMb: number } | undefined
  const onDisk = ({ freeMb, isLow }: Disk) => {
    lowDisk = isLow ? { freeMb } : undefined
    if (isLow) onError(new Error(`The disk has ${freeMb} MB left: recordings of calls will soon be cut off`))
  }
  let isStopping = false
  const waking = new AbortController()

  /** A configured port is always used; a port of a start that failed may be taken, so the next start uses any. */
  async function keepRunning() {
    let pauseMs = PAUSE_MS
    // 0: any port.
    const asked = variables.SWITCHBOARD_API_PORT === '0' ? undefined : variables.SWITCHBOARD_API_PORT
    let apiPort = asked || (await readFile(portFile, 'utf8').catch(() => undefined))
    while (!isStopping) {
      const started = Date.now()
      run = runOnce(folder, { ...credentials, variables, apiPort, onDisk, onError })
      await writeFile(pidFile, String(run.child.pid)).catch(onError)
      doors = await run.ready
      apiPort = asked || (doors && portOf(doors))
      if (doors) await writeFile(portFile, portOf(doors)).catch(onError)
      const how = await run.ended
      doors = undefined
      if (isStopping) return
      onError(new Error(`The telephone exchange ended (${how}) and is started again`))
      if (Date.now() - started > HEALTHY_MS) pauseMs = PAUSE_MS
      await sleep(pauseMs, undefined, { signal: waking.signal }).catch(() => {})
      pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2)
    }
  }

  const whenReady = async () => {
    const until = Date.now() + READY_MS
    while (!doors && !isStopping && Date.now() < until) await sleep(20)
    if (!doors) throw new Error('The telephone exchange does not start')
    return doors
  }

  const running = keepRunning().catch(onError)
  const stop = async () => {
    isStopping = true
    waking.abort()
    run?.child.kill('SIGTERM')
    const hard = setTimeout(() => run?.child.kill('SIGKILL'), STOP_MS)
    await running
    clearTimeout(hard)
    await rm(pidFile, { force: true })
  }
  return { ...credentials, current: () => doors, whenReady, lowDisk: () => lowDisk, stop }
}

const portOf = ({ api }: ExchangeDoors) => new URL(api).port

type Run = {
  child: ChildProcess
  /** Addresses of the exchange; undefined if it ended before it was ready. */
  ready: Promise<ExchangeDoors | undefined>
  /** A description of its end. */
  ended: Promise<string>
}
type Disk = { freeMb: number; isLow: boolean }
type Settings = Credentials & {
  variables: Record<string, string>
  apiPort: string | undefined
  onDisk: (disk: Disk) => void
  onError: Options['onError']
}

/** Runs it once, with the previous port of the API, so that links into it stay valid. */
function runOnce(folder: string, { accountSid, authToken, variables, apiPort, onDisk, onError }: Settings): Run {
  const args = [PROGRAM, '--data', folder, ...(apiPort ? ['--api-port', apiPort] : [])]
  const child = spawn(process.execPath, args, {
    // A separate process group: Ctrl-C reaches only this process, which then stops it.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...variables,
      SWITCHBOARD_ACCOUNT_SID: accountSid,
      SWITCHBOARD_AUTH_TOKEN: authToken,
      SWITCHBOARD_ENDS_WITH_PARENT: '1',
    },
  })
  bursts(child.stderr, (text) => onError(new Error(`The telephone exchange says: ${text}`)))
  const stuck = setTimeout(() => child.kill('SIGKILL'), READY_MS)
  const ended = new Promise<string>((done) => {
    child.on('error', (error) => done(error.message))
    child.on('exit', (code, signal) => done(`exit ${code ?? signal}`))
  })
  const said = new Promise<ExchangeDoors>((done) => {
    createInterface(child.stdout).on('line', (line) => {
      const { doors, disk } = readLine(line)
      if (doors) done(doors)
      if (disk) onDisk(disk)
    })
  })
  const ready = Promise.race([said, ended.then(() => undefined)])
  void ready.then(() => clearTimeout(stuck))
  return { child, ready, ended }
}

/** Joins output written at once, such as an error with its stack. */
function bursts(stream: Readable, take: (text: string) => void) {
  let text = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    if (text.trim()) take(text.trim())
    text = ''
  }
  stream.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(0, BURST_MAX)
    clearTimeout(timer)
    timer = setTimeout(flush, BURST_MS).unref()
  })
  stream.on('end', flush)
}

function readLine(line: string): { doors?: ExchangeDoors; disk?: Disk } {
  try {
    const said = JSON.parse(line) as { ready?: boolean; disk?: Disk } & ExchangeDoors
    if (said.disk) return { disk: said.disk }
    return said.ready ? { doors: { api: said.api, console: said.console, doors: said.doors } } : {}
  } catch {
    return {}
  }
}

/** Created once and stored, readable by this user only. */
function keptCredentials(file: string): Credentials {
  const fresh = { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: randomBytes(24).toString('hex') }
  try {
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Credentials
}
