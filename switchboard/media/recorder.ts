import { createWriteStream, type WriteStream } from 'node:fs'
import { clock } from '../clock.ts'
import { SAMPLE_RATE } from '../legs.ts'
import { loudnessOf } from './frames.ts'
import { samplesToMs, sealWav } from './seal.ts'
import { wavHeader } from './wav.ts'

/** Number of samples kept in memory, into which late frames can still be written. */
const WINDOW_SAMPLES = 3 * SAMPLE_RATE
const SETTLED_SAMPLES = SAMPLE_RATE
/** Maximum deviation of a phone's clock. Beyond it, the clock is reset to the arrival time. */
const DRIFT_SAMPLES = SAMPLE_RATE
const SILENCE = 200
const TAIL_SAMPLES = SAMPLE_RATE / 4

export type Finished = { durationMs: number; problem: string | undefined } | 'silent' | 'failed'

type Anchor = { at: number; position: number }

/**
 * Streams one or two sides of a call into a WAV file. Each frame is placed by the phone's clock; gaps are filled with
 * silence. In mono, both sides are mixed.
 */
export class Recorder {
  readonly startedAt = clock.now()
  readonly channels: 1 | 2
  readonly #started = clock.ticks()
  readonly #file: string
  readonly #stream: WriteStream
  readonly #window: Int16Array
  readonly #anchors: (Anchor | undefined)[] = []
  #written = 0
  #loudUntil = 0
  /** Why writing failed. Samples written before are kept. */
  #problem: string | undefined

  constructor(file: string, channels: 1 | 2) {
    this.#file = file
    this.channels = channels
    this.#window = new Int16Array(WINDOW_SAMPLES * channels)
    this.#stream = createWriteStream(`${file}.part`, { mode: 0o600 })
    this.#stream.on('error', ({ message }) => {
      this.#problem ??= message
    })
    this.#stream.write(wavHeader(channels, 0))
  }

  /** Writes a frame. Side 0 is the caller, side 1 the called phone. */
  write(side: 0 | 1, frame: Int16Array, at: number): void {
    const position = this.#place(side, at)
    if (loudnessOf(frame) > SILENCE) this.#loudUntil = Math.max(this.#loudUntil, position + frame.length)
    this.#makeRoomUntil(position + frame.length - WINDOW_SAMPLES)
    for (let i = 0; i < frame.length; i++) {
      const offset = position + i - this.#written
      if (offset < 0) continue
      const index = this.channels === 2 ? offset * 2 + side : offset
      const mixed = (this.channels === 1 ? (this.#window[index] ?? 0) : 0) + (frame[i] ?? 0)
      this.#window[index] = Math.max(-32_768, Math.min(32_767, mixed))
    }
  }

  /** Milliseconds since the last sound above silence, or since the recording began. */
  get quietMs(): number {
    return clock.ticks() - this.#started - (this.#loudUntil * 1_000) / SAMPLE_RATE
  }

  /**
   * Closes the file and returns its duration, which is never longer than what was written. `silent`: nothing is left
   * after `trim` removed trailing silence. `failed`: nothing was written.
   */
  async finish({ trim }: { trim: boolean }): Promise<Finished> {
    const whole = this.#now()
    const wanted = trim ? Math.min(whole, this.#loudUntil + TAIL_SAMPLES) : whole
    this.#flush(whole - this.#written)
    await new Promise<void>((done) => this.#stream.end(() => done()))
    const samples = await sealWav(this.#file, this.channels, wanted)
    if (trim && this.#loudUntil === 0) return 'silent'
    return samples > 0 ? { durationMs: samplesToMs(samples), problem: this.#problem } : 'failed'
  }

  #now(): number {
    return Math.round(((clock.ticks() - this.#started) * SAMPLE_RATE) / 1_000)
  }

  #place(side: 0 | 1, at: number): number {
    const now = this.#now()
    const anchor = this.#anchors[side]
    const position = anchor ? anchor.position + at - anchor.at : now
    if (anchor && Math.abs(position - now) <= DRIFT_SAMPLES) return position
    this.#anchors[side] = { at, position: now }
    return now
  }

  /** Shifts the window by at least a second, so that this happens rarely. */
  #makeRoomUntil(position: number) {
    if (position > this.#written) this.#flush(Math.max(position - this.#written, SETTLED_SAMPLES))
  }

  #flush(samples: number) {
    for (let left = samples; left > 0; ) {
      const count = Math.min(left, WINDOW_SAMPLES)
      const values = count * this.channels
      this.#stream.write(Buffer.from(this.#window.slice(0, values).buffer))
      this.#window.copyWithin(0, values)
      this.#window.fill(0, this.#window.length - values)
      this.#written += count
      left -= count
    }
  }
}
