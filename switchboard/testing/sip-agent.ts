import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { AgentCall } from './agent-call.ts'
import type { AgentCodec } from './agent-media.ts'
import {
  type Account,
  compose,
  field,
  methodOf,
  proofLine,
  random,
  reply,
  sequenceOf,
  statusOf,
  tagIn,
} from './agent-text.ts'

export type AgentOptions = {
  /** Address of the exchange. */
  exchange: { host: string; port: number }
  host?: string
  name?: string
  account?: Account
  /** Share of packets lost in each direction. */
  loss?: number
  /** Handles incoming calls; by default the agent lets them ring. */
  onCall?: (call: AgentCall) => void | Promise<void>
  /** The former agent, if this is the same phone at a new address. Its registrations are continued. */
  movedFrom?: SipAgent
  /** Frequency of the tone that the agent sends when it is called. */
  tone?: number
}

const FIRST_REPEAT_MS = 500
const LONGEST_REPEAT_MS = 4_000
const GIVE_UP_MS = 32_000

/** A SIP phone for tests: registers, calls, takes calls, sends tones. */
export class SipAgent {
  readonly host: string
  readonly port: number
  readonly name: string
  readonly account: Account | undefined
  readonly calls = new Map<string, AgentCall>()
  /** Incoming calls in order. */
  readonly taken: AgentCall[] = []
  dropped = 0
  readonly #socket: Socket
  readonly #options: AgentOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #coming = new Set<string>()
  readonly #registrations = new Map<number, (response: string) => void>()
  #chance = 20_261_121
  /** Call-ID of the agent's registrations; constant, as RFC 3261 requires. */
  readonly callId: string
  #sequence: number
  #closed = false

  private constructor(socket: Socket, options: AgentOptions) {
    this.#socket = socket
    this.#options = options
    this.host = options.host ?? '127.0.0.1'
    this.port = socket.address().port
    this.name = options.name ?? options.account?.username ?? 'agent'
    this.account = options.account
    this.callId = options.movedFrom?.callId ?? random()
    this.#sequence = options.movedFrom?.sequence ?? 0
    socket.on('message', (packet) => this.#accept(packet.toString('utf8')))
    socket.on('error', () => undefined)
  }

  static async open(options: AgentOptions): Promise<SipAgent> {
    const socket = createSocket('udp4')
    socket.bind(0, options.host ?? '127.0.0.1')
    await once(socket, 'listening')
    return new SipAgent(socket, options)
  }

  get sequence(): number {
    return this.#sequence
  }

  call(
    to: string,
    { from = '+972501110000', tone = 440, codecs = ['PCMU'] as AgentCodec[], lines = [] as string[] } = {},
  ): Promise<AgentCall> {
    const { host, port } = this.#options.exchange
    return AgentCall.make(this, {
      uri: `sip:${to}@${host}:${port}`,
      from: `<sip:${this.account?.username ?? from}@${this.host}:${this.port}>`,
      tone,
      codecs,
      lines,
    })
  }

  /** Registers, answering the challenge; returns the final status. */
  async register(seconds = 300): Promise<number> {
    const { host, port } = this.#options.exchange
    const uri = `sip:${host}:${port}`
    const own = `<sip:${this.name}@${host}>`
    const tag = random()
    const ask = (proof: string[]) => {
      const sequence = ++this.#sequence
      const lines = [
        `Via: SIP/2.0/UDP ${this.host}:${this.port};rport;branch=z9hG4bK${random()}`,
        `From: ${own};tag=${tag}`,
        `To: ${own}`,
        `Call-ID: ${this.callId}`,
        `CSeq: ${sequence} REGISTER`,
        'Max-Forwards: 70',
        `Contact: <sip:${this.name}@${this.host}:${this.port}>;expires=${seconds}`,
        ...proof,
      ]
      return new Promise<string>((done) => {
        let answered = false
        this.#registrations.set(sequence, (response) => {
          answered = true
          done(response)
        })
        this.repeat(compose(`REGISTER ${uri} SIP/2.0`, lines), () => answered)
      })
    }
    const first = await ask([])
    if (statusOf(first) !== 401 || !this.account) return statusOf(first)
    return statusOf(await ask([proofLine(first, this.account, 'REGISTER', uri)]))
  }

  send(text: string): void {
    if (this.#closed || this.#isLost()) return
    const { host, port } = this.#options.exchange
    this.#socket.send(text, port, host, () => undefined)
  }

  /** Sends a message, and retransmits it with growing pauses until `done` returns true. */
  repeat(text: string, done: () => boolean): void {
    const again = (pause: number, passed: number) => {
      if (this.#closed || done() || passed > GIVE_UP_MS) return
      this.send(text)
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        again(Math.min(pause * 2, LONGEST_REPEAT_MS), passed + pause)
      }, pause)
      this.#timers.add(timer)
    }
    again(FIRST_REPEAT_MS, 0)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const timer of this.#timers) clearTimeout(timer)
    for (const call of [...this.calls.values(), ...this.taken]) call.media.close()
    this.#socket.close()
  }

  #accept(text: string): void {
    if (this.#isLost() || this.#closed) return
    const call = this.calls.get(field(text, 'Call-ID'))
    const isNext = methodOf(text) === 'INVITE' && call?.stage === 'ended' && sequenceOf(call.opening) < sequenceOf(text)
    if (isNext) void this.#take(text)
    else if (call) call.accept(text)
    else if (statusOf(text) >= 200) this.#registrations.get(sequenceOf(text))?.(text)
    else if (methodOf(text) === 'INVITE' && !tagIn(field(text, 'To'))) void this.#take(text)
    else if (methodOf(text) && methodOf(text) !== 'ACK') this.send(reply(text, '481 Unknown Call', { tag: random() }))
  }

  async #take(invite: string): Promise<void> {
    const id = field(invite, 'Call-ID')
    const key = `${id} ${sequenceOf(invite)}`
    if (this.#coming.has(key)) return
    this.#coming.add(key)
    const call = await AgentCall.take(this, invite, this.#options.tone ?? 1_000)
    if (this.#closed) {
      call.media.close()
      return
    }
    this.calls.set(id, call)
    this.taken.push(call)
    if (this.#options.onCall) await this.#options.onCall(call)
    else call.ring()
  }

  /**
   * Decides whether a packet is lost, by a fixed pseudo-random sequence, so that a test loses the same packets each
   * time.
   */
  #isLost(): boolean {
    if (!this.#options.loss) return false
    this.#chance = (this.#chance * 1_103_515_245 + 12_345) % 2_147_483_648
    const lost = this.#chance / 2_147_483_648 < this.#options.loss
    if (lost) this.dropped++
    return lost
  }
}
