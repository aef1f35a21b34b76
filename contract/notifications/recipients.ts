import { z } from 'zod'
import { byId, id, line, time } from '../common.ts'
import { languages } from '../constants.ts'
import { route } from '../route.ts'
import { Delivery } from './notification-settings.ts'

/** Path of links in messages to listed recipients: RECIPIENT_PATH/:token. A POST to it unsubscribes (RFC 8058). */
export const RECIPIENT_PATH = '/u'
export const RECIPIENT_TOKEN = /^[\w-]{43}$/
/** Maximum number of consent requests that a business may send to an address; at most one is sent per day. */
export const ASKS_MAX = 3
export const ASK_AGAIN_HOURS = 24

export const recipientChannels = ['mail', 'sms'] as const
/** State of a recipient. Members always receive notifications; other recipients only after they confirmed. */
export const recipientStates = ['member', 'confirmed', 'waiting', 'refused'] as const

/** A campaign's listed address or phone. */
export const ListedRecipient = z.object({
  channel: z.enum(recipientChannels),
  address: z.string(),
  state: z.enum(recipientStates),
  /** When consent was last requested; null: never. */
  askedAt: time.nullable(),
  /** Whether a consent request is allowed now. */
  canAsk: z.boolean(),
  /** Delivery state of the last message. */
  delivery: Delivery.nullable(),
})
export type ListedRecipient = z.output<typeof ListedRecipient>

/** What the holder of a recipient's link may see. */
export const OpenedRecipient = z.object({
  business: z.object({ _id: id, name: z.string(), image: z.string().nullable() }),
  channel: z.enum(recipientChannels),
  address: z.string(),
  language: z.enum(languages),
  state: z.enum(['asked', 'confirmed', 'refused']),
})
export type OpenedRecipient = z.output<typeof OpenedRecipient>

const Link = z.object({ token: z.string().regex(RECIPIENT_TOKEN, 'invalid_value') })
const Opened = z.object({ success: z.literal(true), recipient: OpenedRecipient })

export const recipientRoutes = {
  list: route({
    method: 'GET',
    path: '/user/campaign/:id/recipients',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'Addresses and phones that get notices of a campaign, and whether they confirmed',
    params: byId,
    reply: z.object({ success: z.literal(true), recipients: z.array(ListedRecipient) }),
  }),
  ask: route({
    method: 'POST',
    path: '/user/campaign/:id/recipients/ask',
    access: 'None',
    can: 'campaigns.edit',
    summary: `Ask a listed address again whether it wants the notices: once a day, ${ASKS_MAX} times in all, never after a refusal`,
    params: byId,
    body: z.object({ channel: z.enum(recipientChannels), address: line(254, 1) }),
    reply: z.object({ success: z.literal(true), recipient: ListedRecipient }),
  }),
  open: route({
    method: 'GET',
    path: '/recipient/:token',
    access: 'public',
    summary: 'Which business wants to send notices to the holder of a link; changes nothing',
    params: Link,
    reply: Opened,
  }),
  decide: route({
    method: 'POST',
    path: '/recipient/:token',
    access: 'public',
    summary: 'Confirm that notices are wanted, or refuse them',
    params: Link,
    body: z.object({ wants: z.boolean() }),
    reply: Opened,
  }),
}
