import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { leadKeys } from '../lead-keys.ts'
import { invalidateLeads } from '../leads.api.ts'

const groupsKey = (businessId: string) => [...leadKeys.all(businessId), 'duplicate-groups'] as const

/** One group of possible duplicates, by its place among all. */
export const groupQuery = (businessId: string, place: number) =>
  queryOptions({
    queryKey: [...groupsKey(businessId), place],
    queryFn: ({ signal }) => call(duplicateRoutes.groups, { query: { page: place, limit: 1 } }, { signal }),
    staleTime: 0,
  })

export const compareQuery = (businessId: string, leadIds: readonly string[]) =>
  queryOptions({
    queryKey: [...leadKeys.all(businessId), 'compare', leadIds],
    queryFn: ({ signal }) => call(duplicateRoutes.compare, { query: { leadIds: leadIds.join(',') } }, { signal }),
    staleTime: 0,
  })

type Merge = RouteInput<typeof duplicateRoutes.merge>['body']
/** The screen shows other leads once a merge is stored, so its callers wait for promises. */
export function useMerge(businessId: string) {
  const client = useQueryClient()
  const refresh = () => invalidateLeads(client, businessId)
  const merge = useMutation({ mutationFn: (body: Merge) => call(duplicateRoutes.merge, { body }) })
  const distinguish = useMutation({
    mutationFn: (leadIds: string[]) => call(duplicateRoutes.distinguish, { body: { leadIds } }),
  })
  const undo = (id: string) => call(operationRoutes.undo, { params: { id } })
  return { merge, undo, distinguish, refresh }
}
