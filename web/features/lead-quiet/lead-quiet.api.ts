import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { leadQuietRoutes } from '#contract/working-hours/lead-quiet.ts'
import type { LeadQuiet } from '#contract/working-hours/quiet-terms.ts'
import { call } from '../../lib/http/call.ts'

const quietKey = (businessId: string) => ['lead-quiet', businessId] as const

export const quietQuery = (businessId: string) =>
  queryOptions({
    queryKey: quietKey(businessId),
    queryFn: () => call(leadQuietRoutes.get),
    // The data fills the form only once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The form shows errors itself. */
export function useChangeQuiet(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: { quiet: LeadQuiet; expected: number }) => call(leadQuietRoutes.change, { body }),
    onSuccess: (reply) => client.setQueryData(quietKey(businessId), reply),
  })
}
