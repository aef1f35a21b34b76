import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { OPERATION_POLL_MS } from '#contract/leads/operations.ts'
import { type StarterSetName, statusRoutes } from '#contract/leads/statuses.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'

export type StatusSettings = RouteReply<typeof statusRoutes.list>
export type NewStatusInput = RouteInput<typeof statusRoutes.create>['body']
export type StatusChangesInput = RouteInput<typeof statusRoutes.change>['body']

/** Asked again while leads are on their way out of a deleted status. */
export const settingsQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.statuses(businessId),
    queryFn: () => call(statusRoutes.list),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.removals.length ? OPERATION_POLL_MS : false),
  })

/** A status as it was fetched last, which may be newer than what is drawn. */
export function useStatusNow(businessId: string) {
  const client = useQueryClient()
  return (id: string) =>
    client.getQueryData<StatusSettings>(queryKeys.statuses(businessId))?.statuses.find(({ _id }) => _id === id)
}

/** Also what lists and pages of leads know of the statuses. */
function useStatusesChanged(businessId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.statuses(businessId) }),
      client.invalidateQueries({ queryKey: queryKeys.business(businessId) }),
    ])
}

/** The form itself shows what is wrong. */
export function useSaveStatus(businessId: string, id: string | undefined) {
  const onSettled = useStatusesChanged(businessId)
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ fresh, changes }: { fresh: NewStatusInput; changes: StatusChangesInput }) =>
      id ? call(statusRoutes.change, { params: { id }, body: changes }) : call(statusRoutes.create, { body: fresh }),
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

/** Shown at once; the server says where it stands among what others have moved meanwhile. */
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
      // Of several steps the last one fetches: an earlier answer would put the row back for a moment.
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
