import { Answering } from '../answering.ts'
import { LegBase, rejectCode } from '../leg-base.ts'
import type { LegEnd, LegStats, RejectReason } from '../legs.ts'
import type { IceConfig } from './ice.ts'
import type { PhoneMessage } from './messages.ts'
import { WebPeer } from './peer.ts'
import type { PhoneCall, WebPhone } from './phone.ts'

/** Time allowed from the answer until the browser's audio is connected. */
export const CONNECT_MS = 15_000

/** The leg of a call from a browser. */
export class IncomingWebLeg extends LegBase implements PhoneCall {
  readonly kind = 'web'
  readonly #phone: WebPhone
  readonly #call: string
  readonly #offer: string
  readonly #peer: WebPeer
  readonly #answering = new Answering(this)
  #late: NodeJS.Timeout | undefined

  constructor(phone: WebPhone, { call, sdp }: Extract<PhoneMessage, { t: 'call' }>, ice: IceConfig) {
    super('incoming')
    this.#phone = phone
    this.#call = call
    this.#offer = sdp
    this.#peer = new WebPeer(ice, {
      heard: (frame, at) => this.heard(frame, at),
      pressed: (digit) => this.pressed(digit),
      candidate: (c) => phone.send({ t: 'cand', call, c }),
      connected: () => this.#connected(),
      lost: () => this.#leave({ sipCode: this.state === 'answered' ? 200 : 480, by: 'network' }),
    })
  }

  override stats(): LegStats {
    return this.#peer.stats()
  }

  ring(): void {
    if (this.moveTo('ringing')) this.#phone.send({ t: 'ringing', call: this.#call })
  }

  answer(): Promise<void> {
    return this.#answering.give(() => this.#answer())
  }

  reject(reason: RejectReason): void {
    if (this.state !== 'answered') this.#leave({ sipCode: rejectCode(reason), by: 'exchange' })
  }

  hangup(): void {
    this.#leave({ sipCode: this.state === 'answered' ? 200 : 480, by: 'exchange' })
  }

  send(frame: Int16Array): void {
    if (this.state === 'answered') this.#peer.send(frame)
  }

  /** Not supported: browsers do not pass received DTMF to the page. */
  sendDigits(): void {}

  onMessage(message: PhoneMessage): void {
    if (message.t === 'cand') this.#peer.addCandidate(message.c)
    else if (message.t === 'dtmf') for (const digit of message.d) this.pressed(digit)
    else if (message.t === 'hangup') this.#leave({ sipCode: this.state === 'answered' ? 200 : 487, by: 'phone' })
  }

  onGone(): void {
    this.#leave({ sipCode: this.state === 'answered' ? 200 : 487, by: 'network' })
  }

  async #answer(): Promise<void> {
    const sdp = await this.#peer.answer(this.#offer)
    if (this.state === 'ended') return
    if (sdp === undefined) {
      this.#leave({ sipCode: 488, by: 'exchange' })
      return
    }
    this.#late = setTimeout(() => this.#leave({ sipCode: 480, by: 'network' }), CONNECT_MS)
    this.#phone.send({ t: 'answered', call: this.#call, sdp })
  }

  #connected(): void {
    clearTimeout(this.#late)
    this.moveTo('answered')
    this.#answering.settle()
  }

  #leave(end: LegEnd): void {
    if (!this.finish(end)) return
    clearTimeout(this.#late)
    this.#peer.close()
    this.#phone.send({ t: 'ended', call: this.#call, code: end.sipCode })
    this.#phone.end(this.#call)
  }
}
