import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DuplicatePolicy, duplicatePolicyRoutes } from '#contract/duplicates/duplicate-policy.ts'
import { call } from '../../../lib/http/call.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { leadKeys } from '../lead-keys.ts'
import { groupQuery } from '../merge/merge.api.ts'

const policyKey = (businessId: string) => [...leadKeys.all(businessId), 'duplicate-policy'] as const

export const policyQuery = (businessId: string) =>
  queryOptions({
    queryKey: policyKey(businessId),
    queryFn: () => call(duplicatePolicyRoutes.get),
    // The data fills the form only once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The form shows errors itself. */
export function useChangePolicy(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: DuplicatePolicy) => call(duplicatePolicyRoutes.change, { body }),
    onSuccess: (reply) => client.setQueryData(policyKey(businessId), reply),
  })
}

/** Groups of possible duplicates that wait for a decision; 0 for those who may not merge leads. */
export function useToCheck() {
  const { businessId } = useBusiness()
  const enabled = useCan('leads.merge')
  const { data } = useQuery({ ...groupQuery(businessId, 1), enabled, meta: { silent: true } })
  return data?.pagination.total ?? 0
}
