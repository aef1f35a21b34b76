import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { RouteInput } from '#contract/route.ts'
import {
  type DeliveryState,
  type NewWebhook,
  webhookRoutes as routes,
  type WebhookChanges,
} from '#contract/webhooks/webhooks.ts'
import { call } from '../../lib/http/call.ts'
import { confirmed } from '../../lib/session/identity.ts'

/** The state of webhooks and the log go on while they are open. */
const POLL_MS = 5_000

const allKey = (businessId: string) => ['webhooks', businessId] as const
const logKey = (businessId: string, id: string) => [...allKey(businessId), 'log', id] as const

export const webhooksQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...allKey(businessId), 'list'],
    queryFn: () => call(routes.list),
    refetchInterval: POLL_MS,
  })

export const deliveriesQuery = (businessId: string, id: string, state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...logKey(businessId, id), 'list', state ?? 'all'],
    queryFn: ({ pageParam }) =>
      call(routes.deliveries, {
        params: { id },
        query: { ...(state && { state }), ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ deliveries, hasMore }) => (hasMore ? deliveries.at(-1)?._id : undefined),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })

export const deliveryQuery = (businessId: string, id: string, eventId: string) =>
  queryOptions({
    queryKey: [...logKey(businessId, id), 'one', eventId],
    queryFn: () => call(routes.delivery, { params: { id, eventId } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })

const changed = (client: QueryClient, businessId: string) => client.invalidateQueries({ queryKey: allKey(businessId) })

/** Only this reply contains the secret. The form shows errors itself. */
export function useCreateWebhook(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (body: NewWebhook) => confirmed((identity) => call(routes.create, { body: { ...body, ...identity } })),
    onSuccess: () => changed(client, businessId),
  })
}

/** The form shows errors itself. */
export function useChangeWebhook(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: WebhookChanges) =>
      confirmed((identity) => call(routes.change, { params: { id }, body: { ...body, ...identity } })),
    onSuccess: () => changed(client, businessId),
  })
}

/** Only this reply contains the new secret. */
export function useRotateSecret(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: () => confirmed((identity) => call(routes.rotate, { params: { id }, body: identity })),
    onSuccess: () => changed(client, businessId),
  })
}

export function useRemoveWebhook(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(routes.remove, { params: { id } }),
    onSuccess: () => changed(client, businessId),
  })
}

export function usePauseWebhook(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<typeof routes.pause>['body']) => call(routes.pause, { params: { id }, body }),
    onSettled: () => changed(client, businessId),
  })
}

export function useTestWebhook(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(routes.test, { params: { id } }),
    onSettled: () => changed(client, businessId),
  })
}

export function useReplay(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<typeof routes.replay>['body']) => call(routes.replay, { params: { id }, body }),
    onSettled: () => changed(client, businessId),
  })
}
