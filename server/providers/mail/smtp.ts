import { createTransport } from 'nodemailer'
import type { MailProvider } from './mail.ts'
import { RefusedForGood } from './mail.ts'

const CONNECT_MS = 10_000
const SOCKET_MS = 30_000
const CONNECTIONS = 4
/** What automatic mail says of itself, so that no holiday reply answers it. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

const unsubscribing = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  // Mail programs send it to https alone.
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

type Options = {
  /** smtp://user:password@host:587 or smtps://…:465 */
  url: string
  /** `Name <address>` */
  from: string
}

export function smtpMail({ url, from }: Options): MailProvider {
  const address = /([^\s<>]+@[^\s<>]+)>?\s*$/.exec(from)?.[1] ?? from
  const domain = address.split('@')[1] ?? 'localhost'
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 1,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isAvailable: true,
    async send({ to, subject, text, html, fromName, unsubscribeUrl, id }) {
      const mail = {
        from: fromName ? { name: fromName, address } : from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { ...headers, ...(unsubscribeUrl && unsubscribing(unsubscribeUrl)) },
        messageId: `<${id}@${domain}>`,
      }
      await transport.sendMail(mail).catch(explain)
      return 'sent'
    },
    close: () => transport.close(),
  }
}

/** 5xx is the receiver's last word (RFC 5321, 4.2.1), except about our own sign-in, which the operator can put right. */
function explain(error: Error & { responseCode?: number; code?: string }): never {
  const isFinal = (error.responseCode ?? 0) >= 500 && error.code !== 'EAUTH'
  throw isFinal ? new RefusedForGood(error.message, { cause: error }) : error
}
