import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type DuplicatePolicy, duplicatePolicyRoutes } from '#contract/duplicates/duplicate-policy.ts'
import { call } from '../../../lib/http/call.ts'
import { leadKeys } from '../lead-keys.ts'

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
