import { type MailProvider, noMail, outboxMail } from './mail.ts'
import { smtpMail } from './smtp.ts'

type MailOptions = { smtpUrl: string | undefined; mailFrom: string; devPages: boolean }

/** The configured mail server, else the outbox if its page is open, else none. */
export function openMail({ smtpUrl, mailFrom, devPages }: MailOptions): MailProvider {
  if (smtpUrl) return smtpMail({ url: smtpUrl, from: mailFrom })
  return devPages ? outboxMail : noMail
}
