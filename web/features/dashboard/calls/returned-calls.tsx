import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Count, Measure } from '#contract/dashboard.ts'
import { formatNumber, formatPercent } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { type SearchText, useSearchState } from '../../../lib/search.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { returnsQuery } from '../dashboard.api.ts'
import { DashboardSearch, queryOf } from '../dashboard-search.ts'
import { countOf, Tiles } from '../figure-tiles.tsx'
import { formatDuration } from '../format.ts'

/** Returned calls of all missed ones, in both periods. */
function shareOf(returned: Count, others: Count): Measure {
  const share = (part: number | null, rest: number | null) =>
    part === null || rest === null || part + rest === 0 ? null : part / (part + rest)
  return { value: share(returned.total, others.total), previous: share(returned.previous, others.previous) }
}

type Props = { businessId: string; campaignId: string | null; period: SearchText }

/** Missed calls of the period whose callers were reached since, and those that still wait, each with its list. */
export function ReturnedCalls({ businessId, campaignId, period }: Props) {
  const { t } = useTranslation('dashboard')
  const [search] = useSearchState(DashboardSearch)
  const { unit: _, ...query } = queryOf(search, campaignId)
  const { data, error, refetch } = useQuery(returnsQuery(businessId, query))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={1} columns={3} />
  if (!data.returns) return null
  const { returned, notReturned, medianMinutes } = data.returns
  const ofReturned = { returned: 'true' }
  const percent = (part: number) => <bdi dir="ltr">{formatPercent(part)}</bdi>
  return (
    <Tiles
      label={t('returns')}
      to={paths.calls(businessId, campaignId)}
      period={period}
      tiles={[
        { name: 'callsReturned', figure: countOf(returned), show: formatNumber, search: ofReturned },
        { name: 'returnedShare', figure: shareOf(returned, notReturned), show: percent, search: ofReturned },
        {
          name: 'callsNotReturned',
          figure: countOf(notReturned),
          show: formatNumber,
          search: { notReturned: 'true' },
          better: 'less',
        },
        {
          name: 'callBack',
          figure: medianMinutes,
          show: (minutes) => formatDuration(minutes * 60),
          search: ofReturned,
          better: 'less',
        },
      ]}
    />
  )
}
