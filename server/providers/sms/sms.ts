export type Sms = {
  /** E.164. */
  to: string
  text: string
  /** The same at every try. */
  id: string
}

export type SmsProvider = {
  /** False where the installation has no way to send text messages at all. */
  isAvailable: boolean
  /** Resolves once the message is accepted, with `kept` where it stays in the outbox; else throws. */
  send: (sms: Sms) => Promise<'sent' | 'kept'>
}

/** Stands in where nothing is configured but the outbox is open: each message stays in it. */
export const outboxSms: SmsProvider = { isAvailable: true, send: async () => 'kept' }

export const noSms: SmsProvider = {
  isAvailable: false,
  send: async () => {
    throw new Error('no SMS provider is configured')
  },
}

/** The outbox where its page is open, else nothing: no provider is built in yet. */
export const openSms = ({ devPages }: { devPages: boolean }): SmsProvider => (devPages ? outboxSms : noSms)
