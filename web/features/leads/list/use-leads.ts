import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LeadListQuery, leadListQuery } from '../leads.api.ts'

/** The page asked for; until it is here, the one before it (`isStale`). */
export function useLeads(businessId: string, query: LeadListQuery) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...leadListQuery(businessId, query),
    placeholderData: keepPreviousData,
  })
  return {
    leads: data?.leads,
    pagination: data?.pagination,
    // Rows that are there stay there: what failed in the background is tried again with the next event.
    error: data && !isPlaceholderData ? null : error,
    isStale: isPlaceholderData,
    refetch: () => void refetch(),
  }
}
