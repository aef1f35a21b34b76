import { randomBytes } from 'node:crypto'
import type { Timers } from './limits.ts'
import { type HeaderLine, type SipResponse, writeMessage } from './message.ts'
import type { Remote, SipTransport } from './transport.ts'

export type Outgoing = {
  method: string
  uri: string
  remote: Remote
  /** From, To, Call-ID and all other headers except Via, CSeq and Max-Forwards. */
  lines: readonly HeaderLine[]
  cseq: number
  body?: string
  /** For CANCEL: the branch of its INVITE. */
  branch?: string
}

export type ClientListener = {
  onResponse(response: SipResponse, from: Remote): void
  /** Called when the transaction timed out. */
  onTimeout(): void
}

export const newBranch = (): string => `z9hG4bK${randomBytes(9).toString('hex')}`

/** One outgoing request, which is retransmitted until it is answered or times out (RFC 3261 17.1). */
export class ClientTransaction {
  readonly branch: string
  readonly outgoing: Outgoing
  readonly #transport: SipTransport
  readonly #timers: Timers
  readonly #listener: ClientListener
  readonly #over: () => void
  readonly #datagram: Buffer
  #state: 'calling' | 'proceeding' | 'final' = 'calling'
  #repeat: NodeJS.Timeout | undefined
  #giveUp: NodeJS.Timeout | undefined

  constructor(
    outgoing: Outgoing,
    listener: ClientListener,
    stack: { transport: SipTransport; timers: Timers; over: () => void },
  ) {
    this.outgoing = outgoing
    this.branch = outgoing.branch ?? newBranch()
    this.#listener = listener
    this.#transport = stack.transport
    this.#timers = stack.timers
    this.#over = stack.over
    this.#datagram = this.#write(outgoing.method, outgoing.lines, outgoing.body)
  }

  get answered(): boolean {
    return this.#state === 'final'
  }

  /** Whether a provisional response was received, so that a CANCEL may be sent. */
  get proceeding(): boolean {
    return this.#state === 'proceeding'
  }

  start(): void {
    this.#giveUp = setTimeout(() => this.#timeout(), this.#timers.giveUp)
    this.#sendAndRepeat(this.#timers.t1)
  }

  accept(response: SipResponse, from: Remote): void {
    if (response.status < 200) {
      if (this.#state === 'final') return
      if (this.#isInvite()) this.#stop()
      this.#state = 'proceeding'
      this.#tell(response, from)
      return
    }
    const first = this.#state !== 'final'
    this.#stop()
    this.#state = 'final'
    if (first) setTimeout(this.#over, this.#timers.giveUp).unref()
    if (this.#isInvite() && response.status >= 300) this.#acknowledge(response)
    // A retransmitted 200 is passed on, too, so that the dialog sends its ACK again.
    if (first || (this.#isInvite() && response.status < 300)) this.#tell(response, from)
  }

  close(): void {
    this.#stop()
  }

  #tell(response: SipResponse, from: Remote): void {
    this.#listener.onResponse(response, from)
  }

  #isInvite(): boolean {
    return this.outgoing.method === 'INVITE'
  }

  #sendAndRepeat(pause: number): void {
    this.#transport.send(this.#datagram, this.outgoing.remote)
    const { t2 } = this.#timers
    const next = this.#isInvite() ? pause * 2 : Math.min(pause * 2, t2)
    this.#repeat = setTimeout(() => this.#sendAndRepeat(this.#state === 'proceeding' ? t2 : next), pause)
  }

  #stop(): void {
    clearTimeout(this.#repeat)
    clearTimeout(this.#giveUp)
  }

  #timeout(): void {
    this.#stop()
    this.#state = 'final'
    this.#over()
    this.#listener.onTimeout()
  }

  /** Acknowledges a final refusal within the transaction (RFC 3261 17.1.1.3). */
  #acknowledge(response: SipResponse): void {
    const kept = this.outgoing.lines.filter(([name]) => /^(from|call-id|route)$/i.test(name))
    this.#transport.send(this.#write('ACK', [...kept, ['To', response.to.text]]), this.outgoing.remote)
  }

  #write(method: string, lines: readonly HeaderLine[], body?: string): Buffer {
    const { host, port } = this.#transport
    const head: HeaderLine[] = [
      ['Via', `SIP/2.0/UDP ${host}:${port};branch=${this.branch};rport`],
      ['Max-Forwards', 70],
      ['CSeq', `${this.outgoing.cseq} ${method}`],
    ]
    return writeMessage(`${method} ${this.outgoing.uri} SIP/2.0`, [...head, ...lines], body)
  }
}
