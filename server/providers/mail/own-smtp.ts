import { createTransport } from 'nodemailer'
import type { MailFailure, MailSecurity } from '#contract/leads/messages/channels.ts'
import { connectOutbound, isListed, type OutboundRules } from '../../platform/oauth/outbound.ts'
import { NotPublic } from '../../platform/oauth/public-addresses.ts'
import type { MailProvider } from './mail.ts'
import { guarded, mailOver, type SmtpError } from './smtp.ts'

export type SmtpAccount = {
  host: string
  port: number
  security: MailSecurity
  user: string
  password: string
  fromName: string
  fromAddress: string
}
export type OwnMail = MailProvider & {
  /** Connects and signs in; throws what the server does not accept. */
  check: () => Promise<void>
}

const WORDS_MAX = 300

/**
 * A business's mail server. Each mail has its own connection, to an address that is checked when it is opened. A password
 * is sent over an encrypted connection alone, and the certificate must be valid, except on hosts that the operator lists.
 */
export function openOwnSmtp(account: SmtpAccount, rules: OutboundRules): OwnMail {
  const { host, port, security, user, password, fromName, fromAddress } = account
  const transport = createTransport({
    ...{ host, port, ...guarded },
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user && { auth: { user, pass: password } }),
    tls: { rejectUnauthorized: !isListed(host, rules.allowed) },
    getSocket: (_options, done) => {
      connectOutbound({ host, port }, rules, guarded.connectionTimeout).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      )
    },
  })
  const from = fromName ? { name: fromName, address: fromAddress } : fromAddress
  return {
    ...mailOver(transport, { from, address: fromAddress }),
    check: async () => void (await transport.verify()),
  }
}

/** Why the server did not accept something, with what it said. `refused` concerns one mail, all others the account. */
export function mailFailureOf(error: unknown): { reason: MailFailure; words: string } {
  const { cause = error } = error as { cause?: unknown }
  const { code, command, responseCode, response, message } = cause as SmtpError
  const words = (response ?? message ?? '').replace(/\s+/g, ' ').slice(0, WORDS_MAX)
  const reason = (): MailFailure => {
    if (cause instanceof NotPublic) return 'not_public'
    if (code === 'EAUTH') return 'sign_in'
    if (code === 'ETLS' || command === 'STARTTLS' || /certificate|self.signed|\b(SSL|TLS)\b/i.test(message))
      return 'tls'
    if (command === 'MAIL FROM' && responseCode) return 'sender'
    return responseCode ? 'refused' : 'unreachable'
  }
  return { reason: reason(), words }
}
