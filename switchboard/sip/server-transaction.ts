import { randomBytes } from 'node:crypto'
import type { Timers } from './limits.ts'
import { type HeaderLine, type SipRequest, writeMessage } from './message.ts'
import { reasonOf } from './statuses.ts'
import type { Remote, SipTransport } from './transport.ts'

export type Reply = { lines?: readonly HeaderLine[]; body?: string }

/**
 * One received request and its responses (RFC 3261 17.2, RFC 6026). A retransmitted request is answered with the last
 * response again. The final response to an INVITE is repeated until its ACK arrives.
 */
export class ServerTransaction {
  readonly request: SipRequest
  readonly remote: Remote
  readonly localTag = randomBytes(6).toString('hex')
  /** Called when the caller sends CANCEL before a final response. */
  onCancel: (() => void) | undefined
  /** Called when the final response to an INVITE was never acknowledged. */
  onUnacknowledged: (() => void) | undefined
  #last: Buffer | undefined
  #final = 0
  #acknowledged = false
  #repeat: NodeJS.Timeout | undefined
  readonly #transport: SipTransport
  readonly #timers: Timers
  readonly #over: () => void

  constructor(
    request: SipRequest,
    remote: Remote,
    stack: { transport: SipTransport; timers: Timers; over: () => void },
  ) {
    this.request = request
    this.remote = remote
    this.#transport = stack.transport
    this.#timers = stack.timers
    this.#over = stack.over
  }

  /** The final status that was sent, or 0 if none was. */
  get final(): number {
    return this.#final
  }

  respond(status: number, { lines = [], body = '' }: Reply = {}): void {
    if (this.#final) return
    const { request } = this
    const to = request.to.tag || status === 100 ? request.to.text : `${request.to.text};tag=${this.localTag}`
    const head: HeaderLine[] = [
      ...request.via.map((via, at): HeaderLine => ['Via', at === 0 ? this.#received() : via.text]),
      ...(request.headers.get('record-route') ?? []).map((route): HeaderLine => ['Record-Route', route]),
      ['From', request.from.text],
      ['To', to],
      ['Call-ID', request.callId],
      ['CSeq', `${request.cseq.number} ${request.method}`],
    ]
    this.#last = writeMessage(`SIP/2.0 ${status} ${reasonOf(status)}`, [...head, ...lines], body)
    this.#send()
    if (status >= 200) this.#finish(status)
  }

  /** Called when the request was retransmitted: the response may have been lost. */
  repeated(): void {
    if (this.#last && !this.#acknowledged) this.#send()
  }

  acknowledged(): void {
    if (this.#acknowledged) return
    this.#acknowledged = true
    clearTimeout(this.#repeat)
  }

  cancelled(): void {
    if (!this.#final) this.onCancel?.()
  }

  close(): void {
    clearTimeout(this.#repeat)
  }

  /**
   * Returns the Via header with the source address of the request, to which responses go (RFC 3261 18.2.1, RFC 3581).
   */
  #received(): string {
    const [{ text, parameters }] = this.request.via
    const withPort = parameters.has('rport') ? text.replace(/;\s*rport(=[^;]*)?/i, `;rport=${this.remote.port}`) : text
    return parameters.has('received') ? withPort : `${withPort};received=${this.remote.host}`
  }

  #send(): void {
    if (this.#last) this.#transport.send(this.#last, this.remote)
  }

  #finish(status: number): void {
    this.#final = status
    if (this.request.method === 'INVITE') this.#repeatAfter(this.#timers.t1, 0)
    setTimeout(this.#over, this.#timers.giveUp + this.#timers.t4).unref()
  }

  #repeatAfter(pause: number, passed: number): void {
    this.#repeat = setTimeout(() => {
      if (passed + pause >= this.#timers.giveUp) return this.onUnacknowledged?.()
      this.#send()
      this.#repeatAfter(Math.min(pause * 2, this.#timers.t2), passed + pause)
    }, pause)
    this.#repeat.unref()
  }
}
