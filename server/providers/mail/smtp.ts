import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { NeverSent } from '../unreached.ts'
import type { MailProvider } from './mail.ts'
import { RefusedForGood } from './mail.ts'

const CONNECT_MS = 10_000
const SOCKET_MS = 30_000
const CONNECTIONS = 4
/** Marks automatic mail, which suppresses holiday replies. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

const unsubscribing = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  // Mail programs send one-click requests only over https.
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

/** Options of every transport. */
export const guarded = {
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: SOCKET_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

type Options = {
  /** smtp://user:password@host:587 or smtps://…:465 */
  url: string
  /** `Name <address>` */
  from: string
}

/** The installation's mail server, over a few connections that stay open. */
export function smtpMail({ url, from }: Options): MailProvider {
  const address = /([^\s<>]+@[^\s<>]+)>?\s*$/.exec(from)?.[1] ?? from
  const transport = createTransport({ url, pool: true, maxConnections: CONNECTIONS, maxRequeues: 1, ...guarded })
  return mailOver(transport, { from, address })
}

type Transport = Pick<ReturnType<typeof createTransport>, 'use' | 'sendMail' | 'close'>
type From = { from: string | { name: string; address: string }; address: string }

/** Sends mail over a transport. Errors say whether another try makes sense, and whether the message was sent at all. */
export function mailOver(transport: Transport, { from, address }: From): MailProvider {
  const domain = address.split('@')[1] ?? 'localhost'
  /** The message of each try, by message id: a connection reads it after the server has answered DATA. */
  const messages = new Map<string, Readable[]>()
  transport.use('stream', ({ message }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const stream = open(options)
      messages.get(message.messageId())?.push(stream)
      return stream
    }
    done()
  })
  return {
    isAvailable: true,
    async send({ to, subject, text, html, attachment, attachments = [], fromName, ...sent }) {
      const { unsubscribeUrl, replyTo, isPersonal, id } = sent
      const files = attachment ? [attachment, ...attachments] : attachments
      const mail = {
        from: fromName ? { name: fromName, address } : from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(files.length > 0 && {
          attachments: files.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
        }),
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        headers: { ...(!isPersonal && headers), ...(unsubscribeUrl && unsubscribing(unsubscribeUrl)) },
        messageId: `<${id}@${domain}>`,
      }
      const tries: Readable[] = []
      messages.set(mail.messageId, tries)
      try {
        await transport.sendMail(mail)
      } catch (error) {
        throw explain(error as SmtpError, { isRead: tries.some(({ readableDidRead }) => readableDidRead) })
      } finally {
        messages.delete(mail.messageId)
      }
      return 'sent'
    },
    close: () => transport.close(),
  }
}

export type SmtpError = Error & { responseCode?: number; response?: string; code?: string; command?: string }
/**
 * A 5xx reply is final (RFC 5321, 4.2.1), except about our own sign-in, which the operator can correct. If no
 * connection read a byte of the message, or the server replied that it did not take it, nothing was sent.
 */
function explain(error: SmtpError, { isRead }: { isRead: boolean }): Error {
  const isFinal = (error.responseCode ?? 0) >= 500 && error.code !== 'EAUTH'
  if (isFinal) return new RefusedForGood(error.message, { cause: error })
  return isRead && !error.responseCode ? error : new NeverSent(error.message, { cause: error })
}
