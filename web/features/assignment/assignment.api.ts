import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import type { AssignmentRule } from '#contract/leads/assignment/assignment-shapes.ts'
import { call } from '../../lib/http/call.ts'

export const assignmentKey = (businessId: string, campaignId: string) => ['assignment', businessId, campaignId] as const

export const assignmentQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: assignmentKey(businessId, campaignId),
    queryFn: async () => (await call(assignmentRoutes.get, { params: { id: campaignId } })).assignment,
    staleTime: 0,
  })

/** Capacities by person that were changed; null: any number. */
export type Capacities = ReadonlyMap<string, number | null>
type Wanted = { rule: AssignmentRule; expected: number; capacities: Capacities }

/** Saves capacities before the rule, which reads them. The form shows errors itself. */
export function useSaveAssignment(businessId: string, campaignId: string) {
  const client = useQueryClient()
  const queryKey = assignmentKey(businessId, campaignId)
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ rule, expected, capacities }: Wanted) => {
      for (const [id, capacity] of capacities)
        await call(assignmentRoutes.changeCapacity, { params: { id }, body: { capacity } })
      return (await call(assignmentRoutes.change, { params: { id: campaignId }, body: { rule, expected } })).assignment
    },
    onSuccess: (assignment) => client.setQueryData(queryKey, assignment),
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
