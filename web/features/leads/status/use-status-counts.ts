import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leadCountRoutes } from '#contract/leads/lead-counts.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { useLive } from '../../../lib/http/live.ts'
import { daysOf } from '../../../lib/list-search.ts'
import { throttleAsync } from '../../../lib/throttle-async.ts'
import type { LeadsSearch } from '../filters/leads-search.ts'
import { leadKeys } from '../lead-keys.ts'
import { REFRESH_MS } from '../list-refresh.ts'

type LeadCountsQuery = RouteInput<typeof leadCountRoutes.byStatus>['query']

const statusCountsQuery = (businessId: string, query: LeadCountsQuery) =>
  queryOptions({
    queryKey: [...leadKeys.counts(businessId), query],
    queryFn: ({ signal }) => call(leadCountRoutes.byStatus, { query }, { signal }),
    staleTime: 0,
  })

/** Number of leads by status, for a campaign (null: all) and the days of the search; kept live. */
export function useStatusCounts(businessId: string, campaignId: string | null, search: LeadsSearch) {
  const client = useQueryClient()
  const query = { ...(campaignId && { campaignId }), ...daysOf(search) }
  const { data, isPending, isPlaceholderData } = useQuery({
    ...statusCountsQuery(businessId, query),
    placeholderData: keepPreviousData,
  })
  const [refreshSoon] = useState(() =>
    throttleAsync(() => client.invalidateQueries({ queryKey: leadKeys.counts(businessId) }), REFRESH_MS),
  )
  useLive((message) => {
    if (message.kind !== 'change' || !message.event.name.startsWith('lead.')) return
    if (message.event.businessId !== businessId || (campaignId && message.event.campaignId !== campaignId)) return
    refreshSoon()
  })
  const totals = data && new Map(data.statuses.map(({ statusId, total }) => [statusId, total]))
  return { totals, isPending, isStale: isPlaceholderData }
}
