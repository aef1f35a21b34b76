import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type areas,
  type NumberChanges,
  numberRoutes,
  type TwilioAccount,
  type VirtualNumber,
} from '#contract/calls/numbers.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { dropIdempotencyKey, idempotencyKey } from '../../lib/http/idempotency-key.ts'

type Area = (typeof areas)[number]
type ListReply = RouteReply<typeof numberRoutes.list>
type OneReply = RouteReply<typeof numberRoutes.get>
type Order = RouteInput<typeof numberRoutes.order>['body']

const numbersKey = (businessId: string) => ['numbers', businessId] as const
const listKey = (businessId: string) => [...numbersKey(businessId), 'list'] as const
const oneKey = (businessId: string, numberId: string) => [...numbersKey(businessId), 'one', numberId] as const
const orderKey = (businessId: string, orderId: string) => [...numbersKey(businessId), 'order', orderId] as const
const connectionKey = (businessId: string) => [...numbersKey(businessId), 'connection'] as const
const ORDER_POLL_MS = 1_500

/** The numbers that the business has, or one campaign's; with those given back where `released`. */
export const numbersQuery = (businessId: string, campaignId?: string, released = false) =>
  queryOptions({
    queryKey: [...listKey(businessId), { campaignId, released }],
    queryFn: () => call(numberRoutes.list, { query: { campaignId, ...(released && { released: 'true' as const }) } }),
    placeholderData: keepPreviousData,
  })

export const numberQuery = (businessId: string, numberId: string) =>
  queryOptions({
    queryKey: oneKey(businessId, numberId),
    queryFn: () => call(numberRoutes.get, { params: { id: numberId } }),
    // The form goes on with what it was filled from.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const connectionQuery = (businessId: string) =>
  queryOptions({ queryKey: connectionKey(businessId), queryFn: () => call(numberRoutes.connection) })

export const areasQuery = (businessId: string) =>
  queryOptions({ queryKey: [...numbersKey(businessId), 'areas'], queryFn: () => call(numberRoutes.areas) })

/** What is free changes by the minute: asked again whenever it is looked at. */
export const freeQuery = (businessId: string, area: Area, ending: string) =>
  queryOptions({
    queryKey: [...numbersKey(businessId), 'free', area, ending],
    queryFn: ({ signal }) => call(numberRoutes.search, { query: { area, ...(ending && { ending }) } }, { signal }),
    staleTime: 0,
  })

/** An order that the provider has not confirmed yet is asked for until it is settled. */
export const orderQuery = (businessId: string, orderId: string | undefined) =>
  queryOptions({
    queryKey: orderKey(businessId, orderId ?? ''),
    queryFn: () => call(numberRoutes.getOrder, { params: { id: orderId ?? '' } }),
    enabled: orderId !== undefined,
    refetchInterval: ({ state }) => (state.data?.order.state === 'ordering' ? ORDER_POLL_MS : false),
  })

/** People of the business whom a number may ring. */
export const ringPeopleQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...numbersKey(businessId), 'people'],
    queryFn: () => call(campaignRoutes.people, { query: {} }),
    staleTime: 60_000,
  })

/** The same order sent again, because its answer was lost, orders nothing more. The screen itself shows what went wrong. */
export function useOrderNumber(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async (body: Order) => {
      const reply = await call(numberRoutes.order, { body }, { idempotencyKey: idempotencyKey('number-order', body) })
      dropIdempotencyKey('number-order', body)
      return reply
    },
    onSuccess: (reply) => {
      client.setQueryData(orderKey(businessId, reply.order._id), reply)
      // With the first number there is a phone in the browser, too.
      void client.invalidateQueries({ queryKey: ['softphone', businessId] })
      return client.invalidateQueries({ queryKey: listKey(businessId) })
    },
  })
}

const put = (client: QueryClient, businessId: string, number: VirtualNumber) => {
  client.setQueryData<OneReply>(oneKey(businessId, number._id), { success: true, number })
  client.setQueriesData<ListReply>(
    { queryKey: listKey(businessId) },
    (list) => list && { ...list, numbers: list.numbers.map((one) => (one._id === number._id ? number : one)) },
  )
}

/** The form itself shows what is wrong. */
export function useChangeNumber(businessId: string, numberId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: NumberChanges) => call(numberRoutes.change, { params: { id: numberId }, body }),
    onSuccess: ({ number }) => put(client, businessId, number),
  })
}

export function useReleaseNumber(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(numberRoutes.release, { params: { id } }),
    onSuccess: ({ number }) => {
      put(client, businessId, number)
      return client.invalidateQueries({ queryKey: listKey(businessId) })
    },
  })
}

export const useTestCall = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: (id: string) => call(numberRoutes.testCall, { params: { id } }),
  })

/** Each account has phones in the browser of its own. */
function changedAccount(client: QueryClient, businessId: string) {
  void client.invalidateQueries({ queryKey: ['softphone', businessId] })
  return client.invalidateQueries({ queryKey: numbersKey(businessId) })
}

/** The form itself shows what is wrong; the secrets are kept nowhere in the browser. */
export function useConnect(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (body: TwilioAccount) => call(numberRoutes.connect, { body }),
    onSuccess: () => changedAccount(client, businessId),
  })
}

export function useDisconnect(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(numberRoutes.disconnect),
    onSuccess: () => changedAccount(client, businessId),
  })
}
