import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { CallRow, RecordingRow } from '../store/records.ts'

export const ACCOUNT_SID = 'AC0123456789abcdef0123456789abcdef'
export const AUTH_TOKEN = 'a-token-of-the-test'

type Options = {
  folder: string
  env?: Record<string, string>
  args?: string[]
  /** Maximum file size of the process. It causes real write failures without a full disk. */
  fileLimitKb?: number
}

/** Starts an exchange in its own process, which a test can kill. */
export function spawnExchange({ folder, env = {}, args = [], fileLimitKb }: Options): ChildProcess {
  const limit = fileLimitKb === undefined ? '' : `ulimit -f ${fileLimitKb}; `
  const command = [process.execPath, 'switchboard/main.ts', '--data', folder, ...args]
  return spawn('bash', ['-c', `${limit}exec "$@"`, 'bash', ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      SWITCHBOARD_ACCOUNT_SID: ACCOUNT_SID,
      SWITCHBOARD_AUTH_TOKEN: AUTH_TOKEN,
      SWITCHBOARD_MEDIA_DELAY_MS: '0',
      ...env,
    },
  })
}

/** Waits for the line of output that contains the exchange's addresses. */
export async function openedBy(child: ChildProcess) {
  if (!child.stdout) throw new Error('no output')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const said = JSON.parse(line) as {
    ready: boolean
    pid: number
    api: string
    console: string
    doors: Record<string, string>
  }
  const { api, console } = said
  return { ...said, ...askingOf(api, console) }
}

export type OpenedExchange = Awaited<ReturnType<typeof openedBy>>

export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

function askingOf(api: string, console: string) {
  const authorization = `Basic ${btoa(`${ACCOUNT_SID}:${AUTH_TOKEN}`)}`
  const account = `${api}/2010-04-01/Accounts/${ACCOUNT_SID}`
  const post = (path: string, form: Record<string, string>) =>
    fetch(account + path, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) })
  const look = async <T>(path: string) => (await (await fetch(console + path)).json()) as T
  return {
    post,
    get: (path: string) => fetch(account + path, { headers: { authorization } }),
    look,
    calls: () => look<CallRow[]>('/calls'),
    recordings: () => look<RecordingRow[]>('/recordings'),
    tell: (method: string, path: string, body: object) =>
      fetch(console + path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Returns the audio of a recording from the API; undefined if there is none. */
    async sound(sid: string): Promise<Buffer | undefined> {
      const reply = await fetch(`${account}/Recordings/${sid}.wav`, { headers: { authorization } })
      return reply.ok ? Buffer.from(await reply.arrayBuffer()) : undefined
    },
  }
}

/** Buys a number whose instructions are at `url`/voice and whose end reports go to `url`/end. */
export async function buyNumber({ post }: OpenedExchange, url: string): Promise<string> {
  const PhoneNumber = `+972724444${String(randomBytes(2).readUInt16BE() % 1_000).padStart(3, '0')}`
  const bought = await post('/IncomingPhoneNumbers.json', {
    PhoneNumber,
    VoiceUrl: `${url}/voice`,
    StatusCallback: `${url}/end`,
  })
  if (bought.status !== 201) throw new Error(await bought.text())
  return PhoneNumber
}
