import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiKey, apiKeyRoutes, type ChangedApiKey } from '#contract/auth/api-keys.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { confirmed } from '../../lib/session/identity.ts'

type ListReply = RouteReply<typeof apiKeyRoutes.list>
const keysKey = (businessId: string) => ['apiKeys', businessId] as const

export const apiKeysQuery = (businessId: string) =>
  queryOptions({ queryKey: keysKey(businessId), queryFn: () => call(apiKeyRoutes.list) })

/** The key's latest requests; always refetched, because an integration under test is checked repeatedly. */
export const keyPayloadsQuery = (businessId: string, keyId: string) =>
  queryOptions({
    queryKey: [...keysKey(businessId), 'payloads', keyId],
    queryFn: () => call(apiKeyRoutes.payloads, { params: { id: keyId } }),
    refetchInterval: 3_000,
  })

/** Only this reply contains the full key. The form shows errors itself. */
export function useCreateApiKey(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (body: RouteInput<typeof apiKeyRoutes.create>['body']) =>
      confirmed((identity) => call(apiKeyRoutes.create, { body: { ...body, ...identity } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keysKey(businessId) }),
  })
}

/** Optimistic: the switch moves at once and returns if the server refuses. */
export function useEnableApiKey(businessId: string) {
  const client = useQueryClient()
  const patch = ({ _id, isActive }: Pick<ApiKey, '_id' | 'isActive'>) =>
    client.setQueryData<ListReply>(
      keysKey(businessId),
      (list) => list && { ...list, apiKeys: list.apiKeys.map((key) => (key._id === _id ? { ...key, isActive } : key)) },
    )
  return useMutation({
    mutationFn: ({ _id, isActive }: Pick<ApiKey, '_id' | 'isActive'>) =>
      confirmed((identity) => call(apiKeyRoutes.change, { params: { id: _id }, body: { isActive, ...identity } })),
    onMutate: async (changed) => {
      await client.cancelQueries({ queryKey: keysKey(businessId) })
      patch(changed)
    },
    onError: (_error, { _id, isActive }) => patch({ _id, isActive: !isActive }),
    onSettled: () => client.invalidateQueries({ queryKey: keysKey(businessId) }),
  })
}

/** The form shows errors itself. */
export function useChangeApiKey(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: ChangedApiKey) =>
      confirmed((identity) => call(apiKeyRoutes.change, { params: { id }, body: { ...body, ...identity } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keysKey(businessId) }),
  })
}

export function useRemoveApiKey(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(apiKeyRoutes.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keysKey(businessId) }),
  })
}

/** Only this reply contains the new key; the one before is accepted for the chosen hours. */
export function useRotateApiKey(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (overlapHours: number) =>
      confirmed((identity) => call(apiKeyRoutes.rotate, { params: { id }, body: { overlapHours, ...identity } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keysKey(businessId) }),
  })
}
