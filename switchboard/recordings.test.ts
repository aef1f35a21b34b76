import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Recorder } from './media/recorder.ts'
import { sealWav } from './media/seal.ts'
import { AUTH_TOKEN, buyNumber, killed, openedBy, spawnExchange } from './testing/own-process.ts'
import { readWav, secondsHeard } from './testing/sound.ts'
import { until } from './testing/test-exchange.ts'
import { startTwimlServer, type Webhook } from './testing/twiml-server.ts'

const AGENT = '+972502000001'
const CALLER = '+972501234567'
const HEADER = 44
let customer: Awaited<ReturnType<typeof startTwimlServer>>
let folder: string
let child: ChildProcess | undefined
beforeAll(async () => {
  customer = await startTwimlServer(() => AUTH_TOKEN)
})
afterAll(() => customer.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-recordings-'))
  customer.on('/voice', () => recordedDial)
  customer.on('/after', () => '<Hangup/>')
})
afterEach(async () => {
  if (child) await killed(child)
  rmSync(folder, { recursive: true, force: true })
  const { forged } = customer
  customer.clear()
  expect(forged).toEqual([])
})

const recordedDial = `<Dial action="/after" answerOnBridge="true" record="record-from-answer-dual"
  recordingStatusCallback="/recorded" recordingStatusCallbackEvent="completed absent">
  <Number statusCallback="/leg" statusCallbackEvent="initiated ringing answered completed">${AGENT}</Number></Dial>`

async function open(fileLimitKb?: number) {
  child = spawnExchange({ folder, ...(fileLimitKb === undefined ? {} : { fileLimitKb }) })
  return openedBy(child)
}

/** Starts a recorded call between two robots that speak continuously. */
async function call(exchange: Awaited<ReturnType<typeof open>>, hangUpAfterMs?: number) {
  const to = await buyNumber(exchange, customer.url)
  await exchange.tell('PUT', '/robots', { address: AGENT, toneHz: 1_000 })
  await exchange.tell('POST', '/robot-calls', { from: CALLER, to, toneHz: 440, hangUpAfterMs })
}
const partOf = (sid: string) => join(folder, 'recordings', `${sid}.wav.part`)
const bytesOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)
const hooksAt = (path: string) => customer.at(path).map(({ params }) => params)

/** Returns the number of unanswered reports in the state file: those written and not deleted again. */
function unsent(): number {
  const lines = readFileSync(join(folder, 'state.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"t":"hooks"'))
  return lines.filter((line) => line.includes('"r":')).length - lines.filter((line) => line.includes('"d":')).length
}

async function completeHooks(path: string, count = 1): Promise<Webhook['params'][]> {
  await until(() => customer.at(path).length >= count)
  return hooksAt(path)
}

describe('a write failure', () => {
  test('a recording that had no more room is as long as its sound, and is reported so', async () => {
    const exchange = await open(64)
    await call(exchange, 5_000)
    const [callback] = await completeHooks('/recorded')
    // 64 kB hold 2.046 s of audio in two channels.
    expect(callback).toMatchObject({ RecordingStatus: 'completed', RecordingDuration: '2', RecordingChannels: '2' })
    const file = await exchange.sound(callback?.RecordingSid ?? '')
    expect(file?.length).toBeLessThanOrEqual(64 * 1_024)
    expect(file?.readUInt32LE(40)).toBe((file?.length ?? 0) - HEADER)
    const { left, right } = readWav(file ?? Buffer.alloc(0))
    expect(left.length / 8_000).toBeCloseTo(2.046, 2)
    for (const side of [left, right]) expect(secondsHeard(side)).toBeGreaterThan(1.8)
    const [row] = await exchange.recordings()
    expect(row).toMatchObject({ status: 'completed', durationMs: 2_046 })
    // The call itself continued to its end.
    expect((await completeHooks('/after'))[0]).toMatchObject({ DialCallStatus: 'completed', RecordingDuration: '2' })
    expect(Number(hooksAt('/after')[0]?.DialCallDuration)).toBeGreaterThanOrEqual(4)
  })

  test('a file that cannot be written at all is a failed recording', async () => {
    const recorder = new Recorder(join(folder, 'nowhere', 'a.wav'), 1)
    recorder.write(0, new Int16Array(160).fill(5_000), 0)
    expect(await recorder.finish({ trim: false })).toBe('failed')
  })
})

describe('killed during a recorded call', () => {
  test('the next start repairs the sound and reports recording and calls at once, as long as they were', async () => {
    const first = await open()
    await call(first)
    await until(async () => (await first.recordings()).length === 1)
    const sid = (await first.recordings())[0]?.sid ?? ''
    // More than three seconds of audio are on the disk.
    await until(() => bytesOf(partOf(sid)) > 3.2 * 32_000, 15_000)
    const killedAt = Date.now()
    const bytes = bytesOf(partOf(sid))
    if (child) await killed(child)
    expect(hooksAt('/recorded')).toEqual([])
    await new Promise((done) => setTimeout(done, 3_000))

    const second = await open()
    const [callback] = await completeHooks('/recorded')
    const file = await second.sound(sid)
    expect(file?.length).toBeGreaterThanOrEqual(bytes - 4)
    const real = (file?.readUInt32LE(40) ?? 0) / 32_000
    expect((file?.length ?? 0) - HEADER).toBe(real * 32_000)
    expect(callback).toMatchObject({
      RecordingSid: sid,
      RecordingStatus: 'completed',
      RecordingDuration: String(Math.floor(real)),
    })
    const { left, right } = readWav(file ?? Buffer.alloc(0))
    for (const side of [left, right]) expect(secondsHeard(side)).toBeGreaterThan(real - 0.5)

    await until(() => hooksAt('/leg').some(({ CallStatus }) => CallStatus === 'completed'))
    const leg = hooksAt('/leg').find(({ CallStatus }) => CallStatus === 'completed')
    const [parent] = await completeHooks('/end')
    const answered = (await second.calls()).find(({ parentCallSid }) => parentCallSid)?.answeredAt ?? 0
    const talked = (killedAt - answered) / 1_000
    for (const one of [leg, parent]) {
      expect(one?.CallStatus).toBe('completed')
      expect(Number(one?.CallDuration)).toBeGreaterThan(talked - 2)
      expect(Number(one?.CallDuration)).toBeLessThanOrEqual(talked + 0.1)
      // The reported end is the end of the call, not the time of the restart.
      expect(Math.abs(Date.parse(one?.Timestamp ?? '') - killedAt)).toBeLessThan(2_000)
    }
    expect(Number(leg?.SequenceNumber)).toBe(3)
  })

  test('a recording whose file was whole already is reported as long as it is', async () => {
    const first = await open()
    await call(first)
    await until(async () => (await first.recordings()).length === 1)
    const sid = (await first.recordings())[0]?.sid ?? ''
    await until(() => bytesOf(partOf(sid)) > 2.2 * 32_000, 15_000)
    if (child) await killed(child)
    // Simulates a process that was killed between writing the file and its row.
    const samples = await sealWav(join(folder, 'recordings', `${sid}.wav`), 2, Number.POSITIVE_INFINITY)
    const second = await open()
    const [callback] = await completeHooks('/recorded')
    const seconds = String(Math.floor(samples / 8_000))
    expect(callback).toMatchObject({ RecordingStatus: 'completed', RecordingDuration: seconds })
    expect((await second.sound(sid))?.length).toBe(HEADER + samples * 4)
  })

  test('a recording without any sound has failed, and is reported so', async () => {
    const first = await open()
    const to = await buyNumber(first, customer.url)
    await first.tell('PUT', '/robots', { address: AGENT })
    await first.tell('POST', '/robot-calls', { from: CALLER, to })
    await until(async () => (await first.recordings()).length === 1)
    if (child) await killed(child)
    const second = await open()
    expect((await completeHooks('/recorded'))[0]).toMatchObject({ RecordingStatus: 'failed', RecordingDuration: '0' })
    expect((await second.recordings())[0]).toMatchObject({ status: 'failed', durationMs: 0 })
  })

  test('unsent hooks are sent after the restart, once, though the customer is not there at first', async () => {
    const first = await open()
    customer.on('/end', () => ({ status: 200, waitMs: 10_000 }))
    customer.on('/recorded', () => ({ status: 200, waitMs: 10_000 }))
    await call(first, 1_500)
    await completeHooks('/end')
    await completeHooks('/recorded')
    if (child) await killed(child)
    const port = Number(new URL(customer.url).port)
    await customer.close()

    await open()
    customer = await startTwimlServer(() => AUTH_TOKEN, port)
    expect((await completeHooks('/recorded'))[0]).toMatchObject({
      RecordingStatus: 'completed',
      RecordingDuration: '1',
    })
    expect((await completeHooks('/end'))[0]).toMatchObject({ CallStatus: 'completed' })
    await until(() => unsent() === 0)
    if (child) await killed(child)
    customer.clear()
    const third = await open()
    await third.calls()
    expect(customer.received).toEqual([])
  })
})
