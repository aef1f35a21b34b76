import { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { Route, RouteInput } from '#contract/route.ts'

/** A request of the API reference. */
export type Example = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: Record<string, unknown>
}

const entry = <const R extends Route>(route: R, example: RouteInput<R> & Example): [Route, Example] => [route, example]

const id = '01981c3e-7a51-7c3e-9b6a-2f4d8e1a5c70'
const campaignId = '01981c3e-8b62-7d4f-8c7b-3a5e9f2b6d81'

/** Requests of the routes that API keys call and of those that manage keys. */
export const examples: ReadonlyMap<Route, Example> = new Map([
  entry(leadRoutes.create, {
    body: {
      name: 'Dana Levi',
      phone: '054-123-4567',
      email: 'dana@example.com',
      campaignId,
      source: 'website',
      message: 'Please call me back in the afternoon',
      utm_source: 'google',
      utm_campaign: 'spring',
    },
  }),
  entry(leadRoutes.list, { query: { campaignId, filters: '{"unread":true}', page: 1, limit: 20 } }),
  entry(leadRoutes.get, { params: { id } }),
  entry(callRoutes.list, { query: { campaignId, page: 1, limit: 20 } }),
  entry(apiKeyRoutes.create, {
    body: { name: 'Website', scopes: ['leads:write'], campaignIds: [campaignId], ratePerMinute: 600, password: '…' },
  }),
  entry(apiKeyRoutes.change, { params: { id }, body: { name: 'Landing page', ratePerMinute: 60 } }),
  entry(apiKeyRoutes.remove, { params: { id } }),
])
