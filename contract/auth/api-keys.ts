import { z } from 'zod'
import { byId, Done, id, time, title } from '../common.ts'
import { PayloadsReply } from '../leads/payloads.ts'
import { scopes } from '../roles.ts'
import { route } from '../route.ts'
import { maybeConfirmation } from './confirmation.ts'

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
  createdAt: time,
  createdBy: z.string().nullable(),
  lastUsedAt: time.nullable(),
})
export type ApiKey = z.output<typeof ApiKey>

const ratePerMinute = z.number().int().min(0).max(1_000_000)

export const NewApiKey = z.object({
  name: title,
  scopes: z.array(z.enum(scopes)).min(1, 'required'),
  campaignIds: z.array(id).min(1, 'required').max(200).optional(),
  ratePerMinute: ratePerMinute.default(KEY_RATE_LIMIT),
})
export type NewApiKey = z.output<typeof NewApiKey>

export const ChangedApiKey = z.object({ name: title, isActive: z.boolean(), ratePerMinute }).partial()
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
    summary: 'Enable or disable a key, rename it, change its rate; who enables one confirms their identity',
    params: byId,
    body: ChangedApiKey.extend(maybeConfirmation),
    reply: z.object({ success: z.literal(true), apiKey: ApiKey }),
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
