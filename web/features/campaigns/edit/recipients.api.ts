import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ListedRecipient, recipientRoutes } from '#contract/notifications/recipients.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

/** The recipients that a stored campaign lists, with the answer of each. */
export const recipientsQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: [...queryKeys.campaigns(businessId), 'recipients', campaignId],
    queryFn: async () => (await call(recipientRoutes.list, { params: { id: campaignId } })).recipients,
    staleTime: 0,
  })

export function useAskRecipient(businessId: string, campaignId: string) {
  const client = useQueryClient()
  const { queryKey } = recipientsQuery(businessId, campaignId)
  return useMutation({
    mutationFn: (body: Pick<ListedRecipient, 'channel' | 'address'>) =>
      call(recipientRoutes.ask, { params: { id: campaignId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
