import { clock } from '../clock.ts'
import { toneFrames } from '../media/frames.ts'
import { playFrames, wait } from '../media/pace.ts'
import type { Element } from '../twiml/parse.ts'
import { findInstructions } from './instructions.ts'
import { recordingSeconds } from './recordings.ts'
import { follow, type Next, type Run, readCallback, readCount, readFlag } from './run.ts'

const SILENCE_S = 5
const LENGTH_S = 3_600
const BEEP_HZ = 1_000
const BEEP_MS = 400
const LOOK_MS = 100

/** Records a message until silence, a key press, the maximum length or hang-up. A silent recording is discarded. */
export async function record(run: Run, verb: Element): Promise<Next> {
  const { attributes } = verb
  const { call, signal } = run
  if (readFlag(attributes.playBeep, true))
    await playFrames(toneFrames(BEEP_HZ, BEEP_MS), (frame) => call.leg?.send(frame), signal)
  if (signal.aborted) return undefined
  const recording = run.core.recordings.start(call, {
    source: 'RecordVerb',
    channels: 1,
    trim: (attributes.trim ?? 'trim-silence') === 'trim-silence',
    callback: readCallback(run, verb, { prefix: 'recordingStatusCallback', events: 'completed' }),
  })
  const stopFrames = call.leg?.onFrame((frame, at) => recording.recorder.write(0, frame, at))
  const key = await listen(run, verb, () => recording.recorder.quietMs)
  stopFrames?.()
  const row = await recording.finish()
  if (row.status !== 'completed') return undefined
  const params = {
    RecordingUrl: recording.url,
    RecordingSid: row.sid,
    RecordingDuration: String(recordingSeconds(row)),
    Digits: call.ended ? 'hangup' : (key ?? ''),
  }
  const source = { ...follow(run, attributes.action ?? run.base ?? '', attributes.method), params }
  if (!call.ended) return signal.aborted ? undefined : { to: source }
  // The caller hung up: the webhook is sent anyway and its reply ignored.
  await findInstructions(call, source)
  return undefined
}

/** Waits until the message ends; returns the key that ended it, if any. */
async function listen(run: Run, { attributes }: Element, quietMs: () => number): Promise<string | undefined> {
  const keys = attributes.finishOnKey ?? '1234567890*#'
  const silenceMs = 1_000 * readCount(attributes.timeout, { standard: SILENCE_S, min: 1, max: 600 })
  const until = clock.now() + 1_000 * readCount(attributes.maxLength, { standard: LENGTH_S, min: 1, max: 14_400 })
  let key: string | undefined
  const pressed = new AbortController()
  const stop = run.call.leg?.onDigit((digit) => {
    if (!keys.includes(digit)) return
    key = digit
    pressed.abort()
  })
  const done = AbortSignal.any([run.signal, pressed.signal])
  while (!done.aborted && clock.now() < until && quietMs() < silenceMs)
    await wait(Math.min(LOOK_MS, Math.max(1, until - clock.now())), done)
  stop?.()
  return key
}
