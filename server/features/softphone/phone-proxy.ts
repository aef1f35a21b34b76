import type { IncomingMessage, Server } from 'node:http'
import { BlockList, connect, isIPv6, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Path at which the app's own address serves the exchange's phone sockets, so that one certificate and one port
 * suffice.
 */
export const PHONE_PATH = '/phone'
const CONNECT_MS = 5_000

/** Same values as env.trustProxy: the number of trusted proxies, or their addresses. */
type Trusted = false | number | string[]

type Options = {
  /** Address of the exchange's phone sockets (ws://host:port); undefined while the exchange is not running. */
  target: () => string | undefined
  /** The installation's address. Sockets opened by pages of other sites are refused. */
  publicUrl: string
  trusted?: Trusted
}

/** Proxies WebSockets at PHONE_PATH to the exchange byte by byte. The exchange checks its own tokens. */
export function proxyPhones(server: Server, { target, publicUrl, trusted = false }: Options) {
  const open = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [path] = (request.url ?? '').split('?')
    const address = path === PHONE_PATH ? target() : undefined
    if (path === PHONE_PATH && !isOwnOrigin(request, publicUrl)) return refuse(socket, '403 Forbidden')
    if (!address) return refuse(socket, path === PHONE_PATH ? '503 Service Unavailable' : '404 Not Found')
    const { hostname, port } = new URL(address)
    const upstream = connect({ host: hostname, port: Number(port), timeout: CONNECT_MS })
    join(socket, upstream)
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    upstream.once('connect', () => {
      upstream.setTimeout(0)
      upstream.write(headOf(request, clientOf(request, trusted)))
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

/**
 * Browsers send the page's origin, other programs do not. A proxy may have replaced Host, so the origin may also match
 * the public address.
 */
export function isOwnOrigin({ headers }: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && [host, new URL(publicUrl).host].includes(new URL(origin).host)
}

function refuse(socket: Duplex, status: string) {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

/** Closes both sockets when either ends. */
function join(socket: Duplex, upstream: Socket) {
  const end = () => {
    socket.destroy()
    upstream.destroy()
  }
  for (const side of [socket, upstream]) side.on('error', end).on('close', end)
  upstream.on('timeout', end)
}

const FORWARDED = 'x-forwarded-for'

/** The client's address: the nearest address that is not a trusted proxy. */
export function clientOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, trusted: Trusted): string {
  const said = String(headers[FORWARDED] ?? '').split(',')
  const chain = [socket.remoteAddress ?? '', ...said.reverse()].map((one) => one.trim().replace(/^::ffff:/, ''))
  const isProxy = (address: string, hop: number) =>
    typeof trusted === 'number' ? hop < trusted : trusted !== false && isAmong(trusted, address)
  const isLast = (_: string, hop: number) => hop === chain.length - 1 || !chain[hop + 1]
  return chain.find((address, hop) => isLast(address, hop) || !isProxy(address, hop)) ?? ''
}

function isAmong(networks: string[], address: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [from = '', bits] = network.split('/')
    const family = isIPv6(from) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(from, family)
    else list.addSubnet(from, Number(bits), family)
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * The head of the request, with the client's address added. Header values cannot inject a line, because Node has parsed
 * the head line by line.
 */
function headOf({ method, rawHeaders }: IncomingMessage, client: string) {
  const lines = rawHeaders.flatMap((name, i) =>
    i % 2 || name.toLowerCase() === FORWARDED ? [] : [`${name}: ${rawHeaders[i + 1]}`],
  )
  lines.push(`${FORWARDED}: ${client}`)
  return `${method} / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}
