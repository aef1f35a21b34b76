import { LegBase } from '../leg-base.ts'
import type { DialRequest, LegEnd, LegStats } from '../legs.ts'
import type { IceConfig } from './ice.ts'
import { CONNECT_MS } from './incoming-leg.ts'
import type { PhoneMessage } from './messages.ts'
import { WebPeer } from './peer.ts'
import type { WebPhone } from './phone.ts'

type Ring = { phone: WebPhone; peer: WebPeer }

/** The leg of a call to browsers. It rings all browsers of a person at once; the first to answer gets the call. */
export class OutgoingWebLeg extends LegBase {
  readonly kind = 'web'
  readonly #request: DialRequest
  readonly #ice: IceConfig
  readonly #rings = new Set<Ring>()
  #answered: Ring | undefined
  #late: NodeJS.Timeout | undefined

  constructor(phones: readonly WebPhone[], request: DialRequest, ice: IceConfig) {
    super('outgoing')
    this.#request = request
    this.#ice = ice
    for (const phone of phones) void this.#ring(phone)
  }

  override stats(): LegStats {
    return this.#answered?.peer.stats() ?? super.stats()
  }

  ring(): void {}

  answer(): Promise<void> {
    return Promise.resolve()
  }

  reject(): void {
    this.hangup()
  }

  hangup(): void {
    this.#leave({ sipCode: this.state === 'answered' ? 200 : 487, by: 'exchange' })
  }

  send(frame: Int16Array): void {
    if (this.state === 'answered') this.#answered?.peer.send(frame)
  }

  /** Not supported: browsers do not pass received DTMF to the page. */
  sendDigits(): void {}

  async #ring(phone: WebPhone): Promise<void> {
    const call = this.id
    const ring: Ring = {
      phone,
      peer: new WebPeer(
        this.#ice,
        this.#listener(phone, () => ring),
      ),
    }
    this.#rings.add(ring)
    const mine = phone.begin(call, {
      onMessage: (message) => this.#onMessage(ring, message),
      onGone: () => this.#drop(ring, 480),
    })
    const sdp = mine ? await ring.peer.offer() : undefined
    if (!this.#rings.has(ring)) return
    if (!mine || sdp === undefined) {
      this.#drop(ring, mine ? 503 : 486)
      return
    }
    const { to, from, callSid } = this.#request
    phone.send({ t: 'incoming', call, from, callSid, params: to.kind === 'client' ? to.params : {}, sdp })
    this.moveTo('ringing')
  }

  #listener(phone: WebPhone, ring: () => Ring) {
    return {
      heard: (frame: Int16Array, at: number) => this.heard(frame, at),
      pressed: (digit: string) => this.pressed(digit),
      candidate: (c: { candidate: string }) => phone.send({ t: 'cand', call: this.id, c }),
      connected: () => {
        clearTimeout(this.#late)
        if (this.#answered === ring()) this.moveTo('answered')
      },
      lost: () => this.#drop(ring(), 480),
    }
  }

  #onMessage(ring: Ring, message: PhoneMessage): void {
    if (message.t === 'cand') ring.peer.addCandidate(message.c)
    else if (message.t === 'answer') void this.#accept(ring, message.sdp)
    else if (message.t === 'dtmf') for (const digit of message.d) this.pressed(digit)
    else if (message.t === 'reject' && message.reason === 'busy') this.#drop(ring, 486, 'phone')
    else if (message.t === 'reject') this.#leave({ sipCode: 603, by: 'phone' })
    else if (message.t === 'hangup') this.#leave({ sipCode: this.state === 'answered' ? 200 : 603, by: 'phone' })
  }

  async #accept(ring: Ring, sdp: string): Promise<void> {
    if (this.#answered) return
    this.#answered = ring
    for (const other of [...this.#rings]) if (other !== ring) this.#cancel(other)
    this.#late = setTimeout(() => this.#drop(ring, 480), CONNECT_MS)
    if (!(await ring.peer.accept(sdp))) this.#drop(ring, 488)
  }

  #cancel(ring: Ring): void {
    this.#rings.delete(ring)
    ring.peer.close()
    ring.phone.send({ t: 'cancel', call: this.id })
    ring.phone.end(this.id)
  }

  /** Removes a phone that no longer rings; the leg ends with the last one. */
  #drop(ring: Ring, sipCode: number, by: LegEnd['by'] = 'network'): void {
    if (!this.#rings.has(ring)) return
    if (this.#rings.size === 1) {
      this.#leave({ sipCode: this.state === 'answered' ? 200 : sipCode, by })
      return
    }
    this.#cancel(ring)
  }

  #leave(end: LegEnd): void {
    if (!this.finish(end)) return
    clearTimeout(this.#late)
    for (const ring of [...this.#rings]) {
      this.#rings.delete(ring)
      ring.peer.close()
      const taken = ring === this.#answered
      ring.phone.send(taken ? { t: 'ended', call: this.id, code: end.sipCode } : { t: 'cancel', call: this.id })
      ring.phone.end(this.id)
    }
  }
}
