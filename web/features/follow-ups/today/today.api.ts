import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { todayRoutes } from '#contract/leads/follow-ups/today.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

type Shown = { userId: string | undefined; campaignId: string | undefined }
/** `userId`: absent for one's own, an id, or TEAM. `campaignId`: of this campaign alone. */
export const todayQuery = (businessId: string, { userId, campaignId }: Shown) =>
  queryOptions({
    queryKey: [...queryKeys.followUps(businessId), 'today', userId, campaignId],
    queryFn: ({ signal }) =>
      call(
        todayRoutes.sections,
        { query: { ...(userId && { userId }), ...(campaignId && { campaignId }) } },
        { signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Marks a caller's missed calls as returned, with Undo. */
export function useReturned(businessId: string) {
  const client = useQueryClient()
  const { t } = useTranslation('follow-ups')
  const { mutateAsync } = useMutation({
    mutationFn: ({ callId, isDone }: { callId: string; isDone: boolean }) =>
      call(todayRoutes.returned, { params: { id: callId }, body: { isDone } }),
    onSuccess: (_done, { callId, isDone }) => {
      if (isDone) toast.success(t('toasts.returned'), { undo: () => mark(callId, false) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.followUps(businessId) }),
  })
  const mark = (callId: string, isDone = true) => void mutateAsync({ callId, isDone }).catch(() => undefined)
  return mark
}
