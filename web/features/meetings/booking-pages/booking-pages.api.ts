import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '#contract/constants.ts'
import {
  type BookingPageChanges,
  type NewBookingPage,
  bookingPageRoutes as routes,
} from '#contract/leads/meetings/booking/booking-pages.ts'
import { call } from '../../../lib/http/call.ts'
import { sendOnce } from '../../../lib/http/idempotency-key.ts'
import { i18nIn } from '../../../lib/i18n/i18n.ts'

const bookingPagesKey = (businessId: string) => ['booking-pages', businessId] as const

/** The booking pages that the member may see: their own, and the team's. */
export const bookingPagesQuery = (businessId: string) =>
  queryOptions({
    queryKey: bookingPagesKey(businessId),
    queryFn: async () => (await call(routes.list)).pages,
    staleTime: 0,
  })

/** Members who may take meetings with the leads of a campaign. */
export const bookingPeopleQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: [...bookingPagesKey(businessId), 'people', campaignId],
    queryFn: async () => (await call(routes.people, { query: { campaignId } })).people,
  })

const titleExampleIn = async (language: Language) =>
  (await i18nIn(language, ['booking-pages'])).t('titleExample', { ns: 'booking-pages' })

/** The subject that a new page begins with: guests read the page in either language, the member has the texts of one. */
export const titleExamplesQuery = queryOptions({
  queryKey: ['booking-pages', 'title examples'],
  queryFn: async () => {
    const [he, en] = await Promise.all([titleExampleIn('he'), titleExampleIn('en')])
    return { he, en }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Makes or changes a page. The form shows errors itself. */
export function useSavePage(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ id, page }: { id: string | undefined; page: NewBookingPage }) => {
      const { isTeam: _, ...changes } = page
      return id
        ? call(routes.change, { params: { id }, body: changes })
        : sendOnce('booking page', page, (options) => call(routes.create, { body: page }, options))
    },
    onSettled: () => client.invalidateQueries({ queryKey: bookingPagesKey(businessId) }),
  })
}

export function useChangePage(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: BookingPageChanges & { id: string }) => call(routes.change, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: bookingPagesKey(businessId) }),
  })
}

export function useRemovePage(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(routes.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: bookingPagesKey(businessId) }),
  })
}
