import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Loader } from '../../../ui/feedback/loader.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { shiftTopics } from '../shifts.api.ts'
import { swapsQuery } from '../swaps/swaps.api.ts'
import { gridQuery, gridsKey } from './grid.api.ts'
import { Search, type ShiftsSearch } from './shifts-search.ts'
import { TeamWeek } from './team-week.tsx'

const PersonShiftsPage = lazily(() => import('../own/person-shifts-page.tsx'), 'PersonShiftsPage')

/** The week that needs planning: from Thursday on the next one. */
const PLANNED_FROM = 4
const firstWeek = () => firstOfWeek(plusDays(dayOf(new Date()), 7 - PLANNED_FROM))

/** The team's week, or one person's weekly hours. */
export function ShiftsPage() {
  // Also loads the namespaces of child components: loading them later would suspend the whole screen again.
  useTranslation(['shifts', 'open-ranges', 'unsaved'])
  const [search, set] = useSearchState(Search)
  const canManage = useCan('shifts.manage')
  if (search.person && canManage)
    return (
      <Suspense fallback={<Loader />}>
        <PersonShiftsPage key={search.person} userId={search.person} />
      </Suspense>
    )
  return <Team search={search} onSearch={(changes) => void set(changes)} />
}

type Props = { search: ShiftsSearch; onSearch: (changes: Partial<ShiftsSearch>) => void }
function Team({ search, onSearch }: Props) {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const week = search.week ?? firstWeek()
  const hasOwn = useCan('shifts.own')
  const { data, error, refetch } = useQuery(gridQuery(businessId, week))
  const { data: swaps } = useQuery({ ...swapsQuery(businessId), enabled: hasOwn })
  useLiveInvalidate({ businessId, topics: shiftTopics }, [gridsKey(businessId), swapsQuery(businessId).queryKey])
  const shown = data?.weeks[0]
  if (data && shown)
    return <TeamWeek {...{ search, onSearch, week }} grid={data} shown={shown} swaps={swaps?.swaps ?? []} />
  return (
    <Page title={t('team.title')} context={t('team.text')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} columns={8} />}
    </Page>
  )
}
