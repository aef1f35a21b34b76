import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataDir } from '../../platform/data-dir.ts'
import { endOrphan } from './exchange-orphan.ts'

const PROGRAM = join(import.meta.dirname, '../../../switchboard/main.ts')
const READY_MS = 30_000
const STOP_MS = 6_000
const PAUSE_MS = 250
/** What the exchange writes within this time of each other belongs together; no more of it than this is kept. */
const BURST_MS = 100
const BURST_MAX = 4_000
const PAUSE_MAX_MS = 10_000
/** One that lived so long did not die of its start: the next pause is the shortest again. */
const HEALTHY_MS = 60_000

/** Where the exchange's doors are; http://, ws:// and udp:// addresses. */
export type ExchangeDoors = {
  /** The vendor's API: the adapter's base address. */
  api: string
  /** The private console: robots, live log, webhooks. */
  console: string
  /** Of phones, by kind: `web`, `sip`. */
  doors: Record<string, string>
}

/** Of the exchange's main account; kept in the data folder, the same at every start. */
type Credentials = { accountSid: string; authToken: string }

export type ExchangeProcess = Credentials & {
  /** Where it is now; undefined while it starts again. Ask each time: a restart may move it. */
  current: () => ExchangeDoors | undefined
  /** As `current`, once it runs; rejected when it does not start in time. */
  whenReady: () => Promise<ExchangeDoors>
  /** Set while the room for its recordings is scarce: what is left of it. */
  lowDisk: () => { freeMb: number } | undefined
  /** Ends it and keeps it ended. */
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  /** What the process is started with besides its credentials: PATH, and settings named SWITCHBOARD_…. */
  variables: Record<string, string>
  onError: (error: unknown) => void
}

/**
 * Starts the telephone exchange in the box (`switchboard/`) as a process of its own, and starts it again when it dies.
 *
 * It ends with this process: on `stop`, and after `kill -9` by itself (its standard input closes); one that hangs all the
 * same is found by its pid file and ended at the next start. Its state lies in `DATA_DIR/switchboard`, its credentials
 * there in a file for this user alone. Calls that ran when it died are reported by its next start.
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

  /** A port that is asked for is kept to; of its own, one that never came up may be taken by now: the next takes any. */
  async function keepRunning() {
    let pauseMs = PAUSE_MS
    // 0 asks for any.
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
  /** Its doors, or undefined where it ended without opening them. */
  ready: Promise<ExchangeDoors | undefined>
  /** How it ended. */
  ended: Promise<string>
}
type Disk = { freeMb: number; isLow: boolean }
type Settings = Credentials & {
  variables: Record<string, string>
  apiPort: string | undefined
  onDisk: (disk: Disk) => void
  onError: Options['onError']
}

/** Runs it once. The port of the API is asked for again, so that links into it stay right. */
function runOnce(folder: string, { accountSid, authToken, variables, apiPort, onDisk, onError }: Settings): Run {
  const args = [PROGRAM, '--data', folder, ...(apiPort ? ['--api-port', apiPort] : [])]
  const child = spawn(process.execPath, args, {
    // Its own group: Ctrl-C reaches this process alone, which then stops it.
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

/** What is written in one go, an error with its stack for example, as one text. */
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

/** Made once and kept, readable by this user alone. */
function keptCredentials(file: string): Credentials {
  const fresh = { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: randomBytes(24).toString('hex') }
  try {
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Credentials
}
