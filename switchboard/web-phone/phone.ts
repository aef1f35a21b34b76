import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { ExchangeMessage, PhoneMessage } from './messages.ts'
import { type PhoneAddress, writeAddress } from './token.ts'

/** Callbacks through which a phone notifies its call. */
export type PhoneCall = {
  onMessage(message: PhoneMessage): void
  /** Called when the phone disconnected and did not reconnect in time. */
  onGone(): void
}

/** Time that a phone has to reconnect after its socket was lost, before its calls end. */
export const SESSION_GRACE_MS = 15_000
/** WebSocket close codes of a deliberate close: normal, page unload, or no status. */
const GOODBYES: ReadonlySet<number> = new Set([1000, 1001, 1005])
const MOST_CALLS = 4
const MOST_QUEUED = 200

/** A registered web phone. It exists for a while without its socket, so that a network interruption ends no call. */
export class WebPhone {
  readonly session = randomUUID()
  readonly address: PhoneAddress
  readonly #calls = new Map<string, PhoneCall>()
  readonly #onGone: () => void
  #socket: WebSocket | undefined
  #queue: ExchangeMessage[] = []
  #grace: NodeJS.Timeout | undefined
  #ending: NodeJS.Timeout | undefined
  #isEnded = false

  constructor(address: PhoneAddress, onGone: () => void) {
    this.address = address
    this.#onGone = onGone
  }

  get isThere(): boolean {
    return this.#socket !== undefined && !this.#isEnded
  }

  /** Sets when the phone's token expires. The phone is rung until then, and removed as soon as it has no call. */
  holdUntil(endsAt: number): void {
    clearTimeout(this.#ending)
    this.#isEnded = false
    this.#ending = setTimeout(() => {
      this.#isEnded = true
      if (this.#calls.size === 0) this.leave()
    }, endsAt - Date.now())
  }

  attach(socket: WebSocket): void {
    clearTimeout(this.#grace)
    this.#socket?.close(4000, 'replaced')
    this.#socket = socket
    this.send({ t: 'registered', session: this.session, address: writeAddress(this.address) })
    for (const message of this.#queue.splice(0)) this.send(message)
  }

  /** Called when the socket was lost, or closed by a page unload. A phone without calls is removed at once. */
  detach(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = undefined
    if (this.#calls.size === 0 || GOODBYES.has(code)) this.leave()
    else this.#grace = setTimeout(() => this.leave(), SESSION_GRACE_MS)
  }

  leave(): void {
    clearTimeout(this.#grace)
    clearTimeout(this.#ending)
    this.#socket?.close(1001)
    this.#socket = undefined
    this.#onGone()
    for (const call of [...this.#calls.values()]) call.onGone()
    this.#calls.clear()
  }

  /** Whether a call with this id may start. */
  isFreeFor(id: string): boolean {
    return !this.#isEnded && !this.#calls.has(id) && this.#calls.size < MOST_CALLS
  }

  /** Starts a call on the phone. Returns false if the id is in use or the phone has too many calls. */
  begin(id: string, call: PhoneCall): boolean {
    if (!this.isFreeFor(id)) return false
    this.#calls.set(id, call)
    return true
  }

  end(id: string): void {
    this.#calls.delete(id)
    if ((!this.#socket || this.#isEnded) && this.#calls.size === 0) this.leave()
  }

  send(message: ExchangeMessage): void {
    if (this.#socket) this.#socket.send(JSON.stringify(message), () => undefined)
    else if (this.#queue.length < MOST_QUEUED) this.#queue.push(message)
  }

  receive(message: PhoneMessage): void {
    if ('call' in message) this.#calls.get(message.call)?.onMessage(message)
  }
}
