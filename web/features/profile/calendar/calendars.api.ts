import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CalendarConnection, calendarRoutes as routes } from '#contract/calendars/calendars.ts'
import { call } from '../../../lib/http/call.ts'
import { storage } from '../../../lib/storage.ts'

const key = ['profile', 'calendar']
/** How long a comparison with Google takes, about. */
const SYNC_MS = 3_000
export const ownCalendarQuery = queryOptions({ queryKey: key, queryFn: () => call(routes.own), staleTime: 0 })

/** Leads to Google. The ticket for the way back stays in this tab's session storage. */
export function useConnect() {
  return useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const { url, ticket } = await call(routes.start)
      storage.calendarTrip.set(ticket)
      window.location.assign(url)
    },
  })
}

/** Back from Google. Requested once, because its code works once. */
export const cameBackQuery = (query: string, ticket: string) =>
  queryOptions({
    queryKey: [...key, 'back', query],
    queryFn: () => call(routes.finish, { body: { ticket, query } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

function useOwn() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: key, exact: true })
  return {
    refresh,
    show: ({ connection }: { connection: CalendarConnection }) =>
      client.setQueryData(ownCalendarQuery.queryKey, (own) => own && { ...own, connection }),
  }
}

type Choice = { calendarId: string; busyIds: string[] }
export function useChooseCalendars() {
  const { show } = useOwn()
  return useMutation({ mutationFn: (body: Choice) => call(routes.choose, { body }), onSuccess: show })
}

/** The comparison runs on the server; its outcome is read when it should be over. */
export function useSyncNow() {
  const { refresh } = useOwn()
  return useMutation({
    mutationFn: async () => {
      await call(routes.sync)
      await new Promise((over) => setTimeout(over, SYNC_MS))
    },
    onSettled: refresh,
  })
}

export function useDisconnectCalendar() {
  const { refresh } = useOwn()
  return useMutation({ mutationFn: () => call(routes.disconnect), onSettled: refresh })
}

export function useMakeFeed() {
  const { refresh } = useOwn()
  return useMutation({ gcTime: 0, mutationFn: () => call(routes.makeFeed), onSuccess: refresh })
}

export function useEndFeed() {
  const { refresh } = useOwn()
  return useMutation({ mutationFn: () => call(routes.endFeed), onSuccess: refresh })
}
