type MailFile = { name: string; type: string; bytes: Buffer }
export type Mail = {
  to: string
  subject: string
  /** The whole message as plain text; `html` is the same, laid out. */
  text: string
  html?: string
  attachment?: MailFile
  /** Files that a person sends along. */
  attachments?: readonly MailFile[]
  /** Replaces the installation's sender name; the address stays. */
  fromName?: string
  /** The address that unsubscribes, by a click or one request of the mail program (RFC 8058). */
  unsubscribeUrl?: string
  /** Where answers go; else to the sender's address. */
  replyTo?: string
  /** A person wrote it: it is not marked as automatic mail. */
  isPersonal?: boolean
  /** Equal for every try, so that a receiver can drop duplicates. */
  id: string
}

export type MailProvider = {
  /** False if the installation cannot send mail. */
  isAvailable: boolean
  /** Resolves once the mail is accepted; throws RefusedForGood if another try is useless. */
  send: (mail: Mail) => Promise<Receipt>
  close: () => void
}

/** `kept`: not sent; the message stays readable in the outbox. */
export type Receipt = 'sent' | 'kept'

/** A permanent refusal by the receiver. */
export class RefusedForGood extends Error {}

/** Used if nothing is configured and the outbox is open: each mail stays in it. */
export const outboxMail: MailProvider = { isAvailable: true, send: async () => 'kept', close: () => {} }

export const noMail: MailProvider = {
  isAvailable: false,
  send: async () => {
    throw new RefusedForGood('no mail server is configured')
  },
  close: () => {},
}
