import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { guestBookingRoutes } from '#contract/leads/meetings/booking/guest-booking.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { sendOnce } from '../../../lib/http/idempotency-key.ts'

const keyOf = (slug: string) => ['booking', slug] as const

/** Fails with 404 if there is no such page. */
export const bookingQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf(slug),
    queryFn: async () => (await call(guestBookingRoutes.read, { params: { slug } })).page,
    retry: false,
  })

type Stretch = { from: string; to: string; minutes: number }
export const slotsQuery = (slug: string, stretch: Stretch) =>
  queryOptions({
    queryKey: [...keyOf(slug), 'slots', stretch],
    queryFn: async ({ signal }) =>
      (await call(guestBookingRoutes.slots, { params: { slug }, query: stretch }, { signal })).days,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

type Sent = RouteInput<typeof guestBookingRoutes.book>['body']

/** Books once: a lost reply is asked for again with the same key. After a refusal the times are read again. */
export function useBook(slug: string) {
  const client = useQueryClient()
  const mutationKey = [...keyOf(slug), 'book']
  const { mutate, ...booking } = useMutation({
    mutationKey,
    mutationFn: (body: Sent) =>
      sendOnce(`booking ${slug}`, body, (options) =>
        call(guestBookingRoutes.book, { params: { slug }, body }, options),
      ),
    meta: { silent: true },
    onError: () => client.invalidateQueries({ queryKey: [...keyOf(slug), 'slots'] }),
  })
  return {
    ...booking,
    book: (body: Sent, then: Parameters<typeof mutate>[1]) => {
      if (client.isMutating({ mutationKey }) === 0) mutate(body, then)
    },
  }
}
