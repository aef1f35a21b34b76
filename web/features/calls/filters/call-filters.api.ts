import { queryOptions } from '@tanstack/react-query'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/** Numbers to filter by: those of the campaign, or all that the member may see. */
export const callNumbersQuery = (businessId: string, campaignId: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.numbersOfCalls(businessId), campaignId],
    queryFn: () => call(numberRoutes.list, { query: campaignId ? { campaignId } : {} }),
    staleTime: 60_000,
  })
