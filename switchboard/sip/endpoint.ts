import { type ClientListener, ClientTransaction, type Outgoing } from './client-transaction.ts'
import type { Dialog } from './dialog.ts'
import { SIP_LIMITS, STANDARD_TIMERS, type Timers } from './limits.ts'
import type { SipMessage, SipRequest, SipResponse } from './message.ts'
import { type Reply, ServerTransaction } from './server-transaction.ts'
import { SUPPORTED, wordsOf } from './session-terms.ts'
import { type Remote, SipTransport, type TransportOptions } from './transport.ts'

/** Receives requests within a dialog. */
export type DialogOwner = {
  dialog: Dialog
  onRequest(transaction: ServerTransaction): void
  onAck(request: SipRequest): void
}

/** Receives requests outside dialogs. */
export type EndpointUser = {
  onInvite(transaction: ServerTransaction): void
  onRegister(transaction: ServerTransaction): void
}

export const ALLOW = 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, REGISTER'
/** Known methods that are not supported, which are answered with 405; any other method is answered with 501. */
const KNOWN = new Set(['PRACK', 'SUBSCRIBE', 'NOTIFY', 'REFER', 'MESSAGE', 'PUBLISH', 'BYE', 'INFO'])

/** Dispatches each message to its transaction or dialog. */
export class SipEndpoint {
  readonly transport: SipTransport
  readonly timers: Timers
  /** Number of requests dropped because too many transactions were open. */
  overflow = 0
  user: EndpointUser | undefined
  readonly #servers = new Map<string, ServerTransaction>()
  readonly #clients = new Map<string, ClientTransaction>()
  readonly #dialogs = new Map<string, DialogOwner>()

  private constructor(transport: SipTransport, timers: Timers) {
    this.transport = transport
    this.timers = timers
    transport.onMessage((message, from) => this.#accept(message, from))
  }

  static async open(options: TransportOptions & { timers?: Timers }): Promise<SipEndpoint> {
    return new SipEndpoint(await SipTransport.open(options), options.timers ?? STANDARD_TIMERS)
  }

  request(outgoing: Outgoing, listener: ClientListener): ClientTransaction {
    const key = () => `${transaction.branch} ${outgoing.method}`
    const over = () => void this.#clients.delete(key())
    const transaction = new ClientTransaction(outgoing, listener, {
      transport: this.transport,
      timers: this.timers,
      over,
    })
    this.#clients.set(key(), transaction)
    transaction.start()
    return transaction
  }

  /** Sends a request within a dialog. */
  requestInside(
    dialog: Dialog,
    method: string,
    listener: ClientListener,
    { lines = [], body = '' }: Reply = {},
  ): ClientTransaction {
    const [uri, remote] = [dialog.target, dialog.nextHop]
    const all = [...dialog.lines(), ...lines]
    return this.request({ method, uri, remote, lines: all, cseq: dialog.nextSequence(), body }, listener)
  }

  hold(owner: DialogOwner): void {
    this.#dialogs.set(keyOf(owner.dialog), owner)
  }

  release({ dialog }: DialogOwner): void {
    this.#dialogs.delete(keyOf(dialog))
  }

  close(): void {
    for (const transaction of [...this.#servers.values(), ...this.#clients.values()]) transaction.close()
    this.#servers.clear()
    this.#clients.clear()
    this.#dialogs.clear()
    this.transport.close()
  }

  #accept(message: SipMessage, from: Remote): void {
    if (message.kind === 'response') this.#clients.get(clientKey(message))?.accept(message, from)
    else if (message.method === 'ACK') this.#acknowledge(message)
    else this.#serve(message, from)
  }

  #acknowledge(request: SipRequest): void {
    const transaction = this.#servers.get(serverKey(request))
    if (transaction && transaction.final >= 300) transaction.acknowledged()
    else this.#ownerOf(request)?.onAck(request)
  }

  #serve(request: SipRequest, from: Remote): void {
    const key = serverKey(request)
    const earlier = this.#servers.get(key)
    if (request.method !== 'CANCEL' && earlier) {
      earlier.repeated()
      return
    }
    const cancelKey = `${key} CANCEL`
    if (request.method === 'CANCEL' && this.#servers.has(cancelKey)) {
      this.#servers.get(cancelKey)?.repeated()
      return
    }
    if (this.#servers.size >= SIP_LIMITS.transactions) {
      this.overflow++
      return
    }
    const transaction = this.#begin(request.method === 'CANCEL' ? cancelKey : key, request, from)
    if (request.method === 'CANCEL') {
      this.#cancel(transaction, earlier)
      return
    }
    const unknown = wordsOf(request, 'require').filter((word) => word && word !== 'timer')
    if (unknown.length > 0) {
      transaction.respond(420, { lines: [['Unsupported', unknown.join(', ')]] })
      return
    }
    if (request.to.tag) {
      this.#serveInside(transaction)
      return
    }
    this.#serveOutside(transaction)
  }

  #begin(key: string, request: SipRequest, from: Remote): ServerTransaction {
    const over = () => void this.#servers.delete(key)
    const transaction = new ServerTransaction(request, from, { transport: this.transport, timers: this.timers, over })
    this.#servers.set(key, transaction)
    return transaction
  }

  #cancel(cancel: ServerTransaction, invite: ServerTransaction | undefined): void {
    cancel.respond(invite ? 200 : 481)
    invite?.cancelled()
  }

  #serveInside(transaction: ServerTransaction): void {
    const owner = this.#ownerOf(transaction.request)
    if (!owner) {
      transaction.respond(481)
      return
    }
    if (!owner.dialog.follows(transaction.request)) {
      transaction.respond(500)
      return
    }
    owner.onRequest(transaction)
  }

  #serveOutside(transaction: ServerTransaction): void {
    const { method } = transaction.request
    if (method === 'INVITE') this.user?.onInvite(transaction)
    else if (method === 'REGISTER') this.user?.onRegister(transaction)
    else answerPlainly(transaction)
  }

  #ownerOf({ callId, to, from }: SipRequest): DialogOwner | undefined {
    return this.#dialogs.get(`${callId} ${to.tag} ${from.tag}`)
  }
}

/** Sends the default response to a request, inside or outside a dialog. */
export function answerPlainly(transaction: ServerTransaction): void {
  const { method } = transaction.request
  if (method === 'OPTIONS')
    transaction.respond(200, {
      lines: [['Allow', ALLOW], ['Accept', 'application/sdp'], SUPPORTED],
    })
  else if (method === 'BYE' || method === 'INFO' || method === 'UPDATE') transaction.respond(481)
  else if (KNOWN.has(method)) transaction.respond(405, { lines: [['Allow', ALLOW]] })
  else transaction.respond(501, { lines: [['Allow', ALLOW]] })
}

const keyOf = ({ callId, localTag, remoteTag }: Dialog): string => `${callId} ${localTag} ${remoteTag}`

const clientKey = ({ via, cseq }: SipResponse): string => `${via[0].branch} ${cseq.method}`

/** Key of a server transaction. ACK and CANCEL carry the branch of their INVITE (RFC 3261 17.2.3). */
function serverKey({ method, via }: SipRequest): string {
  const named = method === 'ACK' || method === 'CANCEL' ? 'INVITE' : method
  return `${via[0].branch} ${via[0].sentBy} ${named}`
}
