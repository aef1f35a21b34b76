import { useMutation, useQueryClient } from '@tanstack/react-query'
import { businessRoutes } from '#contract/businesses.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'

/** Resolves with the new business once the selector knows it. The form itself shows what is wrong. */
export function useCreateBusiness() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async (input: RouteInput<typeof businessRoutes.create>) => {
      const { business } = await call(businessRoutes.create, input)
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      return business
    },
  })
}
