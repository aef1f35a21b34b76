import { createSocket, type Socket } from 'node:dgram'
import { ConfigError } from '../config.ts'

export type PortRange = readonly [first: number, last: number]
/** Parses a port range, `40000-40100`. `name` is the name of the setting, for error messages. */
export function portRangeOf(name: string, text: string): PortRange {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []
  const range = [Number(first), Number(last)] as const
  if (!(range[0] >= 1_024 && range[1] >= range[0] && range[1] <= 65_535))
    throw new ConfigError(`${name} must be two ports such as 40000-40100`)
  return range
}

export type Remote = { host: string; port: number }

/** A media socket that can be written to at any time. Writes that come too late or fail are dropped silently. */
export class MediaSocket {
  readonly port: number
  readonly #socket: Socket
  #open = true

  private constructor(socket: Socket) {
    this.#socket = socket
    this.port = socket.address().port
    socket.on('error', () => this.close())
  }

  /** Binds an even port of the range; returns undefined if all are in use. */
  static async open(host: string, ports: PortRange): Promise<MediaSocket | undefined> {
    const count = Math.floor((ports[1] - ports[0]) / 2) + 1
    const first = Math.floor(Math.random() * count)
    for (let step = 0; step < count; step++) {
      const port = ports[0] + ((first + step) % count) * 2
      const socket = await bound(host, port)
      if (socket) return new MediaSocket(socket)
    }
    return undefined
  }

  onDatagram(listener: (datagram: Buffer, from: Remote) => void): void {
    this.#socket.on('message', (datagram, { address, port }) => {
      if (this.#open) listener(datagram, { host: address, port })
    })
  }

  send(datagram: Buffer, { host, port }: Remote): void {
    if (!this.#open || port < 1 || port > 65_535) return
    this.#socket.send(datagram, port, host, ignore)
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#socket.close()
  }
}

/**
 * Callback of `send` that ignores errors. With a callback, a failed send is passed to it and not emitted as an error
 * event.
 */
const ignore = (): void => undefined

function bound(host: string, port: number): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = createSocket('udp4')
    socket.once('error', () => {
      socket.close()
      done(undefined)
    })
    socket.bind(port, host, () => {
      socket.removeAllListeners('error')
      done(socket)
    })
  })
}
