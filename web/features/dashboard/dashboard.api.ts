import { queryOptions } from '@tanstack/react-query'
import { type DashboardQuery, dashboardRoutes } from '#contract/dashboard.ts'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import type { LeadFilters } from '#contract/leads/lead-filters.ts'
import type { LeadSort } from '#contract/leads/lead-sorts.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import { call } from '../../lib/http/call.ts'

type SomeLeadsInput = { campaignId: string | null; filters: LeadFilters; sort: LeadSort }

/** Rows per list. */
export const SHOWN = 8

export const dashboardKey = (businessId: string) => ['dashboard', businessId] as const

/** The first matching leads, and their total. */
export const someLeadsQuery = (businessId: string, { campaignId, filters, sort }: SomeLeadsInput) =>
  queryOptions({
    queryKey: [...dashboardKey(businessId), campaignId, filters, sort],
    queryFn: ({ signal }) =>
      call(
        leadRoutes.list,
        {
          query: {
            page: 1,
            limit: SHOWN,
            sort,
            filters: JSON.stringify(filters),
            ...(campaignId ? { campaignId } : { all: 'true' as const }),
          },
        },
        { signal },
      ),
    staleTime: 0,
  })

type Responses = { campaignId: string | null; period: DayRange | null }
/** The first response by campaign, in working minutes. */
export const responsesQuery = (businessId: string, { campaignId, period }: Responses) =>
  queryOptions({
    queryKey: [...dashboardKey(businessId), 'responses', campaignId, period],
    queryFn: ({ signal }) =>
      call(assignmentRoutes.figures, { query: { ...period, ...(campaignId && { campaignId }) } }, { signal }),
    staleTime: 0,
  })

/** When calls and leads of a period arrive. */
export const hoursQuery = (businessId: string, query: Partial<DashboardQuery>) =>
  queryOptions({
    queryKey: [...dashboardKey(businessId), 'hours', query],
    queryFn: ({ signal }) => call(dashboardRoutes.hours, { query }, { signal }),
    placeholderData: (shown, of) => (of?.queryKey[1] === businessId ? shown : undefined),
    staleTime: 0,
  })

/** Missed calls of a period that were returned, and those that were not. */
export const returnsQuery = (businessId: string, query: Partial<DashboardQuery>) =>
  queryOptions({
    queryKey: [...dashboardKey(businessId), 'returns', query],
    queryFn: ({ signal }) => call(dashboardRoutes.returns, { query }, { signal }),
    placeholderData: (shown, of) => (of?.queryKey[1] === businessId ? shown : undefined),
    staleTime: 0,
  })

/** All figures and charts of a period. */
export const dashboardQuery = (businessId: string, query: Partial<DashboardQuery>) =>
  queryOptions({
    queryKey: [...dashboardKey(businessId), 'figures', query],
    queryFn: ({ signal }) => call(dashboardRoutes.get, { query }, { signal }),
    // Keeps the previous period's figures while loading, but not those of another business.
    placeholderData: (shown, of) => (of?.queryKey[1] === businessId ? shown : undefined),
    staleTime: 0,
  })
