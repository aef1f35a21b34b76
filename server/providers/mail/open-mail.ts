import { type MailProvider, noMail, outboxMail } from './mail.ts'
import { smtpMail } from './smtp.ts'

type Given = { smtpUrl: string | undefined; mailFrom: string; devPages: boolean }

/** A mail server if there is one, else the outbox where its page is open, else nothing. */
export function openMail({ smtpUrl, mailFrom, devPages }: Given): MailProvider {
  if (smtpUrl) return smtpMail({ url: smtpUrl, from: mailFrom })
  return devPages ? outboxMail : noMail
}
