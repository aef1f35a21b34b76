import { FRAME_SAMPLES, SAMPLE_RATE } from '../legs.ts'

const LOUDNESS = 8_000

/** Returns one frame of a sine wave that continues the phase of the previous frame. */
export function toneFrame(hz: number, frameNumber: number, loudness = LOUDNESS): Int16Array {
  const start = frameNumber * FRAME_SAMPLES
  return Int16Array.from(
    { length: FRAME_SAMPLES },
    (_, i) => loudness * Math.sin((2 * Math.PI * hz * (start + i)) / SAMPLE_RATE),
  )
}

export function* toneFrames(hz: number, ms: number): Generator<Int16Array> {
  for (let n = 0; n < ms / 20; n++) yield toneFrame(hz, n)
}

export function* soundFrames(samples: Int16Array): Generator<Int16Array> {
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
    const frame = new Int16Array(FRAME_SAMPLES)
    frame.set(samples.subarray(at, at + FRAME_SAMPLES))
    yield frame
  }
}

/** The Israeli ringing tone: 400 Hz, one second on, three off. */
export function* ringingFrames(): Generator<Int16Array> {
  const silence = new Int16Array(FRAME_SAMPLES)
  for (let n = 0; ; n++) yield n % 200 < 50 ? toneFrame(400, n, LOUDNESS / 2) : silence
}

/** Returns the loudness of a frame: the mean absolute value of its samples. */
export function loudnessOf(frame: Int16Array): number {
  let sum = 0
  for (const sample of frame) sum += Math.abs(sample)
  return sum / frame.length
}

/** Returns the strength of one frequency in an audio segment (Goertzel): 1 for a pure tone of the default loudness. */
export function strengthOf(samples: Int16Array, hz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE)
  let [last, before] = [0, 0]
  for (const sample of samples) [last, before] = [sample + factor * last - before, last]
  const power = last * last + before * before - factor * last * before
  return (2 * Math.sqrt(Math.max(0, power))) / samples.length / LOUDNESS
}
