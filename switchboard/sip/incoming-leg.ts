import { Answering } from '../answering.ts'
import { rejectCode } from '../leg-base.ts'
import type { RejectReason } from '../legs.ts'
import { Dialog } from './dialog.ts'
import type { HeaderLine, SipRequest } from './message.ts'
import { type Offer, readSdp } from './sdp.ts'
import type { ServerTransaction } from './server-transaction.ts'
import { answerSession, type SessionTerms } from './session-terms.ts'
import { contactOf, type LegPlace, SipLeg } from './sip-leg.ts'

type AgreedSession = { terms: SessionTerms | undefined; lines: HeaderLine[] }
type Begun = { dialog: Dialog; session: AgreedSession; offer?: Offer }

/** A call from a SIP phone or the trunk. */
export class IncomingSipLeg extends SipLeg {
  readonly #transaction: ServerTransaction
  readonly #dialog: Dialog
  /**
   * The caller's offer; undefined if the INVITE has none. This side then makes the offer, and the answer comes with the
   * ACK.
   */
  readonly #offer: Offer | undefined
  readonly #session: AgreedSession
  readonly #answering = new Answering(this)

  private constructor(place: LegPlace, transaction: ServerTransaction, begun: Begun) {
    super('incoming', place)
    this.#transaction = transaction
    this.#dialog = begun.dialog
    this.#offer = begun.offer
    this.#session = begun.session
    transaction.onCancel = () => this.#refuse(487, 'phone')
    transaction.onUnacknowledged = () => this.goodbye({ sipCode: 200, by: 'network' })
  }

  /** Creates the leg of an INVITE; returns undefined if the request was refused. */
  static of(place: LegPlace, transaction: ServerTransaction): IncomingSipLeg | undefined {
    const { request, remote } = transaction
    const dialog = Dialog.ofRequest(request, transaction.localTag, remote)
    const offer = request.body ? readSdp(request.body) : undefined
    const session = answerSession(request, undefined)
    if (!dialog) transaction.respond(400)
    else if (request.body && !offer) transaction.respond(488)
    else if (session.tooSmall) transaction.respond(422, { lines: session.lines })
    else return new IncomingSipLeg(place, transaction, offer ? { dialog, session, offer } : { dialog, session })
    return undefined
  }

  ring(): void {
    if (this.state === 'answered' || this.state === 'ended') return
    this.moveTo('ringing')
    this.#transaction.respond(180, { lines: [contactOf(this.place.endpoint)] })
  }

  answer(): Promise<void> {
    return this.#answering.give(() => this.#answer())
  }

  reject(reason: RejectReason): void {
    this.#refuse(rejectCode(reason), 'exchange')
  }

  hangup(): void {
    if (this.#transaction.final === 200) this.goodbye({ sipCode: 200, by: 'exchange' })
    else this.#refuse(480, 'exchange')
  }

  async #answer(): Promise<void> {
    const media = await this.openMedia()
    if (this.state === 'ended') return
    if (!media) return this.#refuse(503, 'exchange')
    if (this.#offer) media.agree(this.#offer.terms)
    const session = this.hold(this.#dialog)
    session.learn(this.#transaction.request)
    this.accept(this.#transaction, this.#session.lines, this.describe(this.#offer))
    session.start(this.#session.terms)
    if (this.#offer) this.#established()
  }

  #established(): void {
    this.established()
    this.#answering.settle()
  }

  protected acknowledged(request: SipRequest): void {
    if (request.cseq.number !== this.#transaction.request.cseq.number) {
      this.acknowledgeRenegotiation(request)
      return
    }
    this.#transaction.acknowledged()
    if (this.#offer || this.state === 'answered') return
    const answered = readSdp(request.body)
    if (!answered) {
      this.goodbye({ sipCode: 488, by: 'phone' })
      return
    }
    this.media?.agree(answered.terms)
    this.#established()
  }

  #refuse(sipCode: number, by: 'phone' | 'exchange'): void {
    if (this.#transaction.final) return
    this.#transaction.respond(sipCode)
    this.over({ sipCode, by })
  }
}
