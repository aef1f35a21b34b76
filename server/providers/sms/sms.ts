import { RefusedForGood } from '../mail/mail.ts'

export type Sms = {
  /** E.164. */
  to: string
  text: string
  /** In place of the provider's own; only where it takes one. */
  sender?: string
  /** The same at every try. */
  id: string
}

export type SmsReceipt = {
  /** `kept`: it did not leave this machine, and stays readable in the outbox. */
  how: 'sent' | 'kept'
  /** The provider's name for it, and its word for how far it has come. */
  sid?: string
  status?: string
  /** How many parts it was sent in, as the provider counts. */
  segments?: number
}

/** Refused for good, with the provider's number for why. */
export class SmsRefused extends RefusedForGood {
  readonly code: number | undefined
  constructor(message: string, code: number | undefined) {
    super(message)
    this.code = code
  }
}

export type SmsProvider = {
  /** False where the installation has no way to send text messages at all. */
  isAvailable: boolean
  /** What receivers see as the sender: a number in E.164, or a name. */
  sender: string
  /** A name may stand in place of the sender: not where messages go from a telephone number or a pool of them. */
  takesSender: boolean
  /** The account whose delivery reports are accepted; undefined: there are none. */
  account: () => { accountSid: string; authToken: string } | undefined
  /** Resolves once the message is accepted; else throws, an SmsRefused where another try is useless. */
  send: (sms: Sms) => Promise<SmsReceipt>
}

const unconnected = { sender: '', takesSender: false, account: () => undefined }

/** Stands in where nothing is configured but the outbox is open: each message stays in it. */
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
