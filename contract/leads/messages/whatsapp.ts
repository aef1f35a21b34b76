import { z } from 'zod'
import { id, time } from '../../common.ts'
import { route } from '../../route.ts'

const metaId = z
  .string()
  .trim()
  .regex(/^\d{5,20}$/, 'invalid_value')
const secret = z.string().trim().min(16, 'invalid_value').max(1_000)

/** A number of the business's own app at Meta. The secret of the app signs what arrives. */
export const OwnWhatsApp = z.object({
  phoneNumberId: metaId,
  wabaId: metaId,
  token: secret,
  appSecret: secret,
})
export type OwnWhatsApp = z.output<typeof OwnWhatsApp>

/** Why Meta last did not accept something. `token`: the permission ended; `hook`: messages do not arrive here. */
export const whatsAppFailures = ['token', 'rights', 'unreachable', 'refused', 'hook'] as const
export type WhatsAppFailure = (typeof whatsAppFailures)[number]

export const WhatsAppConnection = z.object({
  _id: id,
  /** In E.164, with the name that people see. */
  phone: z.string(),
  name: z.string(),
  /** `failing`: the last try failed because of the account. */
  state: z.enum(['active', 'failing']),
  since: time,
  lastSuccessAt: time.nullable(),
  /** Null: Meta accepted the last try. `words`: what it said. */
  lastFailure: z.object({ reason: z.enum(whatsAppFailures), words: z.string(), at: time }).nullable(),
  /** Until when the permission holds, if it is not renewed; null: for ever. */
  expiresAt: time.nullable(),
  /** The last message or report that arrived; null: none did. */
  lastReceivedAt: time.nullable(),
  /** Of an app of the business's own: what its owner enters at Meta so that messages arrive. */
  hook: z.object({ url: z.string(), verifyToken: z.string() }).nullable(),
  /** Where a person who writes first becomes a lead. */
  campaignId: id.nullable(),
  /** Templates that were read from the account. */
  templates: z.number().int(),
})
export type WhatsAppConnection = z.output<typeof WhatsAppConnection>

const Channel = z.object({
  success: z.literal(true),
  connection: WhatsAppConnection.nullable(),
  /** Whether the account is connected on a page of Meta; else by an app of the business's own. */
  hasSignIn: z.boolean(),
})

/** Tries of one business within WHATSAPP_TRY_MINUTES. */
export const WHATSAPP_TRIES_MAX = 20
export const WHATSAPP_TRY_MINUTES = 10
/** How long the consent page of Meta may stay open. */
export const META_MINUTES = 15

const ofOwner = { access: 'Owner', can: 'business.settings' } as const

export const whatsAppRoutes = {
  get: route({
    method: 'GET',
    path: '/channels/whatsapp',
    ...ofOwner,
    summary: 'The WhatsApp number by which the business writes to leads, with its state',
    reply: Channel,
  }),
  start: route({
    method: 'POST',
    path: '/channels/whatsapp/start',
    ...ofOwner,
    summary: 'The address of the consent page of Meta, and a ticket with which this tab finishes',
    reply: z.object({ success: z.literal(true), url: z.string(), ticket: z.string() }),
  }),
  finish: route({
    method: 'POST',
    path: '/channels/whatsapp/finish',
    ...ofOwner,
    summary: 'Connect the account that was chosen on the consent page',
    body: z.object({ ticket: z.string().max(100), query: z.string().max(4_000) }),
    reply: Channel,
  }),
  connect: route({
    method: 'PUT',
    path: '/channels/whatsapp',
    ...ofOwner,
    summary: "Connect a number of the business's own app at Meta; it is tried before anything is stored",
    body: OwnWhatsApp,
    reply: Channel,
  }),
  change: route({
    method: 'PATCH',
    path: '/channels/whatsapp',
    ...ofOwner,
    summary: 'Choose the campaign in which a person who writes first becomes a lead',
    body: z.object({ campaignId: id }),
    reply: Channel,
  }),
  test: route({
    method: 'POST',
    path: '/channels/whatsapp/test',
    ...ofOwner,
    summary:
      'Ask Meta whether the connected number works, for messages in both directions, and read its templates again',
    reply: Channel,
  }),
  disconnect: route({
    method: 'POST',
    path: '/channels/whatsapp/disconnect',
    ...ofOwner,
    summary:
      'Disconnect the number and delete its secrets. Messages of WhatsApp are neither sent nor received any more',
    reply: Channel,
  }),
}
