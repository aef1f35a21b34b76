import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallFlow, callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { sendOnce } from '../../lib/http/idempotency-key.ts'
import { queryKeys } from '../../lib/query-keys.ts'

type OneReply = RouteReply<typeof callFlowRoutes.get>
export type FlowChanges = RouteInput<typeof callFlowRoutes.change>['body']

const listKey = (businessId: string) => ['call-flows', businessId, 'list'] as const
const oneKey = (businessId: string, flowId: string) => ['call-flows', businessId, 'one', flowId] as const
const versionsKey = (businessId: string, flowId: string) => ['call-flows', businessId, 'versions', flowId] as const

export const flowsQuery = (businessId: string) =>
  queryOptions({ queryKey: listKey(businessId), queryFn: () => call(callFlowRoutes.list) })

export const flowQuery = (businessId: string, flowId: string) =>
  queryOptions({
    queryKey: oneKey(businessId, flowId),
    queryFn: () => readFlow(flowId),
    // The editor keeps its own copy, and learns of changes by others when it saves.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const versionsQuery = (businessId: string, flowId: string) =>
  queryOptions({
    queryKey: versionsKey(businessId, flowId),
    queryFn: () => call(callFlowRoutes.versions, { params: { id: flowId } }),
    staleTime: 0,
  })

/** Numbers that can be given to a flow. */
export const flowNumbersQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'of-flows'],
    queryFn: () => call(numberRoutes.list, { query: {} }),
  })

/** Members whom a step may ring. */
export const ringPeopleQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...queryKeys.campaignPeople(businessId), 'rung'],
    queryFn: () => call(campaignRoutes.people, { query: {} }),
    staleTime: 60_000,
  })

export const readFlow = (flowId: string): Promise<OneReply> => call(callFlowRoutes.get, { params: { id: flowId } })

export const saveFlow = async (flowId: string, body: FlowChanges): Promise<CallFlow> =>
  (await call(callFlowRoutes.change, { params: { id: flowId }, body }, { keepalive: isShort(body) })).flow

/** Browsers refuse larger requests that outlive the page. */
const KEEPALIVE_BYTES_MAX = 60_000
const isShort = (body: FlowChanges) => new Blob([JSON.stringify(body)]).size < KEEPALIVE_BYTES_MAX

const changedFlows = (client: QueryClient, businessId: string) => {
  void client.invalidateQueries({ queryKey: queryKeys.numbers(businessId) })
  return client.invalidateQueries({ queryKey: listKey(businessId) })
}

/** A repeated request, after its reply was lost, makes no second flow. The dialog shows errors itself. */
export function useCreateFlow(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: RouteInput<typeof callFlowRoutes.create>['body']) =>
      sendOnce('call-flow', body, (options) => call(callFlowRoutes.create, { body }, options)),
    onSuccess: () => changedFlows(client, businessId),
  })
}

export function useRemoveFlow(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (id: string) => call(callFlowRoutes.remove, { params: { id } }),
    onSettled: () => changedFlows(client, businessId),
  })
}

/** The editor shows errors itself. */
export function usePublishFlow(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ id, expected }: { id: string; expected: number }) =>
      call(callFlowRoutes.publish, { params: { id }, body: { expected } }),
    onSuccess: () => changedFlows(client, businessId),
  })
}

/** Gives a number to a flow, or takes it away, so that its calls follow its own routing again. */
export function useFlowOfNumber(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ isOn, ...params }: { id: string; numberId: string; isOn: boolean }) =>
      call(isOn ? callFlowRoutes.attach : callFlowRoutes.detach, { params }),
    onSuccess: () => changedFlows(client, businessId),
  })
}
