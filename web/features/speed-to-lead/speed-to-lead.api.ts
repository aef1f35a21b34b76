import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type SpeedToLead, speedToLeadRoutes } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import { call } from '../../lib/http/call.ts'

export const speedKey = (businessId: string, campaignId: string) => ['speed-to-lead', businessId, campaignId] as const

export const speedQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: speedKey(businessId, campaignId),
    queryFn: () => call(speedToLeadRoutes.get, { params: { id: campaignId } }),
    staleTime: 0,
  })

type Wanted = { settings: SpeedToLead; expected: number }
/** The form shows errors itself. */
export function useSaveSpeed(businessId: string, campaignId: string) {
  const client = useQueryClient()
  const queryKey = speedKey(businessId, campaignId)
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: Wanted) => call(speedToLeadRoutes.change, { params: { id: campaignId }, body }),
    onSuccess: (reply) => client.setQueryData(queryKey, reply),
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
