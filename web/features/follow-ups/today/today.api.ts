import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type TodayDay, todayRoutes } from '#contract/leads/follow-ups/today.ts'
import type { RouteReply } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

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
