import { queryOptions } from '@tanstack/react-query'
import { bookingPageRoutes } from '#contract/leads/meetings/booking/booking-pages.ts'
import { call } from '../lib/http/call.ts'

export const bookingPagesKey = (businessId: string) => ['booking-pages', businessId] as const

/** The booking pages that the member may see: their own, and the team's. */
export const bookingPagesQuery = (businessId: string) =>
  queryOptions({
    queryKey: bookingPagesKey(businessId),
    queryFn: async () => (await call(bookingPageRoutes.list)).pages,
    staleTime: 0,
  })
