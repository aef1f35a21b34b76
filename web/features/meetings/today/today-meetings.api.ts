import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { OUTCOME_ASKED_DAYS } from '#contract/leads/meetings/terms.ts'
import { beginningOf, dayOf, plusDays } from '#contract/values/clock.ts'
import { loadCode } from '../../../lib/code/load-code.ts'
import { call } from '../../../lib/http/call.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useMinute } from '../../../shared/times/use-minute.ts'

type Of = { userId: string | undefined; campaignId: string | undefined }
/** Meetings of today and the days before, called off by no one, and without an outcome. */
const openQuery = (businessId: string, { userId, campaignId }: Of, today: string) =>
  queryOptions({
    queryKey: ['meetings', businessId, 'today', today, { userId, campaignId }],
    queryFn: async ({ signal }) => {
      const { meetingRoutes } = await loadCode(() => import('#contract/leads/meetings/meetings.ts'))
      const query = {
        from: beginningOf(plusDays(today, -OUTCOME_ASKED_DAYS)).toISOString(),
        to: beginningOf(plusDays(today, 1)).toISOString(),
        status: 'Invitation Sent,Received,Meeting Confirmed',
        outcome: 'none',
        ...(userId && { userId }),
        ...(campaignId && { campaignId }),
      }
      return call(meetingRoutes.list, { query }, { signal })
    },
    staleTime: 0,
  })

/** `ended`: what became of them is asked, the latest first. `later`: they begin or go on today. */
export function useTodayMeetings(of: Of): { ended: Meeting[]; later: Meeting[] } {
  const { businessId } = useBusiness()
  const now = useMinute()
  const { data } = useQuery(openQuery(businessId, of, dayOf(now)))
  const meetings = data?.meetings ?? []
  const isOver = ({ endsAt }: Meeting) => Date.parse(endsAt) <= now.getTime()
  return { ended: meetings.filter(isOver).toReversed(), later: meetings.filter((one) => !isOver(one)) }
}

export function useTodayCount(of: Of) {
  const { ended, later } = useTodayMeetings(of)
  return ended.length + later.length
}
