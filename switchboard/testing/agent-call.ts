import { type AgentCodec, AgentMedia } from './agent-media.ts'
import {
  bodyOf,
  compose,
  field,
  fields,
  methodOf,
  proofLine,
  random,
  reply,
  sequenceMethodOf,
  sequenceOf,
  statusOf,
  tagIn,
  uriIn,
} from './agent-text.ts'
import type { SipAgent } from './sip-agent.ts'

type CallBegin = { uri: string; from: string; tone: number; codecs: AgentCodec[]; lines: string[] }
export type AgentStage = 'begun' | 'ringing' | 'answered' | 'ended'

const STAGES: AgentStage[] = ['begun', 'ringing', 'answered', 'ended']

/** One call of the SIP test agent, outgoing or incoming. Requests are retransmitted until they are answered. */
export class AgentCall {
  stage: AgentStage = 'begun'
  /** The final answer to the INVITE. */
  status = 0
  /** Whether the peer ended the call with BYE or CANCEL. */
  endedByOther = false
  /** For incoming calls: the caller ID that the exchange sent. */
  readonly from: string
  readonly media: AgentMedia
  /** The final response to its INVITE, or the received INVITE. */
  opening = ''
  /** The peer's requests within the call, in order and without retransmissions. */
  readonly asked: string[] = []
  /** Returns the response to a request of the peer; a plain 200 by default. */
  onAsked: (request: string) => { status?: string; lines?: string[] } = () => ({})
  readonly #agent: SipAgent
  readonly #outgoing: boolean
  readonly #callId: string
  readonly #tag = random()
  readonly #waiting: { stage: AgentStage; done: () => void }[] = []
  #invite: string
  #other = { to: '', target: '', routes: [] as string[] }
  #uri: string
  #sequence = 1
  #branch = ''
  #proved = false
  #leavesOffer = false
  #final = ''
  #acknowledged = false
  #answeredTo = new Set<string>()

  private constructor(agent: SipAgent, media: AgentMedia, begun: { invite?: string; uri: string; from: string }) {
    this.#agent = agent
    this.media = media
    this.#outgoing = begun.invite === undefined
    this.#invite = begun.invite ?? ''
    this.opening = this.#invite
    this.#uri = begun.uri
    this.from = begun.from
    this.#callId = begun.invite ? field(begun.invite, 'Call-ID') : `${random()}@agent`
  }

  static async make(agent: SipAgent, what: CallBegin) {
    const media = await AgentMedia.open(agent.host, what.tone)
    const call = new AgentCall(agent, media, what)
    agent.calls.set(call.#callId, call)
    call.#sendInvite(media.offer(agent.host, what.codecs), what.lines)
    return call
  }

  static async take(agent: SipAgent, invite: string, tone: number): Promise<AgentCall> {
    const media = await AgentMedia.open(agent.host, tone)
    return new AgentCall(agent, media, { invite, uri: '', from: uriIn(field(invite, 'From')) })
  }

  /** Resolves when the call is at this stage or beyond; rejects after `seconds`. */
  reached(stage: AgentStage, seconds = 15): Promise<void> {
    if (STAGES.indexOf(this.stage) >= STAGES.indexOf(stage)) return Promise.resolve()
    return new Promise((done, failed) => {
      const late = setTimeout(
        () => failed(new Error(`not ${stage} after ${seconds} s, but ${this.stage}`)),
        seconds * 1_000,
      )
      this.#waiting.push({
        stage,
        done: () => {
          clearTimeout(late)
          done()
        },
      })
    })
  }

  ring(): void {
    this.#agent.send(reply(this.#invite, '180 Ringing', { tag: this.#tag, lines: [this.#contact()] }))
    this.#become('ringing')
  }

  answer(codecs: AgentCodec[] = ['PCMU'], lines: string[] = []): void {
    this.media.speakTo(bodyOf(this.#invite))
    const [codec = 'PCMU'] = codecs
    this.media.codec = codec
    const body = this.media.offer(this.#agent.host, [codec])
    this.#finally(reply(this.#invite, '200 OK', { tag: this.#tag, lines: [this.#contact(), ...lines], body }))
    this.#become('answered')
  }

  refuse(status: string, lines: string[] = []): void {
    this.#finally(reply(this.#invite, status, { tag: this.#tag, lines }))
    this.#end()
  }

  /** Cancels an INVITE. If the answer crosses the CANCEL, ends the call with BYE. */
  cancel(): void {
    const line = `CANCEL ${this.#uri} SIP/2.0`
    const lines = [this.#via(this.#branch), ...this.#ownLines(), `CSeq: ${this.#sequence} CANCEL`]
    this.#agent.repeat(compose(line, lines), () => this.#answeredTo.has(`${this.#sequence} CANCEL`))
  }

  bye(): void {
    if (this.stage === 'ended') return
    this.#request('BYE')
    this.#end()
  }

  /** Sends a re-INVITE to hold ('sendonly') or resume ('sendrecv'). Without a direction, the INVITE has no offer. */
  reinvite(direction?: 'sendonly' | 'sendrecv', more: string[] = []): Promise<string> {
    this.#leavesOffer = !direction
    return this.#request('INVITE', direction && this.media.offer(this.#agent.host, [this.media.codec], direction), more)
  }

  /** Sends any request within the call; returns its final response. */
  ask(method: string, body = '', more: string[] = []): Promise<string> {
    return this.#request(method, body, more)
  }

  accept(message: string): void {
    if (statusOf(message) > 0) this.#onResponse(message)
    else this.#onRequest(message)
  }

  #onRequest(request: string): void {
    const method = methodOf(request)
    if (method === 'ACK') this.#acknowledged = true
    else if (method === 'INVITE' && !this.#other.to && sequenceOf(request) === sequenceOf(this.#invite)) {
      if (this.#final) this.#agent.send(this.#final)
    } else if (method === 'CANCEL') {
      this.#agent.send(reply(request, '200 OK', { tag: this.#tag }))
      if (this.#final) return
      this.#finally(reply(this.#invite, '487 Request Terminated', { tag: this.#tag }))
      this.endedByOther = true
      this.#end()
    } else {
      this.#serve(request, method)
      if (method !== 'BYE' || this.stage === 'ended') return
      this.endedByOther = true
      this.#end()
    }
  }

  #serve(request: string, method: string): void {
    const { status = '200 OK', lines = [] } = this.onAsked(request)
    const isNew = !this.asked.some((earlier) => field(earlier, 'CSeq') === field(request, 'CSeq'))
    if (isNew) this.asked.push(request)
    const body = method === 'INVITE' ? this.media.offer(this.#agent.host, [this.media.codec]) : ''
    this.#agent.send(reply(request, status, { lines: [this.#contact(), ...lines], body }))
  }

  #onResponse(response: string): void {
    const status = statusOf(response)
    const method = sequenceMethodOf(response)
    if (method !== 'INVITE' || sequenceOf(response) !== this.#sequence || this.#other.to) {
      if (status >= 200) this.#answeredTo.add(`${sequenceOf(response)} ${method}`)
      if (method === 'INVITE' && status >= 200 && status < 300) this.#acknowledge(response, sequenceOf(response))
      if (status >= 200) this.#replies.get(`${sequenceOf(response)} ${method}`)?.(response)
      return
    }
    this.#answeredTo.add(`${this.#sequence} INVITE`)
    if (status < 200) {
      if (status > 100) this.#become('ringing')
      return
    }
    if (status < 300) this.#established(response)
    else this.#refused(response)
  }

  readonly #replies = new Map<string, (response: string) => void>()

  #established(response: string): void {
    this.opening = response
    this.#other = {
      to: field(response, 'To'),
      target: uriIn(field(response, 'Contact')),
      routes: fields(response, 'Record-Route').reverse(),
    }
    this.#acknowledge(response, this.#sequence)
    this.status = 200
    if (this.stage === 'ended') {
      void this.#request('BYE')
      return
    }
    this.media.speakTo(bodyOf(response))
    this.#become('answered')
  }

  #refused(response: string): void {
    const lines = [this.#via(this.#branch), ...this.#ownLines(field(response, 'To')), `CSeq: ${this.#sequence} ACK`]
    this.#agent.send(compose(`ACK ${this.#uri} SIP/2.0`, lines))
    const { account } = this.#agent
    if ((statusOf(response) === 401 || statusOf(response) === 407) && account && !this.#proved) {
      this.#proved = true
      this.#sequence++
      this.#sendInvite(bodyOf(this.#invite), [proofLine(response, account, 'INVITE', this.#uri)])
      return
    }
    this.opening = response
    this.status = statusOf(response)
    this.#end()
  }

  #sendInvite(body: string, more: string[] = []): void {
    this.#branch = `z9hG4bK${random()}`
    const lines = [
      this.#via(this.#branch),
      ...this.#ownLines(),
      `CSeq: ${this.#sequence} INVITE`,
      this.#contact(),
      ...more,
    ]
    this.#invite = compose(`INVITE ${this.#uri} SIP/2.0`, lines, body)
    const key = `${this.#sequence} INVITE`
    this.#agent.repeat(this.#invite, () => this.#answeredTo.has(key))
  }

  #request(method: string, body = '', more: string[] = []): Promise<string> {
    const sequence = ++this.#sequence
    const [own, other] = this.#outgoing
      ? [`From: ${this.from};tag=${this.#tag}`, `To: ${this.#other.to}`]
      : [`From: ${field(this.#invite, 'To')};tag=${this.#tag}`, `To: ${field(this.#invite, 'From')}`]
    const target = this.#outgoing ? this.#other.target : uriIn(field(this.#invite, 'Contact'))
    const routes = this.#outgoing ? this.#other.routes : fields(this.#invite, 'Record-Route')
    const lines = [
      this.#via(`z9hG4bK${random()}`),
      own,
      other,
      `Call-ID: ${this.#callId}`,
      `CSeq: ${sequence} ${method}`,
    ]
    const last = [this.#contact(), ...routes.map((route) => `Route: ${route}`), ...more]
    const all = [...lines, 'Max-Forwards: 70', ...last]
    const key = `${sequence} ${method}`
    return new Promise((done) => {
      this.#replies.set(key, done)
      this.#agent.repeat(compose(`${method} ${target} SIP/2.0`, all, body), () => this.#answeredTo.has(key))
    })
  }

  #acknowledge(response: string, sequence: number): void {
    const to = field(response, 'To')
    const lines = [this.#via(`z9hG4bK${random()}`), ...this.#ownLines(to), `CSeq: ${sequence} ACK`]
    const routes = fields(response, 'Record-Route').reverse()
    const all = [...lines, ...routes.map((route) => `Route: ${route}`)]
    const body = this.#leavesOffer ? this.media.offer(this.#agent.host, [this.media.codec]) : ''
    this.#agent.send(compose(`ACK ${uriIn(field(response, 'Contact'))} SIP/2.0`, all, body))
  }

  #finally(response: string): void {
    this.#final = response
    this.status = statusOf(response)
    this.#agent.repeat(response, () => this.#acknowledged)
  }

  #via = (branch: string) => `Via: SIP/2.0/UDP ${this.#agent.host}:${this.#agent.port};rport;branch=${branch}`
  #contact = () => `Contact: <sip:${this.#agent.name}@${this.#agent.host}:${this.#agent.port}>`

  #ownLines(to = `<${this.#uri}>`): string[] {
    const lines = [`From: ${this.from};tag=${this.#tag}`, `To: ${to}`, `Call-ID: ${this.#callId}`]
    return [...lines, 'Max-Forwards: 70']
  }

  #become(stage: AgentStage): void {
    if (STAGES.indexOf(stage) <= STAGES.indexOf(this.stage)) return
    this.stage = stage
    for (const each of this.#waiting) if (STAGES.indexOf(stage) >= STAGES.indexOf(each.stage)) each.done()
  }

  #end(): void {
    this.media.close()
    this.#become('ended')
  }

  get tag(): string {
    return tagIn(field(this.#invite, 'From'))
  }
}
