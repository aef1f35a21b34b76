import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const TICKS_A_SECOND = 100

export type Hook = { path: string; params: Record<string, string> }

/** A running exchange with a number and a customer server for its webhooks. */
export type House = {
  sip: { host: string; port: number }
  number: string
  hooks: Hook[]
  /** Sets the TwiML that the customer's voice webhook returns for every call: the content of `<Response>`. */
  say(twiml: string): void
  /** Sets the TwiML after a Dial, which is otherwise to hang up. */
  sayAfter(twiml: string): void
  /** Gives a call other instructions through the API. */
  move(sid: string, twiml: string): Promise<void>
  console<T>(path: string): Promise<T>
  /** Sends a command for robots to the console. */
  command(method: 'PUT' | 'POST', path: string, body: object): Promise<void>
  /** Stereo sound of a recording, as a WAV file. */
  recording(url: string): Promise<Buffer>
  /** CPU seconds and megabytes of the exchange; undefined if the system does not report them. */
  used(): { cpu: number; memory: number } | undefined
  close(): Promise<void>
}

export async function openHouse(env: Record<string, string> = {}): Promise<House> {
  const account = `AC${randomBytes(16).toString('hex')}`
  const token = randomBytes(16).toString('hex')
  const data = mkdtempSync(join(tmpdir(), 'telephony-'))
  const customer = await openCustomer()
  const child = spawn(process.execPath, ['switchboard/main.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      SWITCHBOARD_ACCOUNT_SID: account,
      SWITCHBOARD_AUTH_TOKEN: token,
      SWITCHBOARD_DATA_DIR: data,
      SWITCHBOARD_MEDIA_DELAY_MS: '0',
      SWITCHBOARD_ENDS_WITH_PARENT: '1',
      SWITCHBOARD_SIP_GUESTS: '1',
      ...env,
    },
  })
  const doors = await readyLine(child)
  const [, host = '', port] = /^udp:\/\/(.+):(\d+)$/.exec(doors.doors.sip ?? '') ?? []
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  const number = '+972724449001'
  const api = `${doors.api}/2010-04-01/Accounts/${account}`
  await orderNumber(api, authorization, { number, url: customer.url })
  return {
    sip: { host, port: Number(port) },
    number,
    hooks: customer.hooks,
    say: customer.say,
    sayAfter: customer.sayAfter,
    move: async (sid, twiml) => {
      const body = new URLSearchParams({
        Twiml: `<Response>${twiml.replaceAll('="/', `="${customer.url}/`)}</Response>`,
      })
      const reply = await fetch(`${api}/Calls/${sid}.json`, { method: 'POST', headers: { authorization }, body })
      if (!reply.ok) throw new Error(`the call: ${reply.status} ${await reply.text()}`)
    },
    console: async (path) => (await fetch(`${doors.console}${path}`)).json() as Promise<never>,
    command: async (method, path, body) => {
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${doors.console}${path}`, { method, headers, body: JSON.stringify(body) })
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    },
    recording: async (url) => {
      const reply = await fetch(`${url}.wav?RequestedChannels=2`, { headers: { authorization } })
      if (!reply.ok) throw new Error(`the recording: ${reply.status}`)
      return Buffer.from(await reply.arrayBuffer())
    },
    used: () => usedBy(child.pid ?? 0),
    close: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await customer.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

type Ready = { api: string; console: string; doors: Record<string, string> }

async function readyLine(child: ChildProcess): Promise<Ready> {
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{')) return JSON.parse(line) as Ready
  throw new Error('the exchange did not start')
}

async function orderNumber(account: string, authorization: string, { number, url }: { number: string; url: string }) {
  const body = new URLSearchParams({ PhoneNumber: number, VoiceUrl: `${url}/voice`, StatusCallback: `${url}/status` })
  const reply = await fetch(`${account}/IncomingPhoneNumbers.json`, {
    method: 'POST',
    headers: { authorization },
    body,
  })
  if (reply.status !== 201) throw new Error(`the number: ${reply.status} ${await reply.text()}`)
}

async function openCustomer() {
  const hooks: Hook[] = []
  let twiml = ''
  let after = '<Hangup/>'
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    hooks.push({ path, params: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())) })
    const inside = path === '/voice' ? twiml : path === '/dial' ? after : ''
    response.writeHead(200, { 'content-type': 'text/xml' }).end(`<Response>${inside}</Response>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hooks,
    say: (text: string) => {
      twiml = text
    },
    sayAfter: (text: string) => {
      after = text
    },
    close: () => new Promise<void>((done) => server.close(() => done()) && server.closeAllConnections()),
  }
}

/** From Linux's /proc. */
function usedBy(pid: number): { cpu: number; memory: number } | undefined {
  try {
    const after = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const highest = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return {
      cpu: (Number(after[11]) + Number(after[12])) / TICKS_A_SECOND,
      memory: Math.round(Number(highest) / 1_024),
    }
  } catch {
    return undefined
  }
}

/** TwiML: a room for the two calls of a talk that was on hold. */
export const room = (attributes: string) =>
  `<Dial><Conference endConferenceOnExit="true" beep="false" waitUrl="" ${attributes}>hold</Conference></Dial>`
/** Of a room in which the talk goes on. */
export const RECORDED_ROOM = 'record="record-from-start" recordingStatusCallback="/recording"'

/** A call of the exchange, as its console lists it. */
export type ConsoleCall = { sid: string; parentCallSid: string | null; to: string; status: string }

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

export async function until(holds: () => boolean | Promise<boolean>, seconds: number, what: string): Promise<void> {
  for (const limit = Date.now() + seconds * 1_000; Date.now() < limit; await pause(50)) if (await holds()) return
  throw new Error(`not within ${seconds} s: ${what}`)
}
