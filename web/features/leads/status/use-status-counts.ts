import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { daysOf } from '../../../lib/list-search.ts'
import { useLive } from '../../../lib/live.ts'
import { spacedOut } from '../../../lib/spaced-out.ts'
import type { LeadsSearch } from '../filters/leads-search.ts'
import { leadKeys } from '../lead-keys.ts'
import { REFRESH_MS } from '../list-refresh.ts'
import { statusCountsQuery } from './lead-counts.api.ts'

/** How many leads of the campaign (null: of all) and the days of a list have each status; kept as it is on the server. */
export function useStatusCounts(businessId: string, campaignId: string | null, search: LeadsSearch) {
  const client = useQueryClient()
  const query = { ...(campaignId && { campaignId }), ...daysOf(search) }
  const { data, isPending, isPlaceholderData } = useQuery({
    ...statusCountsQuery(businessId, query),
    placeholderData: keepPreviousData,
  })
  const [ask] = useState(() =>
    spacedOut(() => client.invalidateQueries({ queryKey: leadKeys.counts(businessId) }), REFRESH_MS),
  )
  useLive((message) => {
    if (message.kind !== 'change' || !message.event.name.startsWith('lead.')) return
    if (message.event.businessId !== businessId || (campaignId && message.event.campaignId !== campaignId)) return
    ask()
  })
  const totals = data && new Map(data.statuses.map(({ statusId, total }) => [statusId, total]))
  return { totals, isPending, isStale: isPlaceholderData }
}
