import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  BOOKING_MIN_SECONDS,
  BOOKING_TOKEN_HOURS,
  guestBookingRoutes,
} from '#contract/leads/meetings/booking/guest-booking.ts'
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

type Sent = Omit<RouteInput<typeof guestBookingRoutes.book>['body'], 'token'>

/** The token of the opened page, renewed before it is too old. It counts only after a moment, for which this waits. */
async function tokenOf(client: QueryClient, slug: string) {
  const query = bookingQuery(slug)
  const { token } = await client.fetchQuery({ ...query, staleTime: BOOKING_TOKEN_HOURS * 1_800_000 })
  const openedAt = client.getQueryState(query.queryKey)?.dataUpdatedAt ?? Date.now()
  const wait = openedAt + BOOKING_MIN_SECONDS * 1_000 - Date.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  return token
}

/** Books once: a lost reply is asked for again with the same key. After a refusal the times are read again. */
export function useBook(slug: string) {
  const client = useQueryClient()
  const mutationKey = [...keyOf(slug), 'book']
  const { mutate, ...booking } = useMutation({
    mutationKey,
    mutationFn: (body: Sent) =>
      sendOnce(`booking ${slug}`, body, (options) =>
        tokenOf(client, slug).then((token) =>
          call(guestBookingRoutes.book, { params: { slug }, body: { ...body, token } }, options),
        ),
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
