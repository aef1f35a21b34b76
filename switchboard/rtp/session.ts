import type { LegStats } from '../legs.ts'
import type { Codec } from './g711.ts'
import { readPacket } from './packet.ts'
import { type ReceiverListener, RtpReceiver } from './receiver.ts'
import { RtpSender } from './sender.ts'
import { MediaSocket, type PortRange, type Remote } from './socket.ts'

/** Media parameters negotiated by SDP. */
export type MediaTerms = { remote: Remote; codec: Codec; eventType: number | undefined; held: boolean }

/** Time without packets from the known address after which packets from a new address (NAT) are accepted. */
const FOLLOW_AFTER_MS = 2_000

/** The audio of one phone over UDP. Audio is sent to the source address of the phone's packets, as NAT requires. */
export class RtpSession {
  readonly #socket: MediaSocket
  readonly #receiver: RtpReceiver
  readonly #sender: RtpSender
  #remote: Remote | undefined
  #heardFrom: Remote | undefined
  #heardAt = 0
  #held = false

  private constructor(socket: MediaSocket, listener: ReceiverListener) {
    this.#socket = socket
    this.#receiver = new RtpReceiver(listener)
    this.#sender = new RtpSender((datagram) => {
      if (this.#remote && !this.#held) this.#socket.send(datagram, this.#remote)
    })
    socket.onDatagram((datagram, from) => this.#accept(datagram, from))
  }

  static async open(host: string, ports: PortRange, listener: ReceiverListener): Promise<RtpSession | undefined> {
    const socket = await MediaSocket.open(host, ports)
    return socket && new RtpSession(socket, listener)
  }

  get port(): number {
    return this.#socket.port
  }

  agree({ remote, codec, eventType, held }: MediaTerms): void {
    this.#remote = remote
    this.#heardFrom = undefined
    this.#held = held
    this.#sender.codec = codec
    this.#sender.eventType = eventType
    if (eventType !== undefined) this.#receiver.eventTypes = new Set([eventType, 101])
  }

  send(frame: Int16Array): void {
    this.#sender.frame(frame)
  }

  sendDigits(digits: string): void {
    this.#sender.digits(digits)
  }

  stats(): LegStats {
    return { received: this.#receiver.received, lost: this.#receiver.lost, sent: this.#sender.sent }
  }

  close(): void {
    this.#sender.stop()
    this.#socket.close()
  }

  #accept(datagram: Buffer, from: Remote): void {
    const packet = readPacket(datagram)
    if (!packet || !this.#remote) return
    const now = performance.now()
    const same = this.#heardFrom?.host === from.host && this.#heardFrom.port === from.port
    if (!same && this.#heardFrom && now - this.#heardAt < FOLLOW_AFTER_MS) return
    this.#heardFrom = from
    this.#heardAt = now
    this.#remote = from
    this.#receiver.accept(packet, now)
  }
}
