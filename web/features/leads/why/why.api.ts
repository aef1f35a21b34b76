import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { leadWhyRoutes } from '#contract/leads/history/lead-why.ts'
import { call } from '../../../lib/http/call.ts'
import { leadKeys } from '../lead-keys.ts'

/** Below the lead's key, so that each event of the lead refreshes it. */
export const whyQuery = (businessId: string, leadId: string, limit: number) =>
  queryOptions({
    queryKey: [...leadKeys.one(businessId, leadId), 'why', limit],
    queryFn: ({ signal }) => call(leadWhyRoutes.get, { params: { id: leadId }, query: { limit } }, { signal }),
    staleTime: 0,
    // What is shown stays while more is loading.
    placeholderData: keepPreviousData,
  })
