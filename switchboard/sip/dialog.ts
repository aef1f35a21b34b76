import { newBranch } from './client-transaction.ts'
import {
  type HeaderLine,
  headerOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  writeMessage,
} from './message.ts'
import { readAddresses } from './parse.ts'
import type { Remote, SipTransport } from './transport.ts'
import { readUri } from './uri.ts'

export type DialogFacts = {
  callId: string
  localTag: string
  remoteTag: string
  /** This side's From or To header. */
  local: string
  remote: string
  target: string
  routes: string[]
  /**
   * Source address of the peer's packets. Requests are sent there, through the peer's NAT, unless a proxy set a route.
   */
  seenAt: Remote
  localSequence: number
  remoteSequence: number
}

/** The shared state of an established call (RFC 3261 12). */
export class Dialog {
  readonly callId: string
  readonly localTag: string
  readonly remoteTag: string
  readonly #facts: DialogFacts

  constructor(facts: DialogFacts) {
    this.#facts = facts
    this.callId = facts.callId
    this.localTag = facts.localTag
    this.remoteTag = facts.remoteTag
  }

  /** Creates the dialog of a call that this side received. */
  static ofRequest(request: SipRequest, localTag: string, seenAt: Remote): Dialog | undefined {
    const facts = remoteFacts(request, seenAt)
    return (
      facts &&
      new Dialog({
        ...facts,
        callId: request.callId,
        localTag,
        remoteTag: request.from.tag,
        local: `${request.to.text};tag=${localTag}`,
        remote: request.from.text,
        localSequence: 0,
        remoteSequence: request.cseq.number,
      })
    )
  }

  /** Creates the dialog of a call that this side made. */
  static ofResponse(response: SipResponse, seenAt: Remote): Dialog | undefined {
    const facts = remoteFacts(response, seenAt)
    return (
      facts &&
      new Dialog({
        ...facts,
        routes: facts.routes.reverse(),
        callId: response.callId,
        localTag: response.from.tag,
        remoteTag: response.to.tag,
        local: response.from.text,
        remote: response.to.text,
        localSequence: response.cseq.number,
        remoteSequence: -1,
      })
    )
  }

  /** Whether a request is new. Returns false for a request older than one already seen. */
  follows(request: SipRequest): boolean {
    if (request.cseq.number <= this.#facts.remoteSequence) return false
    this.#facts.remoteSequence = request.cseq.number
    return true
  }

  /** Updates the peer's address, which a re-INVITE or UPDATE, or the response to one, may change. */
  moveTo(message: SipMessage, seenAt: Remote): void {
    const [contact] = readAddresses(message.headers.get('contact') ?? []) ?? []
    if (contact && readUri(contact.uri)) this.#facts.target = contact.uri
    this.#facts.seenAt = seenAt
  }

  nextSequence(): number {
    return ++this.#facts.localSequence
  }

  get target(): string {
    return this.#facts.target
  }

  get nextHop(): Remote {
    const [route] = this.#facts.routes
    const uri = route === undefined ? undefined : readUri(route)
    return uri ? { host: uri.host, port: uri.port } : this.#facts.seenAt
  }

  lines(): HeaderLine[] {
    const { local, remote, callId, routes } = this.#facts
    return [
      ...routes.map((route): HeaderLine => ['Route', `<${route}>`]),
      ['From', local],
      ['To', remote],
      ['Call-ID', callId],
    ]
  }

  /** Sends the ACK of a 200. The ACK belongs to no transaction and is sent again whenever the 200 is. */
  acknowledge(transport: SipTransport, sequence: number): void {
    const head: HeaderLine[] = [
      ['Via', `SIP/2.0/UDP ${transport.host}:${transport.port};branch=${newBranch()};rport`],
      ['Max-Forwards', 70],
      ['CSeq', `${sequence} ACK`],
    ]
    transport.send(writeMessage(`ACK ${this.target} SIP/2.0`, [...head, ...this.lines()]), this.nextHop)
  }
}

/**
 * Reads the peer's part of the dialog. Returns undefined if Contact or Record-Route is invalid, or a proxy requires
 * strict routing (RFC 2543).
 */
function remoteFacts(message: SipRequest | SipResponse, seenAt: Remote) {
  const [contact] = readAddresses(message.headers.get('contact') ?? []) ?? []
  const recorded = headerOf(message, 'record-route') ? (message.headers.get('record-route') ?? []) : []
  const routes = recorded.length > 0 ? readAddresses(recorded)?.map(({ uri }) => uri) : []
  if (!contact || !readUri(contact.uri) || !routes) return undefined
  if (!routes.every((route) => readUri(route)?.parameters.has('lr'))) return undefined
  return { target: contact.uri, routes, seenAt }
}
