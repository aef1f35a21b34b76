import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Where browsers reach the exchange's phones: on the app's own address, so that one certificate and one port do. */
export const PHONE_PATH = '/phone'
const CONNECT_MS = 5_000

/**
 * Hands WebSockets at PHONE_PATH through to the exchange, byte by byte: it has its own tokens. `target` is where its
 * phones are now, ws://host:port; undefined: it does not run.
 */
export function proxyPhones(server: Server, target: () => string | undefined) {
  const open = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [path] = (request.url ?? '').split('?')
    const address = path === PHONE_PATH ? target() : undefined
    if (!address) return refuse(socket, path === PHONE_PATH ? '503 Service Unavailable' : '404 Not Found')
    const { hostname, port } = new URL(address)
    const upstream = connect({ host: hostname, port: Number(port), timeout: CONNECT_MS })
    join(socket, upstream)
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    upstream.once('connect', () => {
      upstream.setTimeout(0)
      upstream.write(headOf(request))
      if (head.length) upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
  })
  return {
    close() {
      for (const socket of open) socket.destroy()
    },
  }
}

function refuse(socket: Duplex, status: string) {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

/** The end of one is the end of the other. */
function join(socket: Duplex, upstream: Socket) {
  const end = () => {
    socket.destroy()
    upstream.destroy()
  }
  for (const side of [socket, upstream]) side.on('error', end).on('close', end)
  upstream.on('timeout', end)
}

/** The request as it came; nothing of it may end a line early, as Node has read it line by line. */
function headOf({ method, rawHeaders }: IncomingMessage) {
  const lines = rawHeaders.flatMap((name, i) => (i % 2 ? [] : [`${name}: ${rawHeaders[i + 1]}`]))
  return `${method} / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
