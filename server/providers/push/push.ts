import { RefusedForGood } from '../mail/mail.ts'

/** A browser at its push service: the address, and the browser's keys (RFC 8291). */
export type PushTarget = { endpoint: string; p256dh: Buffer; auth: Buffer }
export type Push = {
  to: PushTarget
  /** Up to 3,993 bytes. */
  text: string
  urgency: 'normal' | 'high'
  /** Up to 32 characters of base64url. Of those with one topic that wait for a device, the last one is shown. */
  topic: string
}

export type PushProvider = {
  /** The installation's key, by which browsers subscribe, in base64url. */
  publicKey: string
  /** Resolves once the push service accepted it; throws PushGone, RefusedForGood or PushPostponed. */
  send: (push: Push) => Promise<unknown>
}

/** The browser no longer has the subscription. */
export class PushGone extends RefusedForGood {}

/** The push service is busy, and asks not to be tried again before this many seconds. */
export class PushPostponed extends Error {
  readonly seconds: number
  constructor(message: string, seconds: number) {
    super(message)
    this.seconds = seconds
  }
}
