import type { RtpPacket } from './packet.ts'

export type OrderedPacket = RtpPacket & {
  /** The timestamp, unwrapped beyond 32 bits. */
  at: number
}

/** Number of packets that may wait for a late one before it counts as lost: 60 ms of audio. */
const PATIENCE = 3
/** Maximum jump of the sequence number. A larger jump starts a new stream and does not count as loss (RFC 3550 A.1). */
const FURTHEST = 3_000

/**
 * Puts packets into order. A packet in order is passed on at once. An early packet waits for the missing ones, as long
 * as at most PATIENCE packets are waiting. Duplicates and late packets are dropped.
 */
export class ReorderBuffer {
  #source: number | undefined
  #next = 0
  #timestamp = 0
  #at = 0
  #shift = 0
  #lastArrival = 0
  readonly #waiting = new Map<number, RtpPacket>()
  received = 0
  lost = 0

  /** Accepts a packet; returns the packets that can be played now, in order. */
  accept(packet: RtpPacket, now: number): OrderedPacket[] {
    const distance = this.#source === undefined ? 0 : signed16(packet.sequence - this.#next)
    if (packet.source !== this.#source || Math.abs(distance) > FURTHEST) this.#begin(packet, now)
    this.#lastArrival = now
    const number = this.#next + signed16(packet.sequence - this.#next)
    if (number < this.#next || this.#waiting.has(number)) return []
    this.received++
    this.#waiting.set(number, packet)
    return this.#release()
  }

  #release(): OrderedPacket[] {
    const free: OrderedPacket[] = []
    while (this.#waiting.size > 0) {
      const packet = this.#waiting.get(this.#next)
      if (packet) free.push(this.#order(packet))
      else if (this.#waiting.size <= PATIENCE) break
      else this.lost++
      this.#waiting.delete(this.#next)
      this.#next++
    }
    return free
  }

  #order(packet: RtpPacket): OrderedPacket {
    this.#at += (packet.timestamp - this.#timestamp) | 0
    this.#timestamp = packet.timestamp
    return { ...packet, at: this.#at + this.#shift }
  }

  /** Starts a new stream, which continues the clock of the old one with the elapsed time added. */
  #begin(packet: RtpPacket, now: number): void {
    if (this.#source !== undefined) this.#shift += Math.round((now - this.#lastArrival) * 8)
    this.#source = packet.source
    this.#next = packet.sequence
    this.#timestamp = packet.timestamp
    this.#waiting.clear()
  }
}

const signed16 = (number: number): number => ((number & 0xffff) << 16) >> 16
