import { z } from 'zod'
import { byId, email, id, line, time } from '../../common.ts'
import { route } from '../../route.ts'

export const MAIL_HOST_MAX = 253
/** How the connection to the mail server is encrypted: after STARTTLS, from the first byte, or not at all. */
export const mailSecurities = ['starttls', 'tls', 'none'] as const
export type MailSecurity = (typeof mailSecurities)[number]
/** The usual port of each. */
export const mailPorts: Record<MailSecurity, number> = { starttls: 587, tls: 465, none: 25 }
/** Ports on which mail servers accept mail. Others only on hosts that the operator lists. */
export const MAIL_PORTS_OPEN: readonly number[] = [25, 465, 587, 2525]

const MAIL_FROM_NAME_MAX = 50
const host = line(MAIL_HOST_MAX, 1)
  .toLowerCase()
  .refine((value) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^\[?[0-9a-f:.]+\]?$/.test(value), 'invalid_value')
const fromName = line(MAIL_FROM_NAME_MAX).refine((name) => !/[<>@"\\,;:()[\]]/.test(name), 'invalid_sender')

/** A mail server of the business, and who its mail is from. */
export const MailServer = z.object({
  host,
  port: z.number().int().min(1).max(65_535),
  security: z.enum(mailSecurities),
  /** Empty: the server needs no sign-in. */
  user: line(254).default(''),
  fromName,
  fromAddress: email,
})
export type MailServer = z.output<typeof MailServer>
/** Without a password the stored one stays, if host and user stay. */
export const SentMailServer = MailServer.extend({ password: z.string().max(500).optional() }).refine(
  ({ security, user }) => security !== 'none' || user === '',
  { path: ['security'], message: 'invalid_value' },
)
export type SentMailServer = z.output<typeof SentMailServer>

/** Why the mail server last did not accept something. */
export const mailFailures = ['sign_in', 'unreachable', 'tls', 'not_public', 'sender', 'refused'] as const
export type MailFailure = (typeof mailFailures)[number]

export const Connection = z.object({
  _id: id,
  provider: z.literal('smtp'),
  /** Without secrets. */
  settings: MailServer.extend({ hasPassword: z.boolean() }),
  /** `failing`: the last try failed because of the account or the server. */
  state: z.enum(['active', 'failing']),
  since: time,
  lastSuccessAt: time.nullable(),
  /** Null: the provider accepted the last try. `words`: what the server said. */
  lastFailure: z.object({ reason: z.enum(mailFailures), words: z.string(), at: time }).nullable(),
})
export type Connection = z.output<typeof Connection>

/** A number of the business that can send text messages. */
const SmsNumber = z.object({ _id: id, phone: z.string(), label: z.string(), state: z.enum(['active', 'paused']) })
export const SmsChannel = z.object({
  /** The number from which leads get text messages; null: that of the lead's campaign, else the installation's sender. */
  numberId: id.nullable(),
  numbers: z.array(SmsNumber),
  /** The installation's sender, or the name that the business chose; null: the installation sends no text messages. */
  installation: z.string().nullable(),
  /** The last text message to a lead. */
  lastSuccessAt: time.nullable(),
})
export type SmsChannel = z.output<typeof SmsChannel>

/** Test mails and tries of settings of one business within MAIL_TRY_MINUTES. */
export const MAIL_TRIES_MAX = 10
export const MAIL_TRY_MINUTES = 10

const One = z.object({ success: z.literal(true), connection: Connection })
const ofOwner = { access: 'Owner', can: 'business.settings' } as const
const Sms = z.object({ success: z.literal(true), sms: SmsChannel })

export const channelRoutes = {
  list: route({
    method: 'GET',
    path: '/connections',
    ...ofOwner,
    summary: "The business's accounts by which it writes to leads, with their state",
    reply: z.object({
      success: z.literal(true),
      connections: z.array(Connection),
      /** From whom leads get mail while none is connected; null: the installation sends no mail. */
      installationMail: z.string().nullable(),
      /** Whether answers of leads by mail come to their conversation. */
      receivesMail: z.boolean(),
    }),
  }),
  connectMail: route({
    method: 'POST',
    path: '/connections/smtp',
    ...ofOwner,
    summary: "Connect the business's mail server, or change its settings; it is tried before anything is stored",
    body: SentMailServer,
    reply: One,
  }),
  test: route({
    method: 'POST',
    path: '/connections/:id/test',
    ...ofOwner,
    summary: 'Send a test mail to the caller through the connected mail server',
    params: byId,
    /** To whom it was sent. */
    reply: One.extend({ to: z.string() }),
  }),
  disconnect: route({
    method: 'POST',
    path: '/connections/:id/disconnect',
    ...ofOwner,
    summary: 'Disconnect an account and delete its secrets. Mail to leads is then sent by the installation',
    params: byId,
    reply: z.object({ success: z.literal(true) }),
  }),
  sms: route({
    method: 'GET',
    path: '/channels/sms',
    ...ofOwner,
    summary: 'From which number leads get text messages, and the numbers that can send them',
    reply: Sms,
  }),
  chooseSms: route({
    method: 'PUT',
    path: '/channels/sms',
    ...ofOwner,
    summary:
      "Choose the number from which leads get text messages; null: that of the lead's campaign, else the installation's sender",
    body: z.object({ numberId: id.nullable() }),
    reply: Sms,
  }),
}
