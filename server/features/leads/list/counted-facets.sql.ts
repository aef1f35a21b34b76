import { sql } from 'kysely'
import { type ResponseBucket, stepsOf } from '#contract/leads/responses/responses.ts'
import { opaqueParam } from '../../../platform/db/named-statements.ts'
import type { Counters, Sql } from '../../../platform/lists/counted-list.ts'
import type { Facet, ListFilter } from './list.rules.ts'

export type CountedFilter = ListFilter & { facet: Facet }

/** The column of leads that holds a facet's keys. */
export const facetColumns = {
  campaign: 'campaign_id',
  status: 'status_id',
  source: 'source',
  response: 'response',
} as const
/** The key in campaign_…_counts that stands for all campaigns together. */
const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000'

/**
 * The tables, with conditions, that hold a facet's totals, and the deltas that the relay has not applied to them yet.
 */
function sourcesOf(businessId: string, { facet, from, to }: CountedFilter) {
  const { name, campaigns } = facet
  const keys = name === 'response' ? (facet.keys as ResponseBucket[]).flatMap(stepsOf) : facet.keys
  const days = sql`${from ? sql`and day >= ${opaqueParam(from, 'date')}` : sql``} ${to ? sql`and day <= ${opaqueParam(to, 'date')}` : sql``}`
  const isKey = keys.length === 1 ? sql`= ${opaqueParam(keys[0], 'text')}` : sql`= any(${keys}::text[])`
  const isCounter = sql`business_id = ${opaqueParam(businessId, 'uuid')} and facet = ${sql.lit(name)} and key ${isKey}`
  const isDelta = name === 'all' ? sql`true` : sql`${sql.ref(facetColumns[name])} ${isKey}`
  if (campaigns || name === 'response') {
    const ofCampaigns = sql`${isCounter} and campaign_id = any(${campaigns ?? [NO_CAMPAIGN]}::uuid[])`
    const inCampaigns = campaigns ? sql`and campaign_id = any(${campaigns}::text[])` : sql``
    return {
      totals: sql`campaign_month_counts where ${ofCampaigns}`,
      months: sql`campaign_month_counts where ${ofCampaigns}`,
      days: sql`campaign_day_counts where ${ofCampaigns} ${days}`,
      deltas: sql`pending_lead_deltas() where ${isDelta} ${inCampaigns} ${days}`,
    }
  }
  return {
    totals: sql`lead_counts where ${isCounter}`,
    months: sql`lead_month_counts where ${isCounter}`,
    days: sql`lead_day_counts where ${isCounter} ${days}`,
    deltas: sql`pending_lead_deltas() where ${isDelta} ${days}`,
  }
}

/** SQL expression of the total from the counters. `deltas` replaces the default source of pending deltas. */
export function countedTotal(businessId: string, filter: CountedFilter, deltas?: Sql): Sql {
  const source = sourcesOf(businessId, filter)
  return sql`(select coalesce(sum(total), 0)::bigint from ${filter.from || filter.to ? source.days : source.totals})
    + (select coalesce(sum(total), 0) from ${deltas ?? source.deltas})`
}

export const countersOf = (businessId: string, filter: CountedFilter): Counters => ({
  ...sourcesOf(businessId, filter),
  total: (deltas) => countedTotal(businessId, filter, deltas),
  isRange: filter.from !== undefined || filter.to !== undefined,
})
