import { LegBase } from '../leg-base.ts'
import type { LegDirection, LegEnd, LegStats } from '../legs.ts'
import type { ReceiverListener } from '../rtp/receiver.ts'
import { RtpSession } from '../rtp/session.ts'
import type { PortRange } from '../rtp/socket.ts'
import type { Dialog } from './dialog.ts'
import type { Credentials } from './digest.ts'
import { ALLOW, answerPlainly, type DialogOwner, type SipEndpoint } from './endpoint.ts'
import { type HeaderLine, headerOf, type SipRequest } from './message.ts'
import { type Offer, readSdp, writeAnswer, writeOffer } from './sdp.ts'
import type { ServerTransaction } from './server-transaction.ts'
import { Session } from './session.ts'

export type LegPlace = {
  endpoint: SipEndpoint
  /** Local address for RTP, and the range of its ports. */
  mediaHost: string
  mediaPorts: PortRange
}

/** Interval, in units of T1, at which a silent phone is probed: after 5 s, then every 5 s. */
const SILENCE = 10

const ANSWER_LINES = (endpoint: SipEndpoint): HeaderLine[] => [
  contactOf(endpoint),
  ['Allow', ALLOW],
  ['Content-Type', 'application/sdp'],
]

export const contactOf = ({ transport }: SipEndpoint): HeaderLine => [
  'Contact',
  `<sip:${transport.host}:${transport.port}>`,
]

/** The part of a SIP leg that is the same for incoming and outgoing calls. */
export abstract class SipLeg extends LegBase {
  readonly kind = 'sip'
  protected readonly place: LegPlace
  protected media: RtpSession | undefined
  #owner: DialogOwner | undefined
  #alive: NodeJS.Timeout | undefined
  #heardBefore = 0
  /** Time of the phone's last packet. */
  #lifeAt = 0
  #isAsking = false
  #session: Session | undefined
  /** The last session description of this side. */
  #description = ''

  constructor(direction: LegDirection, place: LegPlace) {
    super(direction)
    this.place = place
  }

  override stats(): LegStats {
    return this.media?.stats() ?? super.stats()
  }

  send(frame: Int16Array): void {
    if (this.state === 'answered') this.media?.send(frame)
  }

  sendDigits(digits: string): void {
    if (this.state === 'answered') this.media?.sendDigits(digits)
  }

  /**
   * Opens the RTP session. Returns undefined if the leg has ended meanwhile or no port is free; in the latter case the
   * leg ends.
   */
  protected async openMedia(): Promise<RtpSession | undefined> {
    const listener: ReceiverListener = {
      heard: (frame, at) => this.heard(frame, at),
      pressed: (digit) => this.pressed(digit),
    }
    const media = await RtpSession.open(this.place.mediaHost, this.place.mediaPorts, listener)
    if (media && this.state !== 'ended') {
      this.media = media
      return media
    }
    media?.close()
    return undefined
  }

  /** Writes the answer to an offer, or an offer if there was none. */
  protected describe(offer?: Offer): string {
    const own = { host: this.place.endpoint.transport.host, port: this.media?.port ?? 0 }
    this.#description = offer ? writeAnswer(own, offer) : writeOffer(own)
    return this.#description
  }

  protected hold(dialog: Dialog, credentials?: Credentials): Session {
    this.#owner = {
      dialog,
      onRequest: (transaction) => this.#serve(transaction),
      onAck: (request) => this.acknowledged(request),
    }
    const { endpoint } = this.place
    endpoint.hold(this.#owner)
    this.#session = new Session(
      { endpoint, dialog, contact: contactOf(endpoint), credentials },
      {
        description: () => this.#description,
        onAnswer: (body) => this.#agree(readSdp(body)),
        onExpired: () => this.goodbye({ sipCode: 200, by: 'network', at: this.#lifeAt }),
      },
    )
    return this.#session
  }

  #agree(offer: Offer | undefined): void {
    if (offer) this.media?.agree(offer.terms)
  }

  protected abstract acknowledged(request: SipRequest): void

  protected established(): void {
    if (!this.moveTo('answered')) return
    this.#lifeAt = Date.now()
    this.#alive = setInterval(() => this.#askIfAlive(), this.place.endpoint.timers.t1)
  }

  /** Ends the leg; sends BYE first if its dialog is established. */
  protected goodbye(end: LegEnd): void {
    if (this.state === 'ended') return
    const owner = this.#owner
    if (owner) this.place.endpoint.requestInside(owner.dialog, 'BYE', { onResponse: ignore, onTimeout: ignore })
    this.over(end)
  }

  protected over(end: LegEnd): void {
    if (!this.finish(end)) return
    clearInterval(this.#alive)
    this.#session?.stop()
    this.media?.close()
    if (this.#owner) this.place.endpoint.release(this.#owner)
  }

  #serve(transaction: ServerTransaction): void {
    const { method } = transaction.request
    if (method === 'BYE') {
      transaction.respond(200)
      this.over({ sipCode: 200, by: 'phone' })
    } else if (method === 'INVITE') this.#renegotiate(transaction)
    else if (method === 'UPDATE') this.#update(transaction)
    else if (method === 'INFO') this.#inform(transaction)
    else answerPlainly(transaction)
  }

  /**
   * Handles a re-INVITE: hold, resume or a new address. If it has no offer (as from some PBXs), this side makes the
   * offer, and the answer comes with the ACK.
   */
  #renegotiate(transaction: ServerTransaction): void {
    const { request } = transaction
    const offer = request.body ? readSdp(request.body) : undefined
    const session = this.#changeBy(transaction, request.body !== '' && !offer)
    if (!session) return
    this.#agree(offer)
    transaction.onUnacknowledged = () => this.goodbye({ sipCode: 200, by: 'network' })
    this.#renegotiation = transaction
    this.accept(transaction, session.lines, this.describe(offer))
    this.#session?.start(session.terms)
  }

  /**
   * Handles an UPDATE (RFC 3311), which works like a re-INVITE without an ACK. Without an offer, it only refreshes the
   * call.
   */
  #update(transaction: ServerTransaction): void {
    const { request } = transaction
    const offer = request.body ? readSdp(request.body) : undefined
    const session = this.#changeBy(transaction, request.body !== '' && !offer)
    if (!session) return
    this.#agree(offer)
    if (offer) this.accept(transaction, session.lines, this.describe(offer))
    else transaction.respond(200, { lines: [contactOf(this.place.endpoint), ...session.lines] })
    this.#session?.start(session.terms)
  }

  protected accept(transaction: ServerTransaction, lines: readonly HeaderLine[], body: string): void {
    transaction.respond(200, { lines: [...ANSWER_LINES(this.place.endpoint), ...lines], body })
  }

  /** Returns the session after this request; undefined if the request was refused. */
  #changeBy(transaction: ServerTransaction, isUnreadable: boolean) {
    const { request, remote } = transaction
    const session = this.#session?.answerTo(request)
    if (isUnreadable || this.state !== 'answered' || !session) transaction.respond(488)
    else if (this.#session?.isOffering && (request.method === 'INVITE' || request.body)) transaction.respond(491)
    else if (session.tooSmall) transaction.respond(422, { lines: session.lines })
    else {
      this.#owner?.dialog.moveTo(request, remote)
      return session
    }
    return undefined
  }

  #renegotiation: ServerTransaction | undefined

  protected acknowledgeRenegotiation(request: SipRequest): void {
    if (request.cseq.number !== this.#renegotiation?.request.cseq.number) return
    this.#renegotiation.acknowledged()
    if (!this.#renegotiation.request.body) this.#agree(readSdp(request.body))
  }

  /** Handles an INFO, with which older phones send key presses. */
  #inform(transaction: ServerTransaction): void {
    const { request } = transaction
    if (!/^application\/dtmf-relay/i.test(headerOf(request, 'content-type'))) {
      transaction.respond(415)
      return
    }
    const [, digit] = /^Signal\s*=\s*([\d*#A-D])\s*$/im.exec(request.body) ?? []
    if (digit) this.pressed(digit)
    transaction.respond(200)
  }

  /**
   * Probes a silent phone, because a phone that lost power sends no BYE. Without a response, the call ends as of the
   * phone's last packet.
   */
  #askIfAlive(): void {
    const heard = this.media?.stats().received ?? 0
    if (heard !== this.#heardBefore) this.#lifeAt = Date.now()
    this.#heardBefore = heard
    const { timers } = this.place.endpoint
    if (this.#isAsking || !this.#owner || Date.now() - this.#lifeAt < SILENCE * timers.t1) return
    this.#isAsking = true
    this.place.endpoint.requestInside(this.#owner.dialog, 'OPTIONS', {
      onResponse: ({ status }) => {
        if (status === 481) return this.over({ sipCode: 200, by: 'network', at: this.#lifeAt })
        this.#isAsking = false
        this.#lifeAt = Date.now()
      },
      onTimeout: () => this.#vanished(),
    })
  }

  /** Ends the call after an unanswered probe; if audio arrived meanwhile, the phone is probed again later. */
  #vanished(): void {
    this.#isAsking = false
    const { timers } = this.place.endpoint
    if (Date.now() - this.#lifeAt < timers.giveUp) return
    this.goodbye({ sipCode: 200, by: 'network', at: this.#lifeAt })
  }
}

const ignore = (): void => undefined
