/**
 * Recorded calls whose disk fills up, or whose exchange is killed, at a random second: what is reported is what is there.
 *
 *   npm run soak -- recordings [--runs 60] [--at-once 6]
 *
 * The disk is a small tmpfs where it may be mounted (as root), else a limit on the size of files.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { AUTH_TOKEN, buyNumber, killed, openedBy, spawnExchange } from '../../switchboard/testing/own-process.ts'
import { readWav, secondsHeard } from '../../switchboard/testing/sound.ts'
import { startTwimlServer } from '../../switchboard/testing/twiml-server.ts'

const AGENT = '+972502000001'
const CALLER = '+972501234567'
const BYTES_A_SECOND = 32_000
const PATIENCE_MS = 30_000

type Fault = { kind: 'killed'; afterMs: number } | { kind: 'full'; kb: number }
type Report = Record<string, string>

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '60' }, 'at-once': { type: 'string', default: '6' } },
})
const runs = Number(values.runs)
const canMount = mountTmpfs(mkdtempSync(join(tmpdir(), 'soak-mount-')), 64)

const TWIML = `<Dial action="/after" answerOnBridge="true" record="record-from-answer-dual"
  recordingStatusCallback="/recorded" recordingStatusCallbackEvent="completed absent">
  <Number statusCallback="/leg" statusCallbackEvent="completed">${AGENT}</Number></Dial>`

let next = 0
let wrong = 0
await Promise.all(Array.from({ length: Number(values['at-once']) }, work))
console.log(
  `${runs - wrong} of ${runs} runs reported what there was (${canMount ? 'tmpfs' : 'file limit'} as the full disk)`,
)
process.exitCode = wrong > 0 ? 1 : 0

async function work() {
  while (next < runs) {
    const run = ++next
    const fault: Fault =
      run % 2 ? { kind: 'killed', afterMs: Math.random() * 8_000 } : { kind: 'full', kb: 4 + Math.random() * 250 }
    const said = await once(fault).catch((error: unknown) => ({ line: String(error), isRight: false }))
    if (!said.isRight) wrong++
    const what =
      fault.kind === 'killed' ? `killed after ${(fault.afterMs / 1_000).toFixed(1)} s` : `${fault.kb | 0} kB free`
    console.log(`${said.isRight ? 'right' : 'WRONG'}  ${String(run).padStart(3)}  ${what.padEnd(20)} ${said.line}`)
  }
}

async function once(fault: Fault) {
  const folder = mkdtempSync(join(tmpdir(), 'soak-recordings-'))
  const sounds = join(folder, 'recordings')
  mkdirSync(sounds)
  if (fault.kind === 'full' && canMount) mountTmpfs(sounds, Math.ceil(fault.kb / 4) * 4)
  const customer = await startTwimlServer(() => AUTH_TOKEN)
  customer.on('/voice', () => TWIML)
  const limit = fault.kind === 'full' && !canMount ? { fileLimitKb: Math.ceil(fault.kb) } : {}
  let child = spawnExchange({ folder, ...limit })
  try {
    let exchange = await openedBy(child)
    await exchange.tell('PUT', '/robots', { address: AGENT, toneHz: 1_000 })
    const to = await buyNumber(exchange, customer.url)
    const hangUp = fault.kind === 'full' ? { hangUpAfterMs: 2_000 + Math.random() * 7_000 } : {}
    await exchange.tell('POST', '/robot-calls', { from: CALLER, to, toneHz: 440, ...hangUp })
    await until(async () => (await exchange.recordings()).length === 1)
    const began = Date.now()
    if (fault.kind === 'killed') {
      await sleep(fault.afterMs)
      await killed(child)
      child = spawnExchange({ folder })
      exchange = await openedBy(child)
    }
    await until(() => ['/recorded', '/leg', '/end'].every((path) => customer.at(path).length > 0))
    const [recorded, leg] = [customer.at('/recorded')[0]?.params ?? {}, customer.at('/leg')[0]?.params ?? {}]
    const [row] = await exchange.recordings()
    const sound = await exchange.sound(recorded.RecordingSid ?? '')
    const problems = [
      ...problemsOf(recorded, row?.status, sound),
      ...(fault.kind === 'killed' ? talkProblems(leg, (fault.afterMs + 200) / 1_000) : []),
      ...(customer.forged.length ? ['a forged report'] : []),
      ...(readdirSync(sounds).some((name) => name.endsWith('.part')) ? ['a part is left'] : []),
    ]
    const seconds = sound ? ((sound.length - 44) / BYTES_A_SECOND).toFixed(2) : 'no'
    const line = `${recorded.RecordingStatus} ${recorded.RecordingDuration} s, ${seconds} s of sound, talk ${leg.CallDuration} s, ${Date.now() - began} ms`
    return { line: [line, ...problems].join(' · '), isRight: problems.length === 0 }
  } finally {
    await killed(child)
    await customer.close()
    if (fault.kind === 'full' && canMount) execFileSync('umount', [sounds])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Status, duration and header must match the file, without zeros in place of lost audio. */
function problemsOf(report: Report, status: string | undefined, sound: Buffer | undefined): string[] {
  if (report.RecordingStatus !== status) return [`the row says ${status}`]
  if (status === 'failed') return sound || report.RecordingDuration !== '0' ? ['failed, with sound'] : []
  if (status !== 'completed' || !sound) return [`${status} without a sound`]
  const real = (sound.length - 44) / BYTES_A_SECOND
  const { left, right } = readWav(sound)
  return [
    ...(sound.readUInt32LE(40) === sound.length - 44 ? [] : ['the header says another length']),
    ...(Number(report.RecordingDuration) === Math.max(1, Math.floor(real)) ? [] : ['another length is reported']),
    ...[left, right].flatMap((side) => (secondsHeard(side) >= real - 0.6 ? [] : [`${secondsHeard(side)} s are heard`])),
  ]
}

/** An interrupted call must have its real duration, to within two seconds. */
function talkProblems({ CallStatus, CallDuration = '' }: Report, real: number): string[] {
  const seconds = Number(CallDuration)
  const isRight = CallStatus === 'completed' && seconds <= Math.max(1, real + 0.5) && seconds > real - 2.5
  return isRight ? [] : [`${CallStatus}, ${CallDuration} s of talk, not ${real.toFixed(1)}`]
}

async function until(holds: () => boolean | Promise<boolean>) {
  for (const limit = Date.now() + PATIENCE_MS; !(await holds()); await sleep(20))
    if (Date.now() > limit) throw new Error(`not within ${PATIENCE_MS} ms: ${holds}`)
}

function mountTmpfs(folder: string, kb: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kb}k,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  if (folder.includes('soak-mount-')) {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
  return true
}
