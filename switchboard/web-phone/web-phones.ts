import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Address, DialRequest, Leg, LegFactory, PhonesContext } from '../legs.ts'
import type { IceConfig } from './ice.ts'
import { IncomingWebLeg } from './incoming-leg.ts'
import { type ExchangeMessage, MESSAGE_LIMITS, type PhoneMessage, readMessage } from './messages.ts'
import { OutgoingWebLeg } from './outgoing-leg.ts'
import { WebPhone } from './phone.ts'
import { type PhoneAddress, readToken, writeAddress } from './token.ts'

export type WebPhonesConfig = {
  host: string
  /** 0: any free port. */
  port: number
  /** Key that signs the phones' tokens. */
  secret: string
  ice: IceConfig
}

const MOST_SOCKETS = 300
const MOST_PHONES_OF_ONE = 5
const MOST_CALLS = 100
const REGISTER_WITHIN_MS = 10_000
/** Maximum number of unregistered sockets per address, so that one address cannot use up all slots. */
const MOST_STRANGERS_OF_ONE = 20
const PING_MS = 20_000
/** Maximum number of messages per second; a phone needs fewer. */
const MOST_MESSAGES = 100

export type WebPhones = LegFactory & { port: number }

/** Opens the server of web phones: signalling over WebSocket, audio over WebRTC. */
export function openWebPhones(context: PhonesContext, config: WebPhonesConfig): Promise<WebPhones> {
  return new Promise((done, failed) => {
    const { host, port } = config
    const server = new WebSocketServer({ host, port, maxPayload: MESSAGE_LIMITS.bytes, perMessageDeflate: false })
    server.once('error', failed)
    server.once('listening', () => {
      server.off('error', failed)
      server.on('error', (error) => console.error(error))
      done(new WebExchange(context, config, server))
    })
  })
}

class WebExchange implements WebPhones {
  readonly kind = 'web'
  readonly port: number
  readonly #context: PhonesContext
  readonly #config: WebPhonesConfig
  readonly #server: WebSocketServer
  readonly #phones = new Map<string, WebPhone>()
  readonly #legs = new Set<Leg>()
  readonly #alive = new WeakSet<WebSocket>()
  /** Number of unregistered sockets by source address. */
  readonly #strangers = new Map<string, number>()
  readonly #pinging: NodeJS.Timeout

  constructor(context: PhonesContext, config: WebPhonesConfig, server: WebSocketServer) {
    this.#context = context
    this.#config = config
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    this.#pinging = setInterval(() => this.#ping(), PING_MS)
    server.on('connection', (socket, request) => this.#welcome(socket, addressOf(request)))
    context.log('web.listening', { host: config.host, port: this.port })
  }

  dial(request: DialRequest): Leg | undefined {
    const phones = [...this.#phones.values()].filter((phone) => phone.isThere && answersTo(phone.address, request.to))
    if (phones.length === 0 || this.#legs.size >= MOST_CALLS) return undefined
    const loses = () => Math.random() < this.#context.audioLoss(request.from)
    return this.#keep(new OutgoingWebLeg(phones, request, { ...this.#config.ice, loses }))
  }

  phones(): { address: string; note: string }[] {
    return [...this.#phones.values()].map(({ address, isThere }) => ({
      address: writeAddress(address),
      note: isThere ? 'browser' : 'browser, away for a moment',
    }))
  }

  async close(): Promise<void> {
    clearInterval(this.#pinging)
    for (const leg of [...this.#legs]) leg.hangup()
    for (const phone of [...this.#phones.values()]) phone.leave()
    for (const socket of this.#server.clients) socket.terminate()
    await new Promise<void>((done) => this.#server.close(() => done()))
  }

  #welcome(socket: WebSocket, address: string): void {
    const strangers = this.#strangers.get(address) ?? 0
    if (this.#server.clients.size > MOST_SOCKETS || strangers >= MOST_STRANGERS_OF_ONE) {
      socket.on('error', () => socket.terminate())
      socket.close(1013)
      return
    }
    const known = this.#countStranger(address)
    let phone: WebPhone | undefined
    let [second, messages] = [0, 0]
    const late = setTimeout(() => socket.close(4001, 'register first'), REGISTER_WITHIN_MS)
    this.#alive.add(socket)
    socket.on('pong', () => this.#alive.add(socket))
    socket.on('error', () => socket.terminate())
    socket.on('close', (code) => {
      clearTimeout(late)
      known()
      phone?.detach(socket, code)
    })
    socket.on('message', (data, isBinary) => {
      const now = Math.floor(Date.now() / 1_000)
      messages = now === second ? messages + 1 : 1
      second = now
      const message = isBinary || messages > MOST_MESSAGES ? undefined : readMessage(textOf(data))
      if (!message) {
        socket.close(4002, 'no message')
        return
      }
      if (message.t === 'register') {
        phone = this.#register(socket, message, phone)
        if (phone) {
          clearTimeout(late)
          known()
        } else socket.close(4003, 'refused')
      } else if (phone) this.#receive(phone, message)
    })
  }

  /** Counts an unregistered socket. The returned function removes it from the count, once. */
  #countStranger(address: string): () => void {
    this.#strangers.set(address, (this.#strangers.get(address) ?? 0) + 1)
    let isCounted = true
    return () => {
      if (!isCounted) return
      isCounted = false
      const left = (this.#strangers.get(address) ?? 1) - 1
      if (left > 0) this.#strangers.set(address, left)
      else this.#strangers.delete(address)
    }
  }

  /** Registers the phone of a socket. A socket keeps the identity of its first registration. */
  #register(
    socket: WebSocket,
    { token, session }: Extract<PhoneMessage, { t: 'register' }>,
    known: WebPhone | undefined,
  ): WebPhone | undefined {
    const { address, endsAt } = readToken(token, this.#config.secret) ?? {}
    if (!address || !endsAt || (known && writeAddress(known.address) !== writeAddress(address)))
      return refuse(socket, 'token')
    const earlier = known ?? (session === undefined ? undefined : this.#phones.get(session))
    const phone = earlier && writeAddress(earlier.address) === writeAddress(address) ? earlier : this.#begin(address)
    if (!phone) return refuse(socket, 'too_many')
    phone.holdUntil(endsAt)
    if (phone !== known) phone.attach(socket)
    return phone
  }

  #begin(address: PhoneAddress): WebPhone | undefined {
    const name = writeAddress(address)
    const others = [...this.#phones.values()].filter((phone) => writeAddress(phone.address) === name)
    if (others.length >= MOST_PHONES_OF_ONE) return undefined
    const phone: WebPhone = new WebPhone(address, () => {
      if (this.#phones.delete(phone.session)) this.#context.log('web.left', { address: name })
    })
    this.#phones.set(phone.session, phone)
    this.#context.log('web.registered', { address: name })
    return phone
  }

  #receive(phone: WebPhone, message: PhoneMessage): void {
    if (message.t !== 'call') {
      phone.receive(message)
      return
    }
    const { call, to, params = {} } = message
    if (this.#legs.size >= MOST_CALLS || !phone.isFreeFor(call)) {
      phone.send({ t: 'ended', call, code: 503 })
      return
    }
    const leg = new IncomingWebLeg(phone, message, this.#config.ice)
    phone.begin(call, leg)
    this.#keep(leg)
    const from = writeAddress(phone.address)
    this.#context.onIncoming(leg, { from, to, params })
  }

  #keep<Kind extends Leg>(leg: Kind): Kind {
    this.#legs.add(leg)
    leg.onState((state) => {
      if (state !== 'ended') return
      this.#legs.delete(leg)
      this.#context.log('web.ended', { code: leg.end?.sipCode, by: leg.end?.by, ...leg.stats() })
    })
    return leg
  }

  /** Pings all sockets, and closes those that did not answer the last ping. */
  #ping(): void {
    for (const socket of this.#server.clients) {
      if (!this.#alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }
}

/**
 * Returns the browser's address, taken from the header of the local proxy. For IPv6 it is the network, because a
 * household has many addresses.
 */
function addressOf({ socket, headers }: IncomingMessage): string {
  const { remoteAddress = '' } = socket
  const forwarded = headers['x-forwarded-for']
  const isProxied = /^(::ffff:)?127\./.test(remoteAddress) && typeof forwarded === 'string' && !forwarded.includes(',')
  const address = (isProxied ? forwarded : remoteAddress).replace(/^::ffff:/, '')
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
}

function answersTo(address: PhoneAddress, to: Address): boolean {
  if (to.kind === 'client') return address.kind === 'client' && address.identity === to.identity
  return to.kind === 'number' && address.kind === 'phone' && address.e164 === to.e164
}

function refuse(socket: WebSocket, reason: 'token' | 'too_many'): undefined {
  socket.send(JSON.stringify({ t: 'refused', reason } satisfies ExchangeMessage), () => undefined)
  return undefined
}

function textOf(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString()
}
