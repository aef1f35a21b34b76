import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeG711 } from '../../switchboard/rtp/g711.ts'
import { readWav, ruledBy, secondsHeard } from '../../switchboard/testing/sound.ts'
import { type ConsoleCall, type House, openHouse, pause, RECORDED_ROOM, room, until } from './house.ts'
import { answers, givesUp, isRefused, refuses, rings, talks } from './sipp-scenarios.ts'
import type { Finding } from './telephony.ts'

const TONE_HZ = 440
const PHONE_PORTS = [26_100, 26_120, 26_140]
const CALLER_PORT = 26_160
const PATIENCE_S = 40
/** How long the caller whose talk is put on hold stays. */
const HOLD_MS = 8_000

type Scenario = {
  name: string
  caller: (folder: string) => string
  phones: string[]
  attributes?: string
  twiml?: string
  /** DialCallStatus reported to the customer's hook; undefined if no phone is rung. */
  status: string | undefined
  /** What happens during the talk. */
  during?: (house: House) => Promise<void>
  /** Recordings in which the caller's tone is heard on both sides. */
  heard?: number
}

const SCENARIOS: Scenario[] = [
  {
    name: 'answered',
    caller: (folder) => talks(join(folder, 'tone.al'), 2_000),
    phones: [answers(200)],
    status: 'completed',
    heard: 1,
  },
  {
    name: 'hold',
    caller: (folder) => talks(join(folder, 'tone.al'), HOLD_MS),
    phones: [answers(200)],
    status: 'completed',
    during: holdAndResume,
    heard: 2,
  },
  { name: 'busy', caller: () => isRefused(480), phones: [refuses('486 Busy Here')], status: 'busy' },
  {
    name: 'no answer',
    caller: () => isRefused(480),
    phones: [rings()],
    attributes: 'timeout="2"',
    status: 'no-answer',
  },
  { name: 'cancel', caller: () => givesUp(500), phones: [rings()], status: 'canceled' },
  { name: 'reject', caller: () => isRefused(486), phones: [], twiml: '<Reject reason="busy"/>', status: undefined },
  {
    name: 'simultaneous',
    caller: (folder) => talks(join(folder, 'tone.al'), 800),
    phones: [refuses('486 Busy Here'), answers(300), rings()],
    status: 'completed',
  },
  {
    name: 'sequential',
    caller: (folder) => talks(join(folder, 'tone.al'), 800),
    phones: [refuses('486 Busy Here'), rings(), answers(100)],
    attributes: 'sequential="true" timeout="2"',
    status: 'completed',
  },
]

/** Eight scenarios with sipp as caller and as phones: an independent SIP implementation with its own timing. */
export async function checkWithSipp(): Promise<Finding> {
  if (spawnSync('sipp', ['-v']).error)
    return { lines: ['skipped: sipp is not here (Debian: apt-get install sip-tester)'], good: true }
  const folder = mkdtempSync(join(tmpdir(), 'sipp-'))
  writeFileSync(join(folder, 'tone.al'), aLawTone(10))
  const house = await openHouse()
  const lines: string[] = []
  try {
    for (const scenario of SCENARIOS) lines.push(await play(house, folder, scenario))
    return { lines, good: lines.every((line) => line.startsWith('✔')) }
  } finally {
    await house.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function play(house: House, folder: string, scenario: Scenario): Promise<string> {
  const { name, phones, attributes = 'timeout="20"', twiml, status } = scenario
  house.hooks.length = 0
  const nouns = phones.map((_, at) => `<Sip>sip:phone@127.0.0.1:${PHONE_PORTS[at]}</Sip>`).join('')
  const record = 'record="record-from-answer-dual" recordingStatusCallback="/recording"'
  house.say(twiml ?? `<Dial action="/dial" answerOnBridge="true" ${record} ${attributes}>${nouns}</Dial>`)
  const called = phones.map((xml, at) => sipp(folder, { xml, port: PHONE_PORTS[at] ?? 0, more: ['-rtp_echo'] }))
  await pause(300)
  const place = [`${house.sip.host}:${house.sip.port}`, '-s', house.number]
  const caller = sipp(folder, { xml: scenario.caller(folder), port: CALLER_PORT, more: place })
  const during = scenario.during?.(house).catch((error: unknown) => String(error))
  const codes = await Promise.all([caller, ...called].map(codeOf))
  const problems = codes.flatMap((code, at) => (code === 0 ? [] : [`${at === 0 ? 'caller' : `phone ${at}`}: ${code}`]))
  const failed = await during
  if (failed) problems.push(failed)
  if (status) {
    await until(() => dialStatus(house) !== undefined, 10, 'the dial’s end').catch(() => undefined)
    if (dialStatus(house) !== status) problems.push(`${dialStatus(house)} instead of ${status}`)
  }
  if (scenario.heard) problems.push(...(await unheard(house, scenario.heard)))
  return problems.length === 0 ? `✔ ${name}` : `✖ ${name}: ${problems.join(', ')}`
}

const dialStatus = (house: House) => house.hooks.find(({ path }) => path === '/dial')?.params.DialCallStatus

/** The phone is put on hold, and after a while the talk goes on in a room. */
async function holdAndResume(house: House): Promise<void> {
  const talking = async () =>
    (await house.console<ConsoleCall[]>('/calls')).find((one) => one.parentCallSid && one.status === 'in-progress')
  await until(async () => (await talking()) !== undefined, 10, 'the phone answers')
  const phone = await talking()
  await pause(HOLD_MS / 4)
  house.sayAfter('<Pause length="60"/>')
  await house.move(phone?.sid ?? '', room('startConferenceOnEnter="false"'))
  await until(() => dialStatus(house) !== undefined, 10, 'the caller waits')
  await pause(HOLD_MS / 8)
  await house.move(phone?.parentCallSid ?? '', room(RECORDED_ROOM))
  house.sayAfter('<Hangup/>')
}

/** The phone echoes audio, so the caller's tone must be in both channels of each recording. */
async function unheard(house: House, count: number): Promise<string[]> {
  const urls = () =>
    house.hooks.flatMap(({ path, params }) => (path === '/recording' ? (params.RecordingUrl ?? []) : []))
  await until(() => urls().length === count, 10, `${count} recordings`)
  const sounds = await Promise.all(urls().map(async (url) => readWav(await house.recording(url))))
  return sounds.flatMap(({ left, right }, at) =>
    Object.entries({ left, right }).flatMap(([name, sound]) => {
      const share = ruledBy(TONE_HZ, sound)
      const heard = `${TONE_HZ} Hz rules ${share.toFixed(2)} of ${secondsHeard(sound)} s ${name}`
      return share > 0.9 && secondsHeard(sound) > 0 ? [] : [`recording ${at + 1}: ${heard}`]
    }),
  )
}

function sipp(folder: string, { xml, port, more }: { xml: string; port: number; more: string[] }): ChildProcess {
  const file = join(folder, `${port}.xml`)
  writeFileSync(file, xml)
  const place = ['-i', '127.0.0.1', '-mi', '127.0.0.1', '-p', String(port), '-mp', String(port + 2)]
  const limits = ['-m', '1', '-timeout', String(PATIENCE_S), '-timeout_error', '-nostdin', '-trace_err']
  const child = spawn('sipp', ['-sf', file, ...place, ...limits, ...more], { cwd: folder, stdio: 'ignore' })
  setTimeout(() => child.kill('SIGKILL'), (PATIENCE_S + 5) * 1_000).unref()
  return child
}

async function codeOf(child: ChildProcess): Promise<number> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? 1
}

/** Raw A-law, which sipp streams unchanged. */
function aLawTone(seconds: number): Buffer {
  const sound = Int16Array.from(
    { length: seconds * 8_000 },
    (_, at) => 8_000 * Math.sin((2 * Math.PI * TONE_HZ * at) / 8_000),
  )
  return encodeG711('PCMA', sound)
}
