import { queryOptions } from '@tanstack/react-query'
import { leadCountRoutes } from '#contract/lead-counts.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/call.ts'
import { leadKeys } from '../lead-keys.ts'

type LeadCountsQuery = RouteInput<typeof leadCountRoutes.byStatus>['query']

/** How many leads of a list have each status. */
export const statusCountsQuery = (businessId: string, query: LeadCountsQuery) =>
  queryOptions({
    queryKey: [...leadKeys.counts(businessId), query],
    queryFn: ({ signal }) => call(leadCountRoutes.byStatus, { query }, { signal }),
    staleTime: 0,
  })
