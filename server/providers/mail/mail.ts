export type Mail = {
  to: string
  subject: string
  /** The whole message as plain text; `html` is the same, laid out. */
  text: string
  html?: string
  /** In place of the installation's own name; the address stays. */
  fromName?: string
  /** Where a click, or one request of the mail program (RFC 8058), ends these mails. */
  unsubscribeUrl?: string
  /** The same at every try, so that a receiver which got it already may drop it. */
  id: string
}

export type MailProvider = {
  /** False where the installation has no way to send mail at all. */
  isAvailable: boolean
  /** Resolves once the mail is accepted; else throws, a RefusedForGood where another try is useless. */
  send: (mail: Mail) => Promise<Receipt>
  close: () => void
}

/** `kept`: nothing left this machine, the message stays readable in the outbox. */
export type Receipt = 'sent' | 'kept'

/** The receiver said no, and would say so again. */
export class RefusedForGood extends Error {}

/** Stands in where nothing is configured but the outbox is open: each mail stays in it. */
export const outboxMail: MailProvider = { isAvailable: true, send: async () => 'kept', close: () => {} }

export const noMail: MailProvider = {
  isAvailable: false,
  send: async () => {
    throw new RefusedForGood('no mail server is configured')
  },
  close: () => {},
}
