import { randomBytes } from 'node:crypto'
import type { ClientTransaction } from './client-transaction.ts'
import { Dialog } from './dialog.ts'
import { answerChallenge, type Credentials } from './digest.ts'
import { ALLOW, type SipEndpoint } from './endpoint.ts'
import { type HeaderLine, headerOf, type SipResponse } from './message.ts'
import { askSession, LEAST_SESSION_SECONDS, leastOf, SESSION_SECONDS } from './session-terms.ts'
import { contactOf } from './sip-leg.ts'
import type { Remote } from './transport.ts'

/** One contact to ring. */
export type Destination = { uri: string; remote: Remote; credentials?: Credentials | undefined; isTrunk?: true }

export type AttemptListener = {
  onRinging(): void
  /** Called when the phone answered. The listener keeps the dialog or ends it with BYE. */
  onAnswer(dialog: Dialog, response: SipResponse): void
  onFailure(status: number): void
}

export type Invitation = {
  /** The From header: the caller ID to show, as a URI of this exchange. */
  from: string
  offer: string
  lines?: readonly HeaderLine[]
}

/** Maximum ringing time of any call. */
const LONGEST_RINGING_MS = 180_000

/**
 * One INVITE transaction, including an authentication challenge, its cancellation, and an answer that crosses the
 * cancellation.
 */
export class Attempt {
  readonly #endpoint: SipEndpoint
  readonly #destination: Destination
  readonly #invitation: Invitation
  readonly #listener: AttemptListener
  readonly #callId = `${randomBytes(12).toString('hex')}`
  readonly #tag = randomBytes(6).toString('hex')
  #transaction: ClientTransaction | undefined
  #sequence = 1
  #proved = false
  /** Largest Min-SE that the phones and proxies on the path demanded (RFC 4028). */
  #least: number = LEAST_SESSION_SECONDS
  /**
   * Whether the request was already retried with a longer interval. A phone that then demands an even longer one is
   * refused.
   */
  #isRaised = false
  #cancelWanted = false
  #cancelSent = false
  #over = false
  #dialog: Dialog | undefined
  #longest: NodeJS.Timeout | undefined

  constructor(
    endpoint: SipEndpoint,
    what: { destination: Destination; invitation: Invitation },
    listener: AttemptListener,
  ) {
    this.#endpoint = endpoint
    this.#destination = what.destination
    this.#invitation = what.invitation
    this.#listener = listener
  }

  start(proof: readonly HeaderLine[] = []): void {
    const { uri, remote } = this.#destination
    const lines: HeaderLine[] = [
      ...this.#identity(),
      contactOf(this.#endpoint),
      ['Allow', ALLOW],
      ...askSession(Math.max(SESSION_SECONDS, this.#least), this.#least),
      ...(this.#invitation.lines ?? []),
      ...proof,
      ['Content-Type', 'application/sdp'],
    ]
    this.#longest ??= setTimeout(() => this.cancel(), LONGEST_RINGING_MS).unref()
    this.#transaction = this.#endpoint.request(
      { method: 'INVITE', uri, remote, lines, cseq: this.#sequence, body: this.#invitation.offer },
      { onResponse: (response, from) => this.#onResponse(response, from), onTimeout: () => this.#fail(408) },
    )
  }

  /** Cancels the attempt. A CANCEL may be sent only after a provisional response (RFC 3261 9.1). */
  cancel(): void {
    this.#cancelWanted = true
    const invite = this.#transaction
    if (!invite?.proceeding || this.#cancelSent) return
    this.#cancelSent = true
    const { uri, remote } = this.#destination
    const { branch } = invite
    this.#endpoint.request(
      { method: 'CANCEL', uri, remote, lines: this.#identity(), cseq: this.#sequence, branch },
      { onResponse: ignore, onTimeout: ignore },
    )
    const { giveUp } = this.#endpoint.timers
    setTimeout(() => this.#fail(487), giveUp).unref()
  }

  #identity(): HeaderLine[] {
    return [
      ['From', `<${this.#invitation.from}>;tag=${this.#tag}`],
      ['To', `<${this.#destination.uri}>`],
      ['Call-ID', this.#callId],
    ]
  }

  #onResponse(response: SipResponse, from: Remote): void {
    const { status } = response
    if (status >= 300) {
      this.#refused(response)
      return
    }
    if (status >= 200) {
      this.#answered(response, from)
      return
    }
    if (this.#cancelWanted) this.cancel()
    else if (status > 100) this.#listener.onRinging()
  }

  #answered(response: SipResponse, from: Remote): void {
    const { transport } = this.#endpoint
    const dialog = response.to.tag ? Dialog.ofResponse(response, from) : undefined
    if (!dialog) {
      this.#fail(502)
      return
    }
    if (this.#dialog?.remoteTag === dialog.remoteTag) {
      this.#dialog.acknowledge(transport, response.cseq.number)
      return
    }
    dialog.acknowledge(transport, response.cseq.number)
    // The phone answered after the attempt was canceled, timed out or was answered elsewhere: end the call at once.
    if (this.#over || this.#cancelWanted) {
      this.#dialog ??= dialog
      this.#endpoint.requestInside(dialog, 'BYE', { onResponse: ignore, onTimeout: ignore })
      this.#fail(487)
      return
    }
    this.#dialog = dialog
    this.#end()
    this.#listener.onAnswer(dialog, response)
  }

  #refused(response: SipResponse): void {
    const isTooSmall =
      response.status === 422 && !this.#isRaised && leastOf(response) > Math.max(SESSION_SECONDS, this.#least)
    const proof = isTooSmall ? undefined : this.#proof(response)
    if ((!proof && !isTooSmall) || this.#over) {
      this.#fail(response.status)
      return
    }
    if (this.#cancelWanted) {
      this.#fail(487)
      return
    }
    if (isTooSmall) {
      this.#least = leastOf(response)
      this.#isRaised = true
    }
    // A retry with another interval carries no credentials, so it may be challenged again.
    this.#proved = proof !== undefined
    this.#sequence++
    this.start(proof ? [proof] : [])
  }

  #proof(response: SipResponse): HeaderLine | undefined {
    const { credentials, uri } = this.#destination
    if (!credentials || this.#proved || (response.status !== 401 && response.status !== 407)) return undefined
    const [asks, answers] =
      response.status === 401
        ? (['www-authenticate', 'Authorization'] as const)
        : (['proxy-authenticate', 'Proxy-Authorization'] as const)
    const value = answerChallenge(headerOf(response, asks), credentials, { method: 'INVITE', uri })
    return value === undefined ? undefined : [answers, value]
  }

  #fail(status: number): void {
    if (this.#over) return
    this.#end()
    this.#listener.onFailure(status)
  }

  #end(): void {
    this.#over = true
    clearTimeout(this.#longest)
  }
}

const ignore = (): void => undefined
