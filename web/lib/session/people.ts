import { queryOptions } from '@tanstack/react-query'
import { campaignRoutes } from '#contract/campaigns.ts'
import { call } from '../http/call.ts'
import { queryKeys } from '../query-keys.ts'

/** Members who may work in the campaign; null: in any campaign of the business. */
export const peopleQuery = (businessId: string, campaignId: string | null = null) =>
  queryOptions({
    queryKey: [...queryKeys.campaignPeople(businessId), campaignId],
    queryFn: () => call(campaignRoutes.people, { query: campaignId ? { campaignId } : {} }),
    staleTime: 60_000,
  })
