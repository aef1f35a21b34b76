import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type DashboardQuery, dashboardRoutes } from '#contract/dashboard.ts'
import { call } from '../../../lib/http/call.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { paths } from '../../../lib/paths.ts'
import { useSearchState } from '../../../lib/search.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { dashboardKey } from '../dashboard.api.ts'
import { DashboardSearch, queryOf } from '../dashboard-search.ts'
import { countOf, Tiles } from '../figure-tiles.tsx'

const meetingsKey = (businessId: string) => [...dashboardKey(businessId), 'meetings'] as const
const meetingFiguresQuery = (businessId: string, query: Partial<DashboardQuery>) =>
  queryOptions({
    queryKey: [...meetingsKey(businessId), query],
    queryFn: ({ signal }) => call(dashboardRoutes.meetings, { query }, { signal }),
    placeholderData: (shown, of) => (of?.queryKey[1] === businessId ? shown : undefined),
    staleTime: 0,
  })

/** Meetings that were not called off. */
const NOT_CANCELLED = 'Invitation Sent,Received,Meeting Confirmed'

/** Meetings of the period, each figure with its list; nothing for a business without any. */
export function MeetingTiles({ businessId, campaignId }: { businessId: string; campaignId: string | null }) {
  const { t } = useTranslation('dashboard')
  const [search] = useSearchState(DashboardSearch)
  const { unit: _, ...query } = queryOf(search, campaignId)
  const { data, error, refetch } = useQuery(meetingFiguresQuery(businessId, query))
  useLiveInvalidate({ businessId, campaignId, topics: ['meeting'] }, [meetingsKey(businessId)])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data?.meetings) return null
  const { days, set, confirmed, held, noShow } = data.meetings
  const list = { view: 'list', of: 'all', day: days.from, to: days.to, ...(campaignId && { campaign: campaignId }) }
  return (
    <Tiles
      label={t('meetings')}
      to={paths.meetings(businessId)}
      period={list}
      tiles={[
        { name: 'meetingsSet', figure: countOf(set), show: formatNumber, search: { status: NOT_CANCELLED } },
        {
          name: 'meetingsConfirmed',
          figure: countOf(confirmed),
          show: formatNumber,
          search: { status: 'Meeting Confirmed' },
        },
        { name: 'meetingsHeld', figure: countOf(held), show: formatNumber, search: { outcome: 'held' } },
        {
          name: 'meetingsNoShow',
          figure: countOf(noShow),
          show: formatNumber,
          search: { outcome: 'no_show' },
          better: 'less',
        },
      ]}
    />
  )
}
