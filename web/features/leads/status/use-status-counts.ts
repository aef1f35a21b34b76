import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { leadCountRoutes } from '#contract/leads/lead-counts.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { daysOf } from '../../../lib/list-search.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import type { LeadsSearch } from '../filters/leads-search.ts'
import { leadKeys } from '../lead-keys.ts'

type LeadCountsQuery = RouteInput<typeof leadCountRoutes.byStatus>['query']

const statusCountsQuery = (businessId: string, query: LeadCountsQuery) =>
  queryOptions({
    queryKey: [...leadKeys.counts(businessId), query],
    queryFn: ({ signal }) => call(leadCountRoutes.byStatus, { query }, { signal }),
    staleTime: 0,
  })

/** Number of leads by status, for a campaign (null: all) and the days of the search; kept live. */
export function useStatusCounts(businessId: string, campaignId: string | null, search: LeadsSearch) {
  const query = { ...(campaignId && { campaignId }), ...daysOf(search) }
  const { data, isPending, isPlaceholderData } = useQuery({
    ...statusCountsQuery(businessId, query),
    placeholderData: keepPreviousData,
  })
  useLiveInvalidate({ businessId, campaignId, topics: ['lead'] }, [leadKeys.counts(businessId)])
  const totals = data && new Map(data.statuses.map(({ statusId, total }) => [statusId, total]))
  return { totals, isPending, isStale: isPlaceholderData }
}
