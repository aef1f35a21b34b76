import { z } from 'zod'
import { byId, Done, id, sentTime, time, title } from '../common.ts'
import { PayloadsReply } from '../leads/payloads.ts'
import { route } from '../route.ts'
import { maybeConfirmation } from './confirmation.ts'
import { scopes } from './scopes.ts'

/** Addresses and networks from which a key may be used. */
export const KEY_ADDRESSES_MAX = 20
/** How long the key before a replacement is accepted, at most a week. */
export const KEY_OVERLAP_HOURS = 24
export const KEY_OVERLAP_MAX = 168

/** Default limit of requests per minute for an API key; 0 means no limit. */
export const KEY_RATE_LIMIT = 600

export const ApiKey = z.object({
  _id: id,
  name: z.string(),
  /** The part of the key that may be shown: `lk_live_a1b2c3d4…wxyz`. */
  hint: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Campaigns that the key may access; null: all campaigns. */
  campaignIds: z.array(id).nullable(),
  ratePerMinute: z.number().int(),
  isActive: z.boolean(),
  /** Addresses and networks from which it may be used; null: all. */
  allowedAddresses: z.array(z.string()).nullable(),
  expiresAt: time.nullable(),
  /** Until when the key before the last replacement is accepted. */
  oldKeyUntil: time.nullable(),
  createdAt: time,
  createdBy: z.string().nullable(),
  lastUsedAt: time.nullable(),
})
export type ApiKey = z.output<typeof ApiKey>

const ratePerMinute = z.number().int().min(0).max(1_000_000)

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'invalid_value')
const limits = {
  allowedAddresses: z.array(address).min(1, 'required').max(KEY_ADDRESSES_MAX).nullable(),
  expiresAt: sentTime.nullable(),
}
export const NewApiKey = z.object({
  allowedAddresses: limits.allowedAddresses.default(null),
  expiresAt: limits.expiresAt.default(null),
  name: title,
  scopes: z.array(z.enum(scopes)).min(1, 'required'),
  campaignIds: z.array(id).min(1, 'required').max(200).optional(),
  ratePerMinute: ratePerMinute.default(KEY_RATE_LIMIT),
})
export type NewApiKey = z.output<typeof NewApiKey>

export const ChangedApiKey = z.object({ name: title, isActive: z.boolean(), ratePerMinute, ...limits }).partial()
export type ChangedApiKey = z.output<typeof ChangedApiKey>

export const apiKeyRoutes = {
  list: route({
    method: 'GET',
    path: '/business/api-keys',
    access: 'Owner',
    can: 'business.settings',
    summary: "The business's API keys",
    reply: z.object({ success: z.literal(true), apiKeys: z.array(ApiKey) }),
  }),
  create: route({
    method: 'POST',
    path: '/business/api-keys',
    access: 'Owner',
    can: 'business.settings',
    confirms: 'always',
    summary: 'Create an API key; `key` is shown this once',
    body: NewApiKey.extend(maybeConfirmation),
    reply: z.object({ success: z.literal(true), apiKey: ApiKey, key: z.string() }),
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/business/api-keys/:id',
    access: 'Owner',
    can: 'business.settings',
    confirms: 'sometimes',
    summary:
      'Enable or disable a key, rename it, change its rate, end or addresses; who enables it or changes these two confirms their identity',
    params: byId,
    body: ChangedApiKey.extend(maybeConfirmation),
    reply: z.object({ success: z.literal(true), apiKey: ApiKey }),
  }),
  rotate: route({
    method: 'POST',
    path: '/business/api-keys/:id/rotate',
    access: 'Owner',
    can: 'business.settings',
    confirms: 'always',
    summary: 'Replace a key; `key` is shown this once, and the one before is accepted for a while',
    params: byId,
    body: z.object({
      overlapHours: z.number().int().min(0).max(KEY_OVERLAP_MAX).default(KEY_OVERLAP_HOURS),
      ...maybeConfirmation,
    }),
    reply: z.object({ success: z.literal(true), apiKey: ApiKey, key: z.string() }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/business/api-keys/:id',
    access: 'Owner',
    can: 'business.settings',
    summary: 'Delete a key for good',
    params: byId,
    reply: Done,
  }),
  payloads: route({
    method: 'GET',
    path: '/business/api-keys/:id/payloads',
    access: 'Owner',
    can: 'business.settings',
    summary: 'The last 20 leads that came with a key, accepted and refused',
    params: byId,
    reply: PayloadsReply,
  }),
}
