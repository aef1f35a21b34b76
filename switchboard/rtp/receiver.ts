import { DigitReader } from './digits.ts'
import { Framer } from './frames.ts'
import { type Codec, decodeG711, PAYLOAD_TYPES } from './g711.ts'
import type { RtpPacket } from './packet.ts'
import { ReorderBuffer } from './reorder-buffer.ts'

export type ReceiverListener = {
  heard(frame: Int16Array, at: number): void
  pressed(digit: string): void
}

/** Converts a phone's packets into frames and digits, and counts lost packets. */
export class RtpReceiver {
  readonly #buffer = new ReorderBuffer()
  readonly #digits = new DigitReader()
  readonly #framer = new Framer()
  readonly #listener: ReceiverListener
  /** Payload types of this phone's key presses; nearly all use 101. */
  eventTypes: ReadonlySet<number> = new Set([101])

  constructor(listener: ReceiverListener) {
    this.#listener = listener
  }

  accept(packet: RtpPacket, now = performance.now()): void {
    for (const { payloadType, payload, timestamp, at } of this.#buffer.accept(packet, now)) {
      if (this.eventTypes.has(payloadType)) {
        const digit = this.#digits.read(payload, timestamp)
        if (digit) this.#listener.pressed(digit)
        continue
      }
      const codec = codecOf(payloadType)
      if (!codec || payload.length === 0) continue
      for (const { frame, at: place } of this.#framer.push(decodeG711(codec, payload), at))
        this.#listener.heard(frame, place)
    }
  }

  get received(): number {
    return this.#buffer.received
  }

  get lost(): number {
    return this.#buffer.lost
  }
}

function codecOf(payloadType: number): Codec | undefined {
  if (payloadType === PAYLOAD_TYPES.PCMU) return 'PCMU'
  return payloadType === PAYLOAD_TYPES.PCMA ? 'PCMA' : undefined
}
