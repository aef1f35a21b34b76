import type { EventName } from '#contract/events/catalogue.ts'
import type { Caches } from '../../platform/caches.ts'
import type { Tenants } from '../../platform/db/tenants.ts'
import { isAddressToken } from '../../platform/ids.ts'
import { findSourceByKey } from './lead-sources.queries.ts'

const ENDED_BY = [
  ...['lead_source.changed', 'lead_source.rotated', 'lead_source.deleted'],
  ...['campaign.deleted', 'business.changed', 'business.closed', 'business.reopened'],
] as EventName[]

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    /** Sources of leads by the key in their address. */
    leadSources: ReturnType<typeof openLeadSources>
  }
}

/** Sources by the key of their address, cached for two seconds: a flood of requests is one query. */
export function openLeadSources(tenants: Tenants, caches: Caches) {
  const find = caches.cached(ENDED_BY, (key: string) => findSourceByKey(tenants.pool, key))
  return { find: async (key: string) => (isAddressToken(key) ? find(key) : undefined) }
}
