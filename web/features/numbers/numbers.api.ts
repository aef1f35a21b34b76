import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { adoptedNumberRoutes } from '#contract/calls/adopted-numbers.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import {
  type areas,
  type NumberChanges,
  numberRoutes,
  type TwilioAccount,
  type VirtualNumber,
} from '#contract/calls/numbers.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { ApiError, call } from '../../lib/http/call.ts'
import { sendOnce } from '../../lib/http/idempotency-key.ts'
import { phoneReady } from '../../lib/on-the-line.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { storage } from '../../lib/storage.ts'

type Area = (typeof areas)[number]
type ListReply = RouteReply<typeof numberRoutes.list>
type OneReply = RouteReply<typeof numberRoutes.get>
type Order = RouteInput<typeof numberRoutes.order>['body']
type Adoption = RouteInput<typeof adoptedNumberRoutes.adopt>['body']

const listKey = (businessId: string) => [...queryKeys.numbers(businessId), 'list'] as const
const oneKey = (businessId: string, numberId: string) => [...queryKeys.numbers(businessId), 'one', numberId] as const
const orderKey = (businessId: string, orderId: string) => [...queryKeys.numbers(businessId), 'order', orderId] as const
const connectionKey = (businessId: string) => [...queryKeys.numbers(businessId), 'connection'] as const
const ORDER_POLL_MS = 1_500

/** The business's numbers, or one campaign's; with `released`, also those released. */
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
    // An open form keeps its initial values.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const connectionQuery = (businessId: string) =>
  queryOptions({ queryKey: connectionKey(businessId), queryFn: () => call(numberRoutes.connection) })

export const areasQuery = (businessId: string) =>
  queryOptions({ queryKey: [...queryKeys.numbers(businessId), 'areas'], queryFn: () => call(numberRoutes.areas) })

/** Free numbers change by the minute: refetched each time. */
export const freeQuery = (businessId: string, area: Area, ending: string) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'free', area, ending],
    queryFn: ({ signal }) => call(numberRoutes.search, { query: { area, ...(ending && { ending }) } }, { signal }),
    staleTime: 0,
  })

/** Numbers that the account already has: refetched each time, as they change at the provider. */
export const accountNumbersQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'at-provider'],
    queryFn: () => call(adoptedNumberRoutes.list),
    staleTime: 0,
  })

/** What stood at the provider before an adopted number was taken over, and what others changed since. */
export const standingQuery = (businessId: string, numberId: string, enabled: boolean) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'standing', numberId],
    queryFn: () => call(adoptedNumberRoutes.standing, { params: { id: numberId } }),
    enabled,
    staleTime: 0,
    meta: { silent: true },
  })

/** Polls an order until the provider has confirmed or refused it. */
export const orderQuery = (businessId: string, orderId: string | undefined) =>
  queryOptions({
    queryKey: orderKey(businessId, orderId ?? ''),
    queryFn: () => call(numberRoutes.getOrder, { params: { id: orderId ?? '' } }),
    enabled: orderId !== undefined,
    refetchInterval: ({ state }) => (state.data?.order.state === 'ordering' ? ORDER_POLL_MS : false),
  })

/** Members whom a number may ring. */
export const ringPeopleQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'people'],
    queryFn: () => call(campaignRoutes.people, { query: {} }),
    staleTime: 60_000,
  })

const sendOrder = (body: Order | Adoption) =>
  'sid' in body
    ? sendOnce('number-order', body, (options) => call(adoptedNumberRoutes.adopt, { body }, options))
    : sendOnce('number-order', body, (options) => call(numberRoutes.order, { body }, options))

/**
 * Orders a number, or adopts one of the account. A repeated request, after its reply was lost, orders nothing more. The
 * screen shows errors itself.
 */
export function useOrderNumber(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: sendOrder,
    onSuccess: (reply) => {
      client.setQueryData(orderKey(businessId, reply.order._id), reply)
      // The first number also enables the phone in the browser.
      void client.invalidateQueries({ queryKey: queryKeys.softphone(businessId) })
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

/** The form shows errors itself. */
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
    mutationFn: ({ id, keepsChanges }: { id: string; keepsChanges: boolean }) =>
      call(numberRoutes.release, { params: { id }, ...(keepsChanges && { query: { keepsChanges: 'true' as const } }) }),
    onSuccess: ({ number }) => {
      put(client, businessId, number)
      return client.invalidateQueries({ queryKey: listKey(businessId) })
    },
  })
}

/** The phone in the browser is loaded some seconds after the page. */
const PHONE_READY_MS = 10_000

/** Where the browser has a phone, the call waits for it: it could not ring before. */
export const useTestCall = (businessId: string) =>
  useMutation({
    meta: { silent: true },
    mutationFn: async (id: string) => {
      if (storage.phoneBusinessId.get() === businessId) await phoneReady(PHONE_READY_MS)
      return call(numberRoutes.testCall, { params: { id } })
    },
  })

const TEST_CALL_POLL_MS = 1_000
const isRefused = (error: Error | null) => error instanceof ApiError && error.status < 500

/** The progress of a test call, until it ends; undefined for users who may not read calls. */
export const useTestedCall = (businessId: string, callId: string | undefined) =>
  useQuery({
    queryKey: [...queryKeys.calls(businessId), 'test', callId],
    queryFn: () => call(callRoutes.get, { params: { id: callId ?? '' } }),
    select: (reply) => reply.call,
    enabled: callId !== undefined,
    // A lost connection does not end the call, but a refusal stays one.
    refetchInterval: ({ state }) =>
      isRefused(state.error) || state.data?.call.state === 'ended' ? false : TEST_CALL_POLL_MS,
    retry: false,
    meta: { silent: true },
  }).data

/** A test call has no live events, but answering it is one of the first steps. */
export function useFirstStepDone(businessId: string, isDone: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: queryKeys.firstSteps(businessId) })
  }, [client, businessId, isDone])
}

/** Phones in the browser belong to the account. */
function changedAccount(client: QueryClient, businessId: string) {
  void client.invalidateQueries({ queryKey: queryKeys.softphone(businessId) })
  return client.invalidateQueries({ queryKey: queryKeys.numbers(businessId) })
}

/** The form shows errors itself. Secrets are not stored in the browser. */
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
