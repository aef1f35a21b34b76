import { randomInt } from 'node:crypto'
import { FRAME_MS, FRAME_SAMPLES } from '../legs.ts'
import { digitSteps } from './digits.ts'
import { type Codec, encodeG711, PAYLOAD_TYPES } from './g711.ts'
import { type RtpPacket, writePacket } from './packet.ts'

/**
 * Maximum pause in which the stream's clock stands still. A longer pause advances it, so that the receiver does not
 * shorten the pause.
 */
const PAUSE_MS = 100

/** Sends frames and key presses in one RTP stream. During a key press, frames are held back. */
export class RtpSender {
  readonly #write: (datagram: Buffer) => void
  readonly #source = randomInt(2 ** 32)
  #sequence = randomInt(2 ** 16)
  #timestamp = randomInt(2 ** 32)
  #lastFrame = 0
  #pressing: NodeJS.Timeout | undefined
  #digits = ''
  codec: Codec = 'PCMU'
  eventType: number | undefined
  sent = 0

  constructor(write: (datagram: Buffer) => void) {
    this.#write = write
  }

  frame(frame: Int16Array, now = performance.now()): void {
    if (this.#pressing) return
    const pause = this.#lastFrame === 0 ? 0 : now - this.#lastFrame
    const paused = pause > PAUSE_MS
    if (paused) this.#timestamp += (Math.round(pause / FRAME_MS) - 1) * FRAME_SAMPLES
    this.#packet(PAYLOAD_TYPES[this.codec], encodeG711(this.codec, frame), paused || this.#lastFrame === 0)
    this.#timestamp += frame.length
    this.#lastFrame = now
  }

  digits(digits: string): void {
    if (this.eventType === undefined) return
    this.#digits += digits
    if (this.#pressing) return
    const steps = digitSteps(this.#nextDigits())
    this.#step(steps)
  }

  stop(): void {
    clearTimeout(this.#pressing)
    this.#pressing = undefined
    this.#digits = ''
  }

  #nextDigits(): string {
    const digits = this.#digits
    this.#digits = ''
    return digits
  }

  #step(steps: ReturnType<typeof digitSteps>, press = { number: 0, timestamp: 0 }): void {
    const { value, done } = steps.next()
    if (done) {
      this.#pressing = undefined
      if (this.#digits) this.#step(digitSteps(this.#nextDigits()))
      return
    }
    if (value) {
      const pressed = value.press === press.number ? press : { number: value.press, timestamp: this.#timestamp }
      this.#event(value, pressed.timestamp)
      this.#pressing = setTimeout(() => this.#step(steps, pressed), FRAME_MS)
    } else this.#pressing = setTimeout(() => this.#step(steps, press), FRAME_MS)
    this.#timestamp += FRAME_SAMPLES
    this.#lastFrame = performance.now()
  }

  #event({ payload, marker }: { payload: Buffer; marker: boolean }, timestamp: number): void {
    if (this.eventType !== undefined) this.#packet(this.eventType, payload, marker, timestamp)
  }

  #packet(payloadType: number, payload: Buffer, marker: boolean, timestamp = this.#timestamp): void {
    this.#sequence = (this.#sequence + 1) & 0xffff
    const packet: RtpPacket = {
      payloadType,
      marker,
      sequence: this.#sequence,
      timestamp,
      source: this.#source,
      payload,
    }
    this.sent++
    this.#write(writePacket(packet))
  }
}
