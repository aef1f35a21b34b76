import { RefusedForGood } from '../mail/mail.ts'

export type Sms = {
  /** E.164. */
  to: string
  text: string
  /** Replaces the provider's sender; only if it accepts one. */
  sender?: string
  /** Equal for every try. */
  id: string
}

export type SmsReceipt = {
  /** `kept`: not sent; it stays readable in the outbox. */
  how: 'sent' | 'kept'
  /** The provider's id of the message, and its delivery status. */
  sid?: string
  status?: string
  /** The number of segments, as the provider counts. */
  segments?: number
}

/** A permanent refusal, with the provider's error code. */
export class SmsRefused extends RefusedForGood {
  readonly code: number | undefined
  constructor(message: string, code: number | undefined) {
    super(message)
    this.code = code
  }
}

export type SmsProvider = {
  /** False if the installation cannot send text messages. */
  isAvailable: boolean
  /** The sender that receivers see: a number in E.164, or a name. */
  sender: string
  /** Whether a message may have its own sender name; not if messages are sent from a phone number or a pool. */
  takesSender: boolean
  /** The account whose delivery reports are accepted; undefined: there are none. */
  account: () => { accountSid: string; authToken: string } | undefined
  /** Resolves once the message is accepted; throws SmsRefused if another try is useless. */
  send: (sms: Sms) => Promise<SmsReceipt>
}

const unconnected = { sender: '', takesSender: false, account: () => undefined }

/** Used if nothing is configured and the outbox is open: each message stays in it. */
export const outboxSms: SmsProvider = {
  ...unconnected,
  takesSender: true,
  isAvailable: true,
  send: async () => ({ how: 'kept' }),
}

export const noSms: SmsProvider = {
  ...unconnected,
  isAvailable: false,
  send: async () => {
    throw new Error('no SMS provider is configured')
  },
}
