import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  NOTIFICATION_PAGE,
  NOTIFICATION_POLL_MS,
  type Notification,
  notificationRoutes,
} from '#contract/notifications/notifications.ts'
import type { RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'

export const notificationTabs = ['all', 'unread', 'read'] as const
export type NotificationTab = (typeof notificationTabs)[number]

type Page = RouteReply<typeof notificationRoutes.list>
type Pages = InfiniteData<Page, string | undefined>

const listsKey = [...queryKeys.notifications, 'list'] as const

/** Fetched on start and every ten minutes (specification, section 7); the live stream updates it in between. */
export const countQuery = queryOptions({
  queryKey: [...queryKeys.notifications, 'count'],
  queryFn: async () => (await call(notificationRoutes.count)).result,
  refetchInterval: NOTIFICATION_POLL_MS,
  refetchIntervalInBackground: true,
})

const readOf: Record<NotificationTab, { read?: 'true' | 'false' }> = {
  all: {},
  unread: { read: 'false' },
  read: { read: 'true' },
}

export const listQuery = (tab: NotificationTab) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, tab],
    queryFn: ({ pageParam }) =>
      call(notificationRoutes.list, {
        query: { ...readOf[tab], before: pageParam || undefined, limit: NOTIFICATION_PAGE },
      }),
    initialPageParam: '',
    getNextPageParam: ({ data }) => (data.length < NOTIFICATION_PAGE ? undefined : data.at(-1)?._id),
  })

/** Changes every cached page of a tab. */
function changeList(
  client: QueryClient,
  tab: NotificationTab,
  change: (page: Notification[], index: number) => Notification[],
) {
  client.setQueryData<Pages>(
    [...listsKey, tab],
    (list) =>
      list && { ...list, pages: list.pages.map((page, index) => ({ ...page, data: change(page.data, index) })) },
  )
}

const changeCount = (client: QueryClient, read: number, unread: number) =>
  client.setQueryData(
    countQuery.queryKey,
    (count) => count && { read: Math.max(0, count.read + read), unread: Math.max(0, count.unread + unread) },
  )

/**
 * Adds a new notification to the lists. It may arrive twice (live and fetched), so the count is refetched instead of
 * incremented.
 */
export function addNotification(client: QueryClient, notification: Notification) {
  for (const tab of ['all', 'unread'] as const) {
    const known = client.getQueryData<Pages>([...listsKey, tab])
    if (known?.pages.some(({ data }) => data.some(({ _id }) => _id === notification._id))) continue
    changeList(client, tab, (page, index) => (index === 0 ? [notification, ...page] : page))
  }
}

const isOther = (id: string) => (one: Notification) => one._id !== id

function applyRead(client: QueryClient, { _id }: Notification, isRead: boolean) {
  changeList(client, 'all', (page) => page.map((one) => (one._id === _id ? { ...one, isRead } : one)))
  changeList(client, isRead ? 'unread' : 'read', (page) => page.filter(isOther(_id)))
  changeCount(client, isRead ? 1 : -1, isRead ? -1 : 1)
  // The list to which the notification moves is refetched when it is next shown.
  void client.invalidateQueries({ queryKey: [...listsKey, isRead ? 'read' : 'unread'], refetchType: 'none' })
}

/** Optimistic; a refusal restores the server's state. */
function useOptimistic<V>(
  act: (value: V) => Promise<unknown>,
  apply: (client: QueryClient, value: V) => void,
  meta?: { silent: true },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    ...(meta && { meta }),
    onMutate: async (value: V) => {
      await client.cancelQueries({ queryKey: queryKeys.notifications })
      apply(client, value)
    },
    onError: () => client.invalidateQueries({ queryKey: queryKeys.notifications }),
  })
}

export const useMarkRead = () =>
  useOptimistic<{ notification: Notification; isRead: boolean }>(
    ({ notification, isRead }) => call(notificationRoutes.read, { body: { id: notification._id, status: isRead } }),
    (client, { notification, isRead }) => applyRead(client, notification, isRead),
  )

export const useMarkAllRead = () =>
  useOptimistic<undefined>(
    () => call(notificationRoutes.markAllAsRead),
    (client) => {
      changeList(client, 'all', (page) => page.map((one) => ({ ...one, isRead: true })))
      changeList(client, 'unread', () => [])
      client.setQueryData(countQuery.queryKey, (count) => count && { read: count.read + count.unread, unread: 0 })
      void client.invalidateQueries({ queryKey: [...listsKey, 'read'], refetchType: 'none' })
    },
  )

export const useRemoveNotification = () =>
  useOptimistic<Notification>(
    ({ _id }) => call(notificationRoutes.remove, { body: { id: _id } }),
    (client, { _id }) => {
      for (const tab of ['all', 'read'] as const) changeList(client, tab, (page) => page.filter(isOther(_id)))
      changeCount(client, -1, 0)
    },
    { silent: true },
  )
