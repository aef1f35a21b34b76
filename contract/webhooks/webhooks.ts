import { z } from 'zod'
import { maybeConfirmation } from '../auth/confirmation.ts'
import { byId, Done, id, line, time, title } from '../common.ts'
import { route } from '../route.ts'
import { LINK_URL_MAX } from '../values/links.ts'
import { deliveryTypes, webhookTypeNames } from './webhook-types.ts'

/** Addresses of other systems to which events of a business are sent, signed as Standard Webhooks says. */

export const WEBHOOKS_MAX = 20
/** Deliveries on a page of the log. */
export const DELIVERIES_PAGE = 50
/** Deliveries that are replayed by name in one request. */
export const REPLAYED_MAX = 200
/** How long the secret before a rotation still signs, too. */
export const OLD_SECRET_HOURS = 24
/** A webhook that took nothing for this long is paused. */
export const FAILING_DAYS = 3
/** Characters of an answer that are kept. */
export const ANSWER_MAX = 2_000
/** Tests of a business within ten minutes. */
export const WEBHOOK_TESTS_MAX = 30

/** Why a webhook is paused: a person did it, it took nothing for FAILING_DAYS, or it answered 410 Gone. */
export const pauseReasons = ['person', 'failing', 'gone'] as const
export type PauseReason = (typeof pauseReasons)[number]

/**
 * How a try failed. `status`: any answer but 2xx; `redirect`: not followed; `not_public`: an address that is not on the
 * internet; `tls`: no valid certificate; `protocol`: no valid HTTP.
 */
export const tryProblems = ['status', 'redirect', 'timeout', 'unreachable', 'not_public', 'tls', 'protocol'] as const
export type TryProblem = (typeof tryProblems)[number]

export const DeliveryTry = z.object({
  at: time,
  milliseconds: z.number().int(),
  /** Of the answer; null: there was none. */
  status: z.number().int().nullable(),
  /** Null: it was taken. */
  problem: z.enum(tryProblems).nullable(),
  /** The beginning of the answer. */
  answer: z.string(),
})
export type DeliveryTry = z.output<typeof DeliveryTry>

/** `failed`: given up after three days, while the webhook took others; `dropped`: discarded when it was resumed. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const Delivery = z.object({
  /** The id of the event, sent as `webhook-id`: the same with each try and replay. */
  _id: id,
  type: z.enum(deliveryTypes),
  leadId: id.nullable(),
  happenedAt: time,
  state: z.enum(deliveryStates),
  tries: z.number().int(),
  /** When a waiting delivery is tried next; null: it waits for an earlier one of its lead, or the webhook is paused. */
  nextTryAt: time.nullable(),
  lastTry: DeliveryTry.nullable(),
})
export type Delivery = z.output<typeof Delivery>
export const DeliveryDetails = Delivery.extend({
  /** The request's body; null: not written yet. */
  body: z.string().nullable(),
  /** The newest first. */
  log: z.array(DeliveryTry),
})
export type DeliveryDetails = z.output<typeof DeliveryDetails>

export const Webhook = z.object({
  _id: id,
  name: z.string(),
  url: z.string(),
  types: z.array(z.enum(webhookTypeNames)),
  /** Campaigns whose events are sent; null: all. */
  campaignIds: z.array(id).nullable(),
  pausedAt: time.nullable(),
  pauseReason: z.enum(pauseReasons).nullable(),
  createdAt: time,
  createdBy: z.string().nullable(),
  lastSuccessAt: time.nullable(),
  /** Since when every try failed; null: the last one did not. */
  failingSince: time.nullable(),
  lastFailure: DeliveryTry.nullable(),
  waiting: z.number().int(),
  /** Until when the secret before the last rotation signs, too. */
  oldSecretUntil: time.nullable(),
})
export type Webhook = z.output<typeof Webhook>

const isTyped = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const url = line(LINK_URL_MAX, 1)
  .refine((text) => text === '' || isTyped(text), 'invalid_url')
  .refine((text) => !isTyped(text) || (!new URL(text).username && !new URL(text).password), 'invalid_url')
const fields = {
  name: title,
  url,
  types: z.array(z.enum(webhookTypeNames)).min(1, 'required').max(webhookTypeNames.length),
  campaignIds: z.array(id).min(1, 'required').max(200).nullable(),
}
export const NewWebhook = z.object({ ...fields, campaignIds: fields.campaignIds.default(null) })
export type NewWebhook = z.output<typeof NewWebhook>
export const WebhookChanges = z.object(fields).partial()
export type WebhookChanges = z.output<typeof WebhookChanges>

const owner = { access: 'Owner', can: 'business.settings' } as const
const scope = 'webhooks:write' as const
const One = z.object({ success: z.literal(true), webhook: Webhook })
const OneDelivery = z.object({ success: z.literal(true), delivery: DeliveryDetails })
const WithSecret = One.extend({ secret: z.string() })
const ofDelivery = byId.extend({ eventId: id })

export const webhookRoutes = {
  list: route({
    method: 'GET',
    path: '/webhooks',
    ...owner,
    scope,
    summary: 'The webhooks of the business; a key sees its own',
    reply: z.object({ success: z.literal(true), webhooks: z.array(Webhook) }),
  }),
  create: route({
    method: 'POST',
    path: '/webhooks',
    ...owner,
    scope,
    confirms: 'sometimes',
    summary: 'Send events to an address; `secret` is shown this once. People confirm their identity, keys have scopes',
    body: NewWebhook.extend(maybeConfirmation),
    reply: WithSecret,
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/webhooks/:id',
    ...owner,
    confirms: 'sometimes',
    summary: 'Change a webhook; who changes its address confirms their identity',
    params: byId,
    body: WebhookChanges.extend(maybeConfirmation),
    reply: One,
  }),
  remove: route({
    method: 'DELETE',
    path: '/webhooks/:id',
    ...owner,
    scope,
    summary: 'Delete a webhook with its log; what waits is not sent any more',
    params: byId,
    reply: Done,
  }),
  rotate: route({
    method: 'POST',
    path: '/webhooks/:id/rotate',
    ...owner,
    confirms: 'always',
    summary: `A new secret, shown this once; the one before signs, too, for ${OLD_SECRET_HOURS} hours`,
    params: byId,
    body: z.object(maybeConfirmation),
    reply: WithSecret,
  }),
  pause: route({
    method: 'POST',
    path: '/webhooks/:id/pause',
    ...owner,
    summary: 'Pause a webhook: events wait; or resume it, which sends what waits, or drops it',
    params: byId,
    body: z.object({ isPaused: z.boolean(), waiting: z.enum(['send', 'drop']).default('send') }),
    reply: One,
  }),
  test: route({
    method: 'POST',
    path: '/webhooks/:id/test',
    ...owner,
    summary: 'Send a test event now and say how it was answered; also while the webhook is paused',
    params: byId,
    reply: OneDelivery,
  }),
  deliveries: route({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    ...owner,
    summary: `What was and is to be sent, newest first, ${DELIVERIES_PAGE} at a time; \`before\` pages on from an id`,
    params: byId,
    query: z.object({ state: z.enum(deliveryStates).optional(), leadId: id.optional(), before: id.optional() }),
    reply: z.object({ success: z.literal(true), deliveries: z.array(Delivery), hasMore: z.boolean() }),
  }),
  delivery: route({
    method: 'GET',
    path: '/webhooks/:id/deliveries/:eventId',
    ...owner,
    summary: 'A delivery with its body and its tries',
    params: ofDelivery,
    reply: OneDelivery,
  }),
  replay: route({
    method: 'POST',
    path: '/webhooks/:id/deliveries/replay',
    ...owner,
    summary: 'Send again, with the same ids: those named, or all of a state since a time',
    params: byId,
    body: z
      .object({
        eventIds: z.array(id).min(1, 'required').max(REPLAYED_MAX).optional(),
        all: z.object({ state: z.enum(['delivered', 'failed', 'dropped']), since: time }).optional(),
      })
      .refine(({ eventIds, all }) => (eventIds === undefined) !== (all === undefined), {
        path: ['eventIds'],
        error: 'required',
      }),
    reply: z.object({ success: z.literal(true), replayed: z.number().int() }),
  }),
}
