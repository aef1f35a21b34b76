import type { Dialog } from './dialog.ts'
import { answerChallenge, type Credentials } from './digest.ts'
import type { SipEndpoint } from './endpoint.ts'
import { type HeaderLine, headerOf, type SipMessage, type SipRequest, type SipResponse } from './message.ts'
import {
  agreedIn,
  answerSession,
  askSession,
  LEAST_SESSION_SECONDS,
  leastOf,
  type SessionAnswer,
  type SessionTerms,
  wordsOf,
} from './session-terms.ts'
import type { Remote } from './transport.ts'

export type SessionPlace = {
  endpoint: SipEndpoint
  dialog: Dialog
  contact: HeaderLine
  /** Credentials for a peer that challenges requests within the call, too. */
  credentials?: Credentials | undefined
}

export type SessionListener = {
  /** Returns the last session description of this side, which a refresh repeats. */
  description(): string
  onAnswer(body: string): void
  /** Called when the peer did not refresh in time, or no longer knows the call. */
  onExpired(): void
}

/** How many seconds before the end of the interval the call is ended: at most a third of the interval (RFC 4028 10). */
const BEFORE_END = 32

/** The session timer of a call. It refreshes the call at half the interval, or expects the peer to do so. */
export class Session {
  #terms: SessionTerms | undefined
  /** Whether a refresh was already retried with a longer interval, after it was refused as too short. */
  #isRaised = false
  readonly #place: SessionPlace
  readonly #listener: SessionListener
  #least = LEAST_SESSION_SECONDS
  #allowsUpdate = false
  #refresh: NodeJS.Timeout | undefined
  #expiry: NodeJS.Timeout | undefined
  /** Method of the refresh that awaits a response. */
  #asking: 'INVITE' | 'UPDATE' | undefined
  #stopped = false

  constructor(place: SessionPlace, listener: SessionListener) {
    this.#place = place
    this.#listener = listener
  }

  /** Whether an offer of this side awaits its answer. Meanwhile, offers of the peer are refused (RFC 3261 14.2). */
  get isOffering(): boolean {
    return this.#asking === 'INVITE'
  }

  /** Reads the supported methods, which any message of the peer may list. */
  learn(message: SipMessage): void {
    if (headerOf(message, 'allow')) this.#allowsUpdate = wordsOf(message, 'allow').includes('update')
  }

  answerTo(request: SipRequest): SessionAnswer {
    this.learn(request)
    return answerSession(request, this.#terms)
  }

  start(terms: SessionTerms | undefined): void {
    this.#clear()
    this.#terms = this.#stopped ? undefined : terms
    if (!this.#terms) return
    const { seconds, isOurs } = this.#terms
    if (isOurs) this.#refresh = setTimeout(() => this.#ask(), this.#ms(seconds / 2))
    const last = seconds - Math.min(BEFORE_END, seconds / 3)
    this.#expiry = setTimeout(() => this.#listener.onExpired(), this.#ms(last))
  }

  stop(): void {
    this.#stopped = true
    this.start(undefined)
  }

  #clear(): void {
    clearTimeout(this.#refresh)
    clearTimeout(this.#expiry)
  }

  /** Converts seconds to milliseconds. A second is twice T1, so that tests with a short T1 have short sessions. */
  #ms(seconds: number): number {
    return seconds * 2 * this.#place.endpoint.timers.t1
  }

  #ask(proof: readonly HeaderLine[] = []): void {
    if (!this.#terms || this.#asking) return
    const { endpoint, dialog, contact } = this.#place
    const method = this.#allowsUpdate ? 'UPDATE' : 'INVITE'
    const own = method === 'INVITE' ? this.#listener.description() : ''
    const type: HeaderLine[] = own ? [['Content-Type', 'application/sdp']] : []
    const lines = [contact, ...askSession(this.#terms.seconds, this.#least, 'uac'), ...proof, ...type]
    this.#asking = method
    let isAnswered = false
    endpoint.requestInside(
      dialog,
      method,
      {
        onResponse: (response, from) => {
          if (response.status < 200) return
          if (method === 'INVITE' && response.status < 300) dialog.acknowledge(endpoint.transport, response.cseq.number)
          if (isAnswered) return
          isAnswered = true
          this.#asking = undefined
          if (!this.#stopped) this.#onResponse(response, { from, isProved: proof.length > 0 })
        },
        onTimeout: () => this.#failed(),
      },
      { lines, body: own },
    )
  }

  #onResponse(response: SipResponse, { from, isProved }: { from: Remote; isProved: boolean }): void {
    const { status } = response
    this.learn(response)
    if (status < 300) {
      this.#place.dialog.moveTo(response, from)
      if (response.body) this.#listener.onAnswer(response.body)
      this.start(agreedIn(response))
    } else if (status === 408 || status === 481) this.#failed()
    else if (status === 401 || status === 407) this.#prove(response, isProved)
    else this.#tryLater(response)
  }

  #failed(): void {
    this.#asking = undefined
    if (!this.#stopped) this.#listener.onExpired()
  }

  /**
   * Handles a temporary refusal (491, 422, 500 …): the call continues until its interval ends, and one more refresh is
   * sent before that.
   */
  #tryLater(response: SipResponse): void {
    if (!this.#terms) return
    const { seconds, isOurs } = this.#terms
    this.#least = leastOf(response)
    const isTooSmall = response.status === 422 && !this.#isRaised && this.#least > seconds
    if (isTooSmall) this.#terms = { seconds: this.#least, isOurs }
    this.#isRaised = isTooSmall
    if (response.status === 405 || response.status === 501) this.#allowsUpdate = false
    // After a 491, the initiator of the call waits 2.1 to 4 s (RFC 3261 14.1).
    this.#refresh = setTimeout(() => this.#ask(), this.#ms(isTooSmall ? 0 : 2.1 + Math.random() * 1.9))
  }

  #prove(response: SipResponse, isProved: boolean): void {
    const { credentials, dialog } = this.#place
    const [asks, answers] =
      response.status === 401 ? ['www-authenticate', 'Authorization'] : ['proxy-authenticate', 'Proxy-Authorization']
    const what = { method: response.cseq.method, uri: dialog.target }
    const value =
      credentials && !isProved && asks ? answerChallenge(headerOf(response, asks), credentials, what) : undefined
    if (value && answers) this.#ask([[answers, value]])
    else this.#tryLater(response)
  }
}
