import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { OPERATION_POLL_MS } from '#contract/leads/operations.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import type { StarterSetName } from '#contract/values/starter-sets.ts'
import { call } from '../../lib/http/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'

export type FieldSettings = RouteReply<typeof leadFieldRoutes.settings>
type FieldList = RouteReply<typeof leadFieldRoutes.list>
export type NewFieldInput = RouteInput<typeof leadFieldRoutes.create>['body']
export type FieldChangesInput = RouteInput<typeof leadFieldRoutes.change>['body']

/** Polled while an option is being replaced in leads. */
export const fieldSettingsQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...queryKeys.leadFields(businessId), 'settings'],
    queryFn: () => call(leadFieldRoutes.settings),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.removals.length ? OPERATION_POLL_MS : false),
  })

/** The latest fetched version of a field, which may be newer than the rendered one. */
export function useFieldNow(businessId: string) {
  const client = useQueryClient()
  return (id: string) =>
    client.getQueryData<FieldList>(queryKeys.leadFields(businessId))?.fields.find(({ _id }) => _id === id)
}

/** The list, its settings, and the leads that show the fields. */
function useFieldsChanged(businessId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.leadFields(businessId) }),
      client.invalidateQueries({ queryKey: queryKeys.leads(businessId) }),
    ])
}

/** The form shows errors itself. */
export function useSaveField(businessId: string, id: string | undefined) {
  const onSettled = useFieldsChanged(businessId)
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ fresh, changes }: { fresh: NewFieldInput; changes: FieldChangesInput }) =>
      id
        ? call(leadFieldRoutes.change, { params: { id }, body: changes })
        : { ...(await call(leadFieldRoutes.create, { body: fresh })), leads: 0 },
    onSettled,
  })
}

export function useArchiveField(businessId: string) {
  const onSettled = useFieldsChanged(businessId)
  return useMutation({
    mutationFn: ({ id, isArchived }: { id: string; isArchived: boolean }) =>
      call(leadFieldRoutes.change, { params: { id }, body: { isArchived } }),
    onSettled,
  })
}

/** Optimistic; the last of several moves refetches the order, which has other users' moves, too. */
export function useMoveField(businessId: string) {
  const client = useQueryClient()
  const onSettled = useFieldsChanged(businessId)
  const queryKey = queryKeys.leadFields(businessId)
  return useMutation({
    mutationFn: (body: { fieldId: string; before: string | null }) => call(leadFieldRoutes.order, { body }),
    onMutate: async ({ fieldId, before }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<FieldList>(
        queryKey,
        (data) => data && { ...data, fields: moved(data.fields, fieldId, before) },
      )
    },
    onSettled: async () => {
      if (client.isMutating({ mutationKey: ['move-lead-field'] }) <= 1) await onSettled()
    },
    mutationKey: ['move-lead-field'],
    scope: { id: 'move-lead-field' },
  })
}

export function moved(fields: readonly OwnField[], fieldId: string, before: string | null) {
  const one = fields.find(({ _id }) => _id === fieldId)
  const left = fields.filter((field) => field !== one)
  const at = before === null ? left.length : left.findIndex(({ _id }) => _id === before)
  return one ? left.toSpliced(at, 0, one) : left
}

export function useRemoveField(businessId: string) {
  const onSettled = useFieldsChanged(businessId)
  return useMutation({
    mutationFn: (id: string) => call(leadFieldRoutes.remove, { params: { id } }),
    onSettled,
  })
}

export function useRestoreField(businessId: string) {
  const onSettled = useFieldsChanged(businessId)
  return useMutation({
    mutationFn: (id: string) => call(leadFieldRoutes.restore, { params: { id } }),
    onSettled,
  })
}

export function useStartWith(businessId: string) {
  const onSettled = useFieldsChanged(businessId)
  return useMutation({
    mutationFn: (set: StarterSetName) => call(leadFieldRoutes.start, { body: { set } }),
    onSettled,
  })
}
