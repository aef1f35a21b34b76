import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { OPERATION_POLL_MS } from '#contract/leads/operations.ts'
import { statusRoutes } from '#contract/leads/statuses.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import type { StarterSetName } from '#contract/values/starter-sets.ts'
import { call } from '../../lib/http/call.ts'
import { sendOnce } from '../../lib/http/idempotency-key.ts'
import { queryKeys } from '../../lib/query-keys.ts'

export type StatusSettings = RouteReply<typeof statusRoutes.list>
export type NewStatusInput = RouteInput<typeof statusRoutes.create>['body']
export type StatusChangesInput = RouteInput<typeof statusRoutes.change>['body']

/** Polled while leads of a deleted status are being moved. */
export const settingsQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.statuses(businessId),
    queryFn: () => call(statusRoutes.list),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.removals.length ? OPERATION_POLL_MS : false),
  })

/** The latest fetched version of a status, which may be newer than the rendered one. */
export function useStatusNow(businessId: string) {
  const client = useQueryClient()
  return (id: string) =>
    client.getQueryData<StatusSettings>(queryKeys.statuses(businessId))?.statuses.find(({ _id }) => _id === id)
}

/** Also invalidates the statuses cached for lists and pages of leads. */
function useStatusesChanged(businessId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.statuses(businessId) }),
      client.invalidateQueries({ queryKey: queryKeys.business(businessId) }),
    ])
}

/** The form shows errors itself. */
export function useSaveStatus(businessId: string, id: string | undefined) {
  const onSettled = useStatusesChanged(businessId)
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ fresh, changes }: { fresh: NewStatusInput; changes: StatusChangesInput }) =>
      id
        ? call(statusRoutes.change, { params: { id }, body: changes })
        : sendOnce('status', fresh, (options) => call(statusRoutes.create, { body: fresh }, options)),
    onSettled,
  })
}

export function useMakeDefault(businessId: string) {
  const onSettled = useStatusesChanged(businessId)
  return useMutation({
    mutationFn: (id: string) => call(statusRoutes.change, { params: { id }, body: { isDefault: true } }),
    onSettled,
  })
}

/** Optimistic; the reply has the final order, including other users' moves. */
export function useMoveStatus(businessId: string) {
  const client = useQueryClient()
  const onSettled = useStatusesChanged(businessId)
  const queryKey = queryKeys.statuses(businessId)
  return useMutation({
    mutationFn: ({ statusId, before }: { statusId: string; before: string | null }) =>
      call(statusRoutes.order, { body: { statusId, before } }),
    onMutate: async ({ statusId, before }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<StatusSettings>(queryKey, (data) => data && { ...data, ...moved(data, statusId, before) })
    },
    onSettled: async () => {
      // Only the last of several moves refetches: an earlier reply would briefly move the row back.
      if (client.isMutating({ mutationKey: ['move-status'] }) <= 1) await onSettled()
    },
    mutationKey: ['move-status'],
    scope: { id: 'move-status' },
  })
}

function moved({ statuses }: StatusSettings, statusId: string, before: string | null) {
  const one = statuses.find(({ _id }) => _id === statusId)
  const left = statuses.filter((status) => status !== one)
  const at = before === null ? left.length : left.findIndex(({ _id }) => _id === before)
  return { statuses: one ? left.toSpliced(at, 0, one) : statuses }
}

export function useRemoveStatus(businessId: string) {
  const onSettled = useStatusesChanged(businessId)
  return useMutation({
    mutationFn: ({ id, replacement }: { id: string; replacement?: string | undefined }) =>
      call(statusRoutes.remove, { params: { id }, body: replacement ? { replacement } : {} }),
    onSettled,
  })
}

export function useStartWith(businessId: string) {
  const onSettled = useStatusesChanged(businessId)
  return useMutation({
    mutationFn: (set: StarterSetName) => call(statusRoutes.start, { body: { set } }),
    onSettled,
  })
}
