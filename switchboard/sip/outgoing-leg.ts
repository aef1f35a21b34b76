import { Attempt, type Destination, type Invitation } from './attempt.ts'
import type { Dialog } from './dialog.ts'
import type { SipRequest, SipResponse } from './message.ts'
import { readSdp } from './sdp.ts'
import { agreedIn } from './session-terms.ts'
import { type LegPlace, SipLeg } from './sip-leg.ts'

/** The leg of a call to SIP phones. It rings all phones of an address at once; the first to answer gets the call. */
export class OutgoingSipLeg extends SipLeg {
  readonly #attempts: Attempt[] = []
  #pending = 0
  /** The most significant refusal so far. */
  #worst = 0
  #talking = false

  constructor(place: LegPlace, destinations: readonly Destination[], invitation: Omit<Invitation, 'offer'>) {
    super('outgoing', place)
    void this.#start(destinations, invitation)
  }

  ring(): void {}

  answer(): Promise<void> {
    return Promise.resolve()
  }

  reject(): void {
    this.hangup()
  }

  hangup(): void {
    if (this.#talking) {
      this.goodbye({ sipCode: 200, by: 'exchange' })
      return
    }
    this.#cancelAll()
    this.over({ sipCode: 487, by: 'exchange' })
  }

  async #start(destinations: readonly Destination[], invitation: Omit<Invitation, 'offer'>): Promise<void> {
    const media = destinations.length > 0 ? await this.openMedia() : undefined
    if (this.state === 'ended') return
    if (destinations.length === 0) await Promise.resolve()
    if (!media) return this.over({ sipCode: destinations.length === 0 ? 480 : 503, by: 'exchange' })
    this.#pending = destinations.length
    const offer = this.describe()
    for (const destination of destinations) this.#ring(destination, { ...invitation, offer })
  }

  #ring(destination: Destination, invitation: Invitation): void {
    const attempt = new Attempt(
      this.place.endpoint,
      { destination, invitation },
      {
        onRinging: () => void this.moveTo('ringing'),
        onAnswer: (dialog, response) => {
          this.#cancelAll(attempt)
          this.#answered(dialog, response, destination)
        },
        onFailure: (status) => this.#failed(status),
      },
    )
    this.#attempts.push(attempt)
    attempt.start()
  }

  #answered(dialog: Dialog, response: SipResponse, { credentials }: Destination): void {
    this.#talking = true
    const session = this.hold(dialog, credentials)
    session.learn(response)
    const answer = readSdp(response.body)
    if (!answer) {
      this.goodbye({ sipCode: 488, by: 'phone' })
      return
    }
    this.media?.agree(answer.terms)
    this.established()
    session.start(agreedIn(response))
  }

  /**
   * Records a failed attempt. A response from a phone outweighs the lack of one: busy or declined before unreachable.
   */
  #failed(status: number): void {
    this.#pending--
    if (weight(status) > weight(this.#worst)) this.#worst = status
    if (this.#pending === 0 && !this.#talking) this.over({ sipCode: codeOf(this.#worst), by: byOf(this.#worst) })
  }

  #cancelAll(except?: Attempt): void {
    for (const attempt of this.#attempts) if (attempt !== except) attempt.cancel()
  }

  protected acknowledged(request: SipRequest): void {
    this.acknowledgeRenegotiation(request)
  }
}

function weight(status: number): number {
  if (status === 0) return 0
  if (status >= 600) return 4
  if (status === 486) return 3
  return status === 408 || status === 480 ? 1 : 2
}

/**
 * Converts a refusal to the SIP status of the leg. Redirections are not followed; a challenge that cannot be answered
 * is a refusal.
 */
function codeOf(status: number): number {
  if (status < 400) return 480
  return status === 401 || status === 407 ? 403 : status
}

const byOf = (status: number) => (status === 408 ? 'network' : 'phone')
