import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type TodayDay, todayRoutes } from '#contract/leads/follow-ups/today.ts'
import type { RouteReply } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

type Shown = { userId: string | undefined; campaignId: string | undefined }
const shownOf = ({ userId, campaignId }: Shown) => ({ ...(userId && { userId }), ...(campaignId && { campaignId }) })
/** `userId`: absent for one's own, an id, or TEAM. `campaignId`: of this campaign alone. */
export const todayQuery = (businessId: string, { day, ...shown }: Shown & { day: TodayDay }) =>
  queryOptions({
    queryKey: [...queryKeys.followUps(businessId), 'today', day, shown],
    queryFn: ({ signal }) =>
      call(todayRoutes.sections, { query: { ...shownOf(shown), ...(day === 'tomorrow' && { day }) } }, { signal }),
    staleTime: 0,
    // Rows of today must not stand under tomorrow's heading.
    placeholderData: (previous, before) => (before?.queryKey.at(-2) === day ? previous : undefined),
  })

export const progressQuery = (businessId: string, shown: Shown) =>
  queryOptions({
    queryKey: [...queryKeys.followUps(businessId), 'today', 'progress', shown],
    queryFn: ({ signal }) => call(todayRoutes.progress, { query: shownOf(shown) }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
export type Progress = RouteReply<typeof todayRoutes.progress>

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
