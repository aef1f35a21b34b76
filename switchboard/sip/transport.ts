import { createSocket, type Socket } from 'node:dgram'
import type { BlockList } from 'node:net'
import type { SipMessage } from './message.ts'
import { parseMessage, type Refusal } from './parse.ts'

export type Remote = { host: string; port: number }

export type TransportOptions = {
  /** Address and port to listen on. */
  host: string
  port: number
  /** The address announced to phones, if it differs from `host` (NAT, or `host` is 0.0.0.0). */
  publicHost?: string | undefined
  /** Accepted source addresses; absent: all are accepted. */
  allowed?: BlockList | undefined
}

export type TransportCounts = {
  received: number
  sent: number
  /** Number of packets from addresses that are not allowed. */
  strangers: number
  refused: Partial<Record<Refusal, number>>
}

/** SIP over one UDP socket. Unreadable packets and failed sends are counted but otherwise ignored. */
export class SipTransport {
  readonly host: string
  readonly port: number
  readonly counts: TransportCounts = { received: 0, sent: 0, strangers: 0, refused: {} }
  readonly #socket: Socket
  #open = true

  private constructor(socket: Socket, { host, publicHost, allowed }: TransportOptions) {
    this.#socket = socket
    this.host = publicHost ?? host
    this.port = socket.address().port
    socket.on('error', () => undefined)
    this.#allowed = allowed
  }

  readonly #allowed: BlockList | undefined

  static open(options: TransportOptions): Promise<SipTransport> {
    return new Promise((done, failed) => {
      const socket = createSocket('udp4')
      socket.once('error', failed)
      socket.bind(options.port, options.host, () => {
        socket.removeListener('error', failed)
        done(new SipTransport(socket, options))
      })
    })
  }

  onMessage(listener: (message: SipMessage, from: Remote) => void): void {
    this.#socket.on('message', (datagram, { address, port }) => {
      if (!this.#open) return
      if (this.#allowed && !this.#allowed.check(address)) this.counts.strangers++
      else if (!isKeepAlive(datagram)) this.#read(datagram, { host: address, port }, listener)
    })
  }

  send(datagram: Buffer, { host, port }: Remote): void {
    if (!this.#open || port < 1 || port > 65_535) return
    this.counts.sent++
    this.#socket.send(datagram, port, host, () => undefined)
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#socket.close()
  }

  #read(datagram: Buffer, from: Remote, listener: (message: SipMessage, from: Remote) => void): void {
    this.counts.received++
    const parsed = parseMessage(datagram)
    if ('message' in parsed) {
      listener(parsed.message, from)
      return
    }
    this.counts.refused[parsed.refused] = (this.counts.refused[parsed.refused] ?? 0) + 1
  }
}

/**
 * Whether a datagram is a keep-alive. Phones behind NAT send empty lines to keep their binding open (RFC 5626 4.4.1).
 */
function isKeepAlive(datagram: Buffer): boolean {
  return datagram.length <= 4 && datagram.every((byte) => byte === 0x0d || byte === 0x0a || byte === 0)
}
