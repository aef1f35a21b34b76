import { clock } from '../clock.ts'
import { LegBase, rejectCode } from '../leg-base.ts'
import type { DialRequest, Leg, LegFactory, OnIncoming, RejectReason } from '../legs.ts'
import { SAMPLE_RATE } from '../legs.ts'
import type { Store } from '../store/store.ts'

type ForwardOf = (phone: string) => { to: string; isNamed: boolean } | undefined

/**
 * Numbers of the exchange's accounts as destinations: a call to one comes in again as a call of its own, which its
 * account answers. As with the vendor, nothing but caller and called number connects the two. So do calls to outside phones
 * whose carrier forwards them to one of these numbers.
 */
export class OwnLines implements LegFactory {
  readonly kind = 'line'
  readonly #store: Store
  readonly #onIncoming: OnIncoming
  readonly #forwardOf: ForwardOf

  constructor(store: Store, onIncoming: OnIncoming, forwardOf: ForwardOf) {
    this.#store = store
    this.#onIncoming = onIncoming
    this.#forwardOf = forwardOf
  }

  dial({ to, from }: DialRequest): Leg | undefined {
    if (to.kind !== 'number') return undefined
    const forward = this.#forwardOf(to.e164)
    const called = forward?.to ?? to.e164
    const isOwn = this.#store.list('numbers').some(({ phoneNumber }) => phoneNumber === called)
    if (!isOwn) return undefined
    const [near, far] = [new LineLeg('outgoing'), new LineLeg('incoming')]
    near.other = far
    far.other = near
    // The caller's call first learns its leg.
    setImmediate(() => {
      if (near.state === 'ended') return
      far.ring()
      this.#onIncoming(far, { from, to: called, ...(forward?.isNamed && { params: { ForwardedFrom: to.e164 } }) })
    })
    return near
  }

  phones() {
    return []
  }

  async close() {}
}

/** One end of a line: what one end sends, the other hears. */
class LineLeg extends LegBase {
  readonly kind = 'line'
  other: LineLeg | undefined
  readonly #since = clock.ticks()

  ring(): void {
    this.moveTo('ringing')
    this.other?.moveTo('ringing')
  }

  async answer(): Promise<void> {
    if (this.moveTo('answered')) this.other?.moveTo('answered')
  }

  reject(reason: RejectReason): void {
    if (this.state !== 'answered') this.#end(rejectCode(reason))
  }

  hangup(): void {
    this.#end(this.state === 'answered' ? 200 : this.direction === 'outgoing' ? 487 : 480)
  }

  send(frame: Int16Array): void {
    if (this.state !== 'answered') return
    this.counted.sent++
    this.other?.heard(frame, Math.round(((clock.ticks() - this.#since) * SAMPLE_RATE) / 1_000))
  }

  sendDigits(digits: string): void {
    if (this.state === 'answered') for (const digit of digits) this.other?.pressed(digit)
  }

  #end(sipCode: number) {
    if (this.finish({ sipCode, by: 'exchange' })) this.other?.finish({ sipCode, by: 'phone' })
  }
}
