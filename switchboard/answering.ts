import type { Leg } from './legs.ts'

/**
 * The pending answer to an incoming call. Any verb may request it; it is requested only once, and settles when the call
 * connects or ends.
 */
export class Answering {
  readonly #leg: Leg
  #given: PromiseWithResolvers<void> | undefined

  constructor(leg: Leg) {
    this.#leg = leg
    leg.onState((state) => state === 'ended' && this.settle())
  }

  give(answer: () => Promise<void>): Promise<void> {
    const { state } = this.#leg
    if (state === 'answered' || state === 'ended') return Promise.resolve()
    if (!this.#given) {
      this.#given = Promise.withResolvers<void>()
      void answer()
    }
    return this.#given.promise
  }

  settle(): void {
    this.#given?.resolve()
  }
}
